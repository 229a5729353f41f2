// Realistic conversations: several tasks in one context, replaced artifacts, a lost connection, a
// supervisor with its plan, and very many events.
import { writeFile } from "node:fs/promises";
import {
  createSupervisorFlow,
  SUPERVISOR_ANSWER,
  SUPERVISOR_QUESTION,
  SUPERVISOR_ROWS,
} from "../fixtures/supervisor.ts";
import { expect, LONG, test } from "./support/fixtures.ts";
import {
  createChunk,
  createLongLog,
  createRecordingLog,
  createTaskEvents,
} from "./support/logs.ts";

test("two tasks in one context are one conversation", LONG, async ({ loupe, startAgent }) => {
  const agent = await startAgent("1.0");
  const { composer, timeline, rail, transport, filter } = loupe;
  await loupe.connectTo(agent.url);
  await composer.sendMessage("stream");
  await timeline.expectVerdict("Completed");
  await expect(composer.chosenTarget).toHaveText("New task, same context");
  await composer.sendMessage("fail");
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
  await rail.exchangeWithText("stream").click();
  await expect(timeline.row("Artifact")).toContainText("answer");
  await expect(timeline.row("Artifact")).toHaveCount(1);
  await rail.everything.click();
  await expect(timeline.row("Artifact")).toHaveCount(2);
});

test("an artifact replaced twice keeps its revisions", LONG, async ({ loupe }) => {
  const { timeline, inspector, transport } = loupe;
  const events = createTaskEvents(
    createChunk("The first "),
    createChunk("draft.", true),
    createChunk("The second draft."),
    createChunk("The final text."),
  );
  await loupe.open();
  await loupe.chooseContent("replaced.jsonl", createRecordingLog({ prompt: "write", events }));
  await timeline.expectVerdict("Completed");
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

  // Three events before the end, the final text did not exist yet.
  await inspector.revision.selectOption({ index: 2 });
  await loupe.page.keyboard.press("[");
  await loupe.page.keyboard.press("[");
  await transport.expectEvent(4);
  await expect(inspector.rendered).toHaveText("The second draft.");
  await expect(timeline.row("Artifact")).toContainText("2 revisions");
});

test("a stream that was cut off can be resubscribed to", async ({ loupe, context, faultAgent }) => {
  const { composer, timeline, rail, inspector, summary } = loupe;
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await loupe.connectTo(faultAgent.url);
  await composer.sendMessage("cut");
  await timeline.expectVerdict("Connection lost");
  await expect(composer.disconnected).toBeVisible();
  await expect(summary.nextStep("Edit and resend")).toBeVisible();
  await expect(summary.nextStep("Compare with the stored task")).toBeHidden();
  await expect(rail.tasks).toHaveText([/connection lost/]);
  await expect(timeline.row("Error")).not.toHaveCount(0);
  await timeline.row("Artifact").click();
  await expect(inspector.rendered).toHaveText("Grüße, 日本 🌍");

  await composer.disconnected.getByRole("button", { name: "Copy as curl" }).click();
  const curl = await loupe.page.evaluate(() => navigator.clipboard.readText());
  expect(curl).toContain("curl");
  expect(curl).toContain("tasks/resubscribe");
  expect(curl).toContain("task-1");
  const before = faultAgent.requests.length;
  await composer.disconnected.getByRole("button", { name: "Resubscribe" }).click();
  await expect(rail.exchange("tasks/resubscribe")).toHaveCount(1);
  await expect.poll(() => faultAgent.requests.length).toBe(before + 1);
  expect(faultAgent.requests.at(-1)?.body).toContain('"method":"tasks/resubscribe"');
  await expect(inspector.rendered).toContainText("Grüße, 日本 🌍");
});

test("a supervisor's six hundred events become one row per result", async ({ loupe, context }) => {
  const { timeline, inspector, filter, transport, page } = loupe;
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const events = createSupervisorFlow("u-0");
  await loupe.open();
  await loupe.chooseContent(
    "supervisor.jsonl",
    createRecordingLog({ prompt: SUPERVISOR_QUESTION, events, gap: 7 }),
  );
  await timeline.expectVerdict("Completed, with a lost append");
  await transport.expectEvent(events.length);
  await filter.kind("HTTP").click();
  await expect(timeline.rows).toHaveCount(SUPERVISOR_ROWS.length);
  for (const [index, { kind, title, frames, text, problems = [] }] of SUPERVISOR_ROWS.entries()) {
    const row = timeline.rows.nth(index);
    await expect(timeline.rowCells(row).nth(1)).toHaveText(new RegExp(`^${kind}$`, "i"));
    await expect(row.locator("[data-part=title]")).toHaveText(
      kind === "message" ? SUPERVISOR_QUESTION : title,
    );
    if (kind === "message" || text === undefined) continue;
    expect(await timeline.readCount(row)).toBe(frames);
    await row.click();
    await expect(inspector.fact("Text")).toHaveText(`${text.length.toLocaleString("en")} chars`);
    await inspector.show("Problems");
    await expect(inspector.problems).toHaveCount(problems.length);
    for (const rule of problems)
      await expect(inspector.problems.filter({ hasText: rule })).toHaveCount(1);
    await inspector.show("Rendered");
  }
  await timeline.row("Result", "streaming_result").click();
  await expect(inspector.rendered.getByRole("table")).toContainText("indigo-eu");
  await inspector.panel.getByRole("button", { name: "Copy the exact text" }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(SUPERVISOR_ANSWER);
});

test.describe("a log of 100,000 events", () => {
  const EVENTS = 100_000;
  test("opens, scrolls to its end and scrubs", LONG, async ({ loupe, page }) => {
    test.slow();
    const { timeline, transport, inspector } = loupe;
    const file = test.info().outputPath("long.jsonl");
    await writeFile(file, createLongLog(EVENTS));
    await loupe.open();
    await loupe.chooseFile(file);
    await timeline.expectVerdict("Completed");
    await transport.expectEvent(EVENTS);
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
      const at = Number(await transport.playhead.getAttribute("aria-valuenow")) - 1;
      expect(Math.abs(at / EVENTS - share)).toBeLessThan(0.02);
      await transport.expectEvent(at + 1);
      // The latest word at the playhead is the last word of the last past row.
      const row = timeline.row("Artifact", `part-${Math.floor((at - 1) / 5)}`);
      await expect(row.first()).toBeVisible();
      await expect(row.first()).toContainText(`word ${at - 1}`);
      await expect(timeline.list).toHaveAttribute("aria-rowcount", String(count));
      await isSmall();
    }
    // What the page no longer holds is read from the file again.
    const at = Number(await transport.playhead.getAttribute("aria-valuenow")) - 1;
    await timeline
      .row("Artifact", `part-${Math.floor((at - 1) / 5)}`)
      .first()
      .click();
    await inspector.show("Wire");
    await expect(inspector.wireHit.first()).toContainText(/word \d+/);
    await expect(inspector.wire).toContainText(`word ${at - 1}`);
    await inspector.show("Decoded");
    await expect(inspector.decoded).toContainText(`part-${Math.floor((at - 1) / 5)}`);
    await transport.scrub(0.4, 0.6);
    await expect(timeline.futureRows).not.toHaveCount(0);
    await transport.divider.first().click();
    await transport.expectEnd();
    await isSmall();
  });
});
