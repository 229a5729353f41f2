// The ways agents really talk: several tasks in one talk, second thoughts, a broken line, a
// supervisor with its plan, and far more events than anybody can read.
import { writeFile } from "node:fs/promises";
import { expect, test } from "./support/fixtures.ts";
import { asRecording, chunk, fixture, longLog, story } from "./support/logs.ts";

test("two tasks in one context are one talk", async ({ loupe, startAgent }) => {
  const agent = await startAgent("1.0");
  const { composer, timeline, rail, transport, filter } = loupe;
  await loupe.meet(agent.url);
  await composer.say("stream");
  await timeline.endsAs("Completed");
  await expect(composer.chosenTarget).toHaveText("New task, same context");
  await composer.say("fail");
  await expect(timeline.row("State", "failed")).toHaveCount(1);
  await expect(rail.tasks).toHaveCount(2);
  await expect(rail.tasks).toHaveText([/failed/, /completed/]);
  await expect(rail.group("Context")).toHaveCount(1);
  await expect(transport.lanes).toHaveCount(2);
  await expect(timeline.row("Artifact")).toHaveCount(2);
  await expect(filter.task.locator("option")).toHaveCount(3);

  await rail.tasks.filter({ hasText: "failed" }).click();
  await expect(timeline.row("Artifact")).toHaveCount(1);
  await expect(timeline.row("Artifact")).toContainText("partial");
  await rail.tasks.filter({ hasText: "failed" }).click();
  await expect(timeline.row("Artifact")).toHaveCount(2);
  await rail.asking("stream").click();
  await expect(timeline.row("Artifact")).toContainText("answer");
  await expect(timeline.row("Artifact")).toHaveCount(1);
  await rail.everything.click();
  await expect(timeline.row("Artifact")).toHaveCount(2);
});

test("an artifact replaced twice keeps all it was", async ({ loupe }) => {
  const { timeline, inspector, transport } = loupe;
  const events = story(
    chunk("The first "),
    chunk("draft.", true),
    chunk("The second draft."),
    chunk("The final text."),
  );
  await loupe.open();
  await loupe.choose("replaced.jsonl", asRecording({ ask: "write", events }));
  await timeline.endsAs("Completed");
  await expect(timeline.row("Artifact")).toHaveCount(1);
  await expect(timeline.row("Artifact")).toContainText("3 revisions");
  await timeline.row("Artifact").click();
  await expect(inspector.rendered).toHaveText("The final text.");
  await expect(inspector.revision.locator("option")).toHaveCount(3);
  await inspector.revision.selectOption({ index: 0 });
  await expect(inspector.rendered).toHaveText("The first draft.");
  await inspector.revision.selectOption({ index: 1 });
  await expect(inspector.rendered).toHaveText("The second draft.");
  await inspector.compare.click();
  await expect(inspector.comparison.locator("del")).toHaveText("first");
  await expect(inspector.comparison.locator("ins")).toHaveText("second");
  await inspector.compare.click();

  // Three events before the end, the final text was not yet there.
  await inspector.revision.selectOption({ index: 2 });
  await loupe.page.keyboard.press("[");
  await loupe.page.keyboard.press("[");
  await transport.isAt(4);
  await expect(inspector.rendered).toHaveText("The second draft.");
  await expect(timeline.row("Artifact")).toContainText("2 revisions");
});

test("a stream that was cut can be taken up again", async ({ loupe, context, faultAgent }) => {
  const { composer, timeline, rail, inspector } = loupe;
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await loupe.meet(faultAgent.url);
  await composer.say("cut");
  await timeline.endsAs("Connection lost");
  await expect(composer.lost).toContainText("What was received stays");
  await expect(rail.tasks).toHaveText([/connection lost/]);
  await expect(timeline.row("Error")).not.toHaveCount(0);
  await timeline.row("Artifact").click();
  await expect(inspector.rendered).toHaveText("Grüße, 日本 🌍");

  await composer.lost.getByRole("button", { name: "Copy as curl" }).click();
  const curl = await loupe.page.evaluate(() => navigator.clipboard.readText());
  expect(curl).toContain("curl");
  expect(curl).toContain("tasks/resubscribe");
  expect(curl).toContain("task-1");
  const before = faultAgent.visits.length;
  await composer.lost.getByRole("button", { name: "Resubscribe" }).click();
  await expect(rail.exchange("tasks/resubscribe")).toHaveCount(1);
  await expect.poll(() => faultAgent.visits.length).toBe(before + 1);
  expect(faultAgent.visits.at(-1)?.body).toContain('"method":"tasks/resubscribe"');
  await expect(inspector.rendered).toContainText("Grüße, 日本 🌍");
});

test("a supervisor's plan, its tools and its answer are one row each", async ({ loupe }) => {
  const { timeline, inspector } = loupe;
  await loupe.open();
  await loupe.choose("caipe.sse", fixture("shapes/caipe.sse"));
  await timeline.endsAs("Completed");
  const artifact = (name: string) => timeline.row("Artifact", name);
  await expect(artifact("execution_plan_streaming")).toHaveCount(1);
  await expect(artifact("execution_plan_update")).toHaveCount(1);
  await expect(artifact("tool_notification_start")).toContainText("Calling Agent Argocd");
  await expect(artifact("streaming_result")).toHaveCount(1);
  await artifact("streaming_result").click();
  await expect(inspector.rendered).toContainText("The cluster runs release v2.14.3");
  await expect(inspector.rendered.locator("strong")).toHaveText("v2.14.3");
  // An artifact that was never begun is said to be so.
  await artifact("execution_plan_update").click();
  await inspector.show("Problems");
  await expect(inspector.problems.first()).toBeVisible();
  await inspector.show("Decoded");
  await expect(inspector.notes).toContainText("never seen before");
});

test.describe("a log of 100,000 events", () => {
  const EVENTS = 100_000;
  test("opens, scrolls to its end and scrubs", async ({ loupe, page }) => {
    test.slow();
    const { timeline, transport, inspector } = loupe;
    const file = test.info().outputPath("long.jsonl");
    await writeFile(file, longLog(EVENTS));
    await loupe.open();
    await loupe.chooseFile(file);
    await timeline.endsAs("Completed");
    await transport.isAt(EVENTS);
    const count = Number(await timeline.list.getAttribute("aria-rowcount"));
    expect(count).toBeGreaterThan(EVENTS / 5);
    const nodes = () => page.evaluate(() => document.querySelectorAll("*").length);
    const isSmall = async () => expect(await nodes()).toBeLessThan(3000);

    await timeline.rows.first().click();
    await page.keyboard.press("End");
    await expect(timeline.rows.last()).toHaveAttribute("aria-rowindex", String(count));
    await expect(timeline.rows.last()).toBeInViewport();
    await isSmall();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await expect(inspector.title).toContainText(`part-${Math.floor((EVENTS - 3) / 5)}`);

    for (const share of [0.1, 0.75, 0.4]) {
      await transport.point(share);
      const at = Number(await transport.playhead.getAttribute("aria-valuenow"));
      expect(Math.abs(at / EVENTS - share)).toBeLessThan(0.02);
      await transport.isAt(at + 1);
      // The word said at that moment is the last one of the last row that was.
      const row = timeline.row("Artifact", `part-${Math.floor((at - 1) / 5)}`);
      await expect(row.first()).toBeVisible();
      await expect(row.first()).toContainText(`word ${at - 1}`);
      await expect(timeline.list).toHaveAttribute("aria-rowcount", String(count));
      await isSmall();
    }
    await transport.scrub(0.4, 0.6);
    await expect(timeline.future).not.toHaveCount(0);
    await transport.divider.first().click();
    await transport.isAtEnd();
    await isSmall();
  });
});
