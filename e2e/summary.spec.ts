// The summary: what happened, why, and what to do next, while no row is selected.
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/fixtures.ts";
import {
  COMPLETED_STATUS,
  createChunk,
  createRecordingLog,
  createTaskEvents,
  WORKING_TASK,
} from "./support/logs.ts";

// Colors in transition belong to neither theme.
const INSPECTOR = "[data-testid=inspector]";

test("a run is summed up when it ends, and each line leads to its row", async ({ loupe }) => {
  const { page, composer, timeline, inspector, summary, transport } = loupe;
  await loupe.connectToDemo();
  await composer.sendMessage("plan a trip");
  await timeline.expectVerdict("Completed");
  await expect(summary.title).toHaveText("Run summary");
  await expect(summary.verdict).toContainText("Completed");
  await expect(summary.section("Answer").getByRole("table")).toContainText("Saturday");
  await expect(summary.section("Plan")).toContainText("3 of 3 done");
  for (const name of ["First byte", "Plan begins", "Answer begins", "Total"]) {
    await expect(summary.measure(name)).toHaveText(/^[\d.]+ m?s$/);
  }
  await expectAccessible(page, "summary of a run", INSPECTOR);

  await test.step("a tool leads to its row, and the verdict back to the summary", async () => {
    await summary.tools.filter({ hasText: "get_weather" }).click();
    await expect(inspector.title).toHaveText("get_weather");
    await expect(timeline.row("Tool")).toHaveAttribute("aria-selected", "true");
    await summary.back.click();
    await expect(timeline.row("Tool")).toHaveAttribute("aria-selected", "false");
    await summary.section("Answer").getByRole("button").first().click();
    await expect(timeline.row("Result")).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("show summary");
    await page.keyboard.press("Enter");
    await expect(summary.title).toHaveText("Run summary");
  });

  await test.step("it is as of the playhead, which its links do not move", async () => {
    await transport.toStart.click();
    await expect(inspector.panel).toContainText("as of event 1");
    await expect(summary.verdict).not.toContainText("Completed");
    await expect(summary.section("Answer")).toHaveCount(0);
    await transport.point(0.5);
    const position = await transport.position.textContent();
    await summary.section("Plan").getByRole("button").first().click();
    await expect(timeline.row("Plan")).toHaveAttribute("aria-selected", "true");
    await expect(transport.position).toHaveText(position ?? "");
    await summary.back.click();
    await transport.toEnd.click();
    await expect(summary.verdict).toContainText("Completed");
  });

  // There is nothing to do about it.
  await expect(summary.nextStep("Export this run")).toHaveCount(0);
});

test("a failure has its reason and a way on, a question its answer", async ({ loupe }) => {
  const { page, composer, timeline, inspector, summary, rail } = loupe;
  await loupe.connectToDemo();
  await composer.sendMessage("fail");
  await timeline.expectVerdict("Failed");
  await expect(summary.reason).toHaveText("“The weather service did not answer (503).”");
  await expect(summary.section("Last output")).toContainText("I will look that up at once");
  const state = timeline.row("State", "failed").locator("[data-part=kind]");
  await expect(state).toHaveAttribute("data-hue", "error");
  await summary.nextStep("Edit and resend").click();
  await expect(composer.requestEditor).toBeVisible();
  // The editor of the body moves the button when it has loaded.
  await expect(composer.requestEditor.getByRole("textbox", { name: "Request body" })).toBeVisible();
  await composer.requestEditor.getByRole("button", { name: "Back to message" }).click();

  await composer.sendMessage("ask");
  await timeline.expectVerdict("Input required");
  await expect(summary.section("Question")).toContainText("Which city should I look at?");
  await expect(summary.turns).toHaveText([/^Failed: 1fail.*503/, /^Input required: 2ask/]);
  await summary.nextStep("Answer the question").click();
  await expect(composer.message).toBeFocused();
  await expectAccessible(page, "summary of a question", INSPECTOR);

  await rail.exchangeWithText("fail").click();
  await expect(summary.title).toHaveText("Exchange summary");
  await expect(summary.turns).toHaveCount(0);
  await summary.reason.click();
  await expect(inspector.title).toContainText("failed");
});

test("of several turns, each leads to its message and says how it ended", async ({ loupe }) => {
  const { page, timeline, summary } = loupe;
  const of = (taskId: string, event: object) => ({ ...event, taskId, contextId: `of-${taskId}` });
  const parts = [{ kind: "text", text: "No berth is free." }];
  const message = { kind: "message", role: "agent", messageId: "why", parts };
  const failed = { kind: "status-update", status: { state: "failed", message }, final: true };
  const task = (id: string) => ({ ...WORKING_TASK, id, contextId: `of-${id}` });
  const log = createRecordingLog(
    { prompt: "one", events: createTaskEvents(createChunk("One.")) },
    { prompt: "two", events: [task("task-2"), of("task-2", failed)] },
    {
      prompt: "three",
      events: [task("task-3"), of("task-3", createChunk("Done.")), of("task-3", COMPLETED_STATUS)],
    },
  );
  await loupe.open();
  await loupe.chooseContent("turns.jsonl", log);
  await timeline.expectVerdict("Completed");
  await expect(timeline.verdict).toContainText("3 turns: 1 failed");
  await expect(summary.turns).toHaveText([
    /^Completed: 1one/,
    /^Failed: 2two/,
    /^Completed: 3three/,
  ]);
  // The head says why, and nothing repeats it.
  await expect(summary.panel).toContainText("Turn 2: “No berth is free.”");
  await expect(summary.panel.getByText("No berth is free.")).toHaveCount(1);
  await expect(summary.section("Answer")).toContainText("Done.");
  await expect(summary.section("Answer")).not.toContainText("One.");
  await summary.turns.nth(1).click();
  await expect(timeline.row("Message", "two")).toHaveAttribute("aria-selected", "true");

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("navigation", { name: "Panes" }).getByText("Timeline").click();
  await summary.back.click();
  await expect(summary.title).toBeVisible();
  await expectAccessible(page, "summary on a phone");
});
