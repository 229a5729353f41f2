// A run of several turns: the header describes the whole run or one exchange, and idle time between
// turns is collapsed on the axis.
import { expect, test } from "./support/fixtures.ts";
import {
  COMPLETED_STATUS,
  createChunk,
  createRecordingLog,
  createTaskEvents,
  WORKING_TASK,
} from "./support/logs.ts";

const of = (taskId: string, event: object) => ({ ...event, taskId, contextId: `of-${taskId}` });
const failed = {
  kind: "status-update",
  status: {
    state: "failed",
    message: {
      kind: "message",
      role: "agent",
      messageId: "why",
      parts: [{ kind: "text", text: "No berth is free." }],
    },
  },
  final: true,
};

/** Three turns; the second fails, and starts 41 seconds after the first. */
function threeTurns(): string {
  const second = [{ ...WORKING_TASK, id: "task-2", contextId: "of-task-2" }, of("task-2", failed)];
  const third = [
    { ...WORKING_TASK, id: "task-3", contextId: "of-task-3" },
    of("task-3", createChunk("Done.")),
    of("task-3", COMPLETED_STATUS),
  ];
  const lines = createRecordingLog(
    { prompt: "one", events: createTaskEvents(createChunk("One.")) },
    { prompt: "two", events: second },
    { prompt: "three", events: third },
  ).split("\n");
  const late = lines.findIndex((line) => line.includes('"x":"x2"'));
  return lines
    .map((line, i) =>
      i < late ? line : line.replace(/"t":(\d+)/, (_, t) => `"t":${Number(t) + 41_000}`),
    )
    .join("\n");
}

test("the header describes the run, or the exchange that is selected", async ({ loupe }) => {
  const { page, timeline, transport } = loupe;
  await loupe.open();
  await loupe.chooseContent("turns.jsonl", threeTurns());
  await timeline.expectVerdict("Completed");
  await expect(timeline.verdict).not.toContainText("This exchange");
  await expect(timeline.verdict).toContainText("3 turns: 1 failed");
  await timeline.expectTask("task-3");
  await expect(timeline.reason).toHaveText("Turn 2: “No berth is free.”");
  await timeline.reason.click();
  await expect(timeline.row("Message", "No berth is free.")).toBeVisible();
  await expect(page).toHaveURL(/event=4/);

  await page.getByRole("treeitem").filter({ hasText: "two" }).click();
  await timeline.expectVerdict("Failed");
  await expect(timeline.verdict).toContainText("This exchange");
  await expect(timeline.verdict).toContainText("205 ms");
  await expect(timeline.verdict).not.toContainText("turns");
  await timeline.expectTask("task-2");
  await expect(timeline.reason).toHaveText("“No berth is free.”");
  await expect(transport.position).toHaveText("event 2 / 2");
  await timeline.timingButton.click();
  await expect(timeline.timing).toContainText("The agent reported the task as failed");
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Show the whole run" }).click();
  await timeline.expectVerdict("Completed");
  await expect(timeline.verdict).not.toContainText("This exchange");
});

test("idle time is collapsed, and drawn in full on request", async ({ loupe }) => {
  const { page, timeline, transport } = loupe;
  // Wide enough for the bars beside the rows.
  await page.setViewportSize({ width: 1600, height: 900 });
  await loupe.open();
  await loupe.chooseContent("turns.jsonl", threeTurns());
  await timeline.expectVerdict("Completed");
  const fold = page.locator("[data-part=fold]");
  await expect(fold).toHaveText(/^⋯ 41 s/);
  // The collapsed time is empty; later events are drawn at their true times.
  const box = await page.getByRole("slider", { name: "Playhead" }).boundingBox();
  const folded = await fold.boundingBox();
  if (!box || !folded) throw new Error("no overview");
  // Beside the rows too; and the lane of the first task ends where the task did.
  await expect(page.locator("[data-part=axis-fold]")).toHaveAttribute("title", /^41 s idle/);
  const end = transport.lanes.first().locator("[data-part=lane-segment]").last();
  await expect(end).toHaveAttribute("title", "completed");
  const ended = await end.boundingBox();
  expect((ended?.x ?? Number.NaN) + (ended?.width ?? 0)).toBeLessThan(folded.x + folded.width / 2);
  await page.mouse.click(folded.x + folded.width / 2, box.y + 5);
  await expect(transport.position).toContainText("event 3 / 8");
  await page.mouse.click(box.x + box.width - 1, box.y + 5);
  await transport.expectEvent(8);
  await expect(page.locator("[data-part=playhead]")).toHaveText(/^41\.8/);

  await transport.toggleIdleFolds();
  await expect(fold).toHaveCount(0);
  await expect(page).toHaveURL(/idle=full/);
  await transport.toggleIdleFolds();
  await expect(fold).toHaveCount(1);
});
