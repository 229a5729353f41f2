// One playhead for the whole screen: everything shows what was known at that event.
import type { Locator } from "@playwright/test";
import type { Loupe } from "./panels/loupe.ts";
import { Loupe as Tab } from "./panels/loupe.ts";
import { expect, LONG, test } from "./support/fixtures.ts";
import { createChunk, createRecordingLog, createTaskEvents } from "./support/logs.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

const WORDS = ["One ", "two ", "three ", "four ", "five ", "six"];
/** A task, six words and its end. */
const EVENTS = WORDS.length + 2;

/** `gap`: milliseconds between two events. */
async function openCount(loupe: Loupe, gap = 100): Promise<void> {
  const events = createTaskEvents(...WORDS.map((word, index) => createChunk(word, index > 0)));
  await loupe.open();
  await loupe.chooseContent("count.jsonl", createRecordingLog({ prompt: "count", events, gap }));
  await loupe.timeline.expectVerdict("Completed");
}

test("stepping through a run shows every row as it was", async ({ loupe, page }) => {
  const { timeline, transport, inspector } = loupe;
  await openCount(loupe);
  const rows = await timeline.readTitles();
  const answer = timeline.row("Artifact");
  await transport.expectEnd();
  await transport.expectEvent(EVENTS);
  await expect(timeline.futureRows).toHaveCount(0);
  await expect(answer).toContainText(WORDS.join("").trim());

  await transport.toStart.click();
  await transport.expectEvent(1);
  await expect(transport.playhead).toHaveAttribute(
    "aria-valuetext",
    /^event 1 of 8, 0\.100 seconds$/,
  );
  expect(await timeline.readTitles()).toHaveLength(rows.length);
  await expect(answer).toHaveAttribute("data-future", "true");
  await expect(timeline.row("State", "completed")).toHaveAttribute("data-future", "true");
  await expect(timeline.row("State", "working")).not.toHaveAttribute("data-future");

  await transport.stepForward.click();
  await transport.stepForward.click();
  await transport.expectEvent(3);
  await expect(timeline.frameCell(answer)).toHaveText("2");
  await expect(answer).toContainText("One two");
  await expect(answer).not.toContainText("three");
  await expect(answer).not.toHaveAttribute("data-future");
  await expect(timeline.row("State", "completed")).toHaveAttribute("data-future", "true");
  await expect(timeline.verdict).toContainText("Completed");
  await answer.click();
  await expect(inspector.fact("Frames")).toContainText("2");
  await expect(inspector.fact("Text")).toContainText("8 chars");

  await page.keyboard.press("[");
  await transport.expectEvent(2);
  await page.keyboard.press("Shift+]");
  await transport.expectEnd();
  await page.keyboard.press("Shift+[");
  await transport.expectEvent(1);
  await transport.divider.click();
  await transport.expectEnd();
  expect(await timeline.readTitles()).toEqual(rows);
});

test("the overview is a slider, by keyboard and by mouse", async ({ loupe, page }) => {
  const { timeline, transport } = loupe;
  await openCount(loupe);
  await transport.playhead.focus();
  for (const [key, event] of [
    ["Home", 1],
    ["ArrowRight", 2],
    ["ArrowUp", 3],
    ["ArrowLeft", 2],
    ["Shift+ArrowLeft", 1],
    ["Shift+ArrowRight", EVENTS],
  ] as const) {
    await page.keyboard.press(key);
    await transport.expectEvent(event);
    await expect(transport.playhead).toHaveAttribute(
      "aria-valuetext",
      `event ${event} of ${EVENTS}, ${(event / 10).toFixed(3)} seconds`,
    );
  }
  await transport.scrub(0.9, 0.55);
  await transport.expectEvent(4);
  await expect(timeline.row("Artifact")).toContainText("One two three");
  await expect(timeline.row("Artifact")).not.toContainText("four");
  await transport.point(0.3);
  await transport.expectEvent(2);
  await page.keyboard.press("End");
  await transport.expectEnd();
});

test("play runs to the end, and can be paused", async ({ loupe, page }) => {
  const { transport, timeline } = loupe;
  // It must not be over before it is paused.
  await openCount(loupe, 2000);
  await transport.setSpeed("0.5×");
  await transport.play.click();
  await transport.pause.click();
  await expect(transport.play).toBeVisible();
  await expect(timeline.futureRows).not.toHaveCount(0);
  await transport.setSpeed("max");
  await timeline.rows.first().click();
  await page.keyboard.press("Space");
  await transport.expectEnd();
  await expect(transport.play).toBeVisible();
  await expect(timeline.futureRows).toHaveCount(0);
});

test("a selected time range shows its measures, and can fill the axis", async ({ loupe, page }) => {
  const { transport, timeline } = loupe;
  // The bytes of a row have their own column if there is space.
  await page.setViewportSize({ width: 1600, height: 900 });
  await openCount(loupe);
  await transport.markRange(0.01, 0.985);
  const bytes = await timeline
    .row("HTTP", "stream ended")
    .getByRole("gridcell")
    .nth(5)
    .textContent();
  await expect(transport.timeRange).toContainText(`${EVENTS} frames`);
  expect(bytes).not.toBeNull();
  await transport.markRange(0.3, 0.55);
  await expect(transport.timeRange).toContainText("2 frames");
  await expect(transport.timeRange).toContainText(/\d+ B$/);
  await page.keyboard.press("z");
  await expect(transport.timeRange).toHaveCount(0);
  await expect(transport.showAll).toBeVisible();
  // What was a quarter fills the axis.
  await transport.markRange(0.02, 0.98);
  await expect(transport.timeRange).toContainText("2 frames");
  await page.keyboard.press("Shift+Z");
  await expect(transport.showAll).toHaveCount(0);
  await transport.expectEnd();
});

test("the edges of a time range are moved by pointer", LONG, async ({ loupe }) => {
  const { transport } = loupe;
  await openCount(loupe);
  await transport.markRange(0.3, 0.55);
  await expect(transport.timeRange).toContainText("2 frames");
  await transport.dragEdge(transport.rangeEnd, 0.95);
  await expect(transport.timeRange).toContainText("5 frames");
  await transport.dragEdge(transport.rangeStart, 0.02);
  await expect(transport.timeRange).toContainText("7 frames");
  // An edge never passes the other.
  await transport.dragEdge(transport.rangeStart, 0.99);
  await expect(transport.timeRange).toContainText("0.0 ms · 0 frames · 0 B");
  await transport.expectEnd();
});

test("a time range is selected, moved and cleared by keyboard", LONG, async ({ loupe, page }) => {
  const { keyboard } = page;
  const { transport } = loupe;
  await openCount(loupe);
  await transport.playhead.focus();
  await keyboard.press("Home");
  await keyboard.press("Shift+ArrowRight");
  await keyboard.press("Home");
  await keyboard.press("Enter");
  await expect(transport.rangeEnd).toBeFocused();
  await expect(transport.timeRange).toContainText("1 frame");
  await keyboard.press("Shift+ArrowRight");
  await expect(transport.rangeEnd).toHaveAttribute("aria-valuetext", "0.200 seconds");
  await keyboard.press("Shift+ArrowRight");
  await expect(transport.timeRange).toContainText("3 frames");
  await keyboard.press("Shift+ArrowLeft");
  await expect(transport.rangeEnd).toHaveAttribute("aria-valuetext", "0.200 seconds");
  await keyboard.press("End");
  await expect(transport.timeRange).toContainText(`${EVENTS} frames`);
  await keyboard.press("Shift+Tab");
  await expect(transport.rangeStart).toBeFocused();
  await keyboard.press("End");
  await expect(transport.timeRange).toContainText("0 frames");
  await keyboard.press("Home");
  await expect(transport.rangeStart).toHaveAttribute("aria-valuetext", "0.000 seconds");
  await keyboard.press("ArrowRight");
  await expect(transport.rangeStart).not.toHaveAttribute("aria-valuetext", "0.000 seconds");
  await keyboard.press("Escape");
  await expect(transport.timeRange).toHaveCount(0);
  await expect(transport.rangeStart).toHaveCount(0);
  await expect(transport.playhead).toBeFocused();
  await transport.expectEvent(1);
});

test("a link contains the event, the row, the tab and the filter", async ({
  loupe,
  context,
  startAgent,
}) => {
  const agent = await startAgent("1.0");
  await loupe.connectTo(agent.url);
  await loupe.composer.sendMessage("stream");
  await loupe.timeline.expectVerdict("Completed");
  await loupe.transport.toStart.click();
  for (let step = 0; step < 4; step += 1) await loupe.transport.stepForward.click();
  await loupe.timeline.row("Artifact").click();
  await loupe.inspector.show("Chunks");
  await loupe.filter.kind("HTTP").click();
  await loupe.filter.query.fill("Welt");
  await expect(loupe.page).toHaveURL(/run=.*&at=\d+&row=\d+&tab=chunks&hide=http&find=Welt/);

  const other = new Tab(await context.newPage());
  await other.open(loupe.page.url());
  await expect(other.transport.position).toHaveText(
    (await loupe.transport.position.textContent()) ?? "",
  );
  await expect(other.inspector.tab("Chunks")).toHaveAttribute("aria-selected", "true");
  await expect(other.filter.query).toHaveValue("Welt");
  await expect(other.filter.kind("HTTP")).toHaveAttribute("aria-pressed", "false");
  expect(await other.timeline.readCells()).toEqual(await loupe.timeline.readCells());
  await expect(other.inspector.title).toHaveText((await loupe.inspector.title.textContent()) ?? "");
});

test("of a run of minutes and hours, every time is whole and says the same", async ({
  loupe,
  page,
}) => {
  const { inspector, timeline } = loupe;
  const log = (gap: number) =>
    createRecordingLog({ prompt: "wait", events: createTaskEvents(createChunk("Done.")), gap });
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const [gap, duration, time, label] of [
    [408_837.8, "20 min 27 s", "+20:26.513", "20:27"],
    [3_701_666, "3 h 5 min", "+3:05:04.998", "3:05:05"],
  ] as const) {
    await loupe.open();
    await loupe.chooseContent(`gap-${gap}.jsonl`, log(gap));
    await timeline.expectVerdict("Completed");
    await expect(timeline.verdict).toContainText(duration);
    await expect(page.locator("[data-part=playhead]")).toHaveText(label);
    const state = timeline.row("State", "completed");
    const cell = state.getByRole("gridcell", { name: time });
    await expect(cell).toBeVisible();
    expect(await cell.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
    await state.click();
    await expect(inspector.fact("Time")).toHaveText(time);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("navigation", { name: "Panes" }).getByText("Timeline").click();
    expect(await cell.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 800 });
  }
});

test("the playhead does not cross the words about tasks without a lane", async ({
  loupe,
  page,
}) => {
  const { timeline, transport } = loupe;
  const events = Array.from({ length: 40 }, (_, i) => ({
    kind: "status-update",
    taskId: `task-${i}`,
    contextId: "context-1",
    status: { state: "completed" },
  }));
  const later = { prompt: "more", events: createTaskEvents(createChunk("More.")), gap: 30 };
  await loupe.open();
  await loupe.chooseContent(
    "many.jsonl",
    createRecordingLog({ prompt: "go", events, gap: 0.001 }, later),
  );
  await timeline.expectVerdict("Completed");
  const note = page.getByText(/^\d+ earlier tasks, listed beside the rows$/);
  const getEdges = async (part: Locator) => {
    const { x = 0, width = 0 } = (await part.boundingBox()) ?? {};
    return { from: x, to: x + width };
  };
  for (const move of [transport.toStart, transport.toEnd]) {
    await move.click();
    const words = await getEdges(note);
    const line = await getEdges(page.locator("[data-part=playhead]"));
    expect(words.to <= line.from || line.to <= words.from).toBe(true);
  }
});
