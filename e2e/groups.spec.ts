// Runs of many turns and tasks: rows by turn, collapsed and expanded, without protocol noise, and found
// in the rail.
import type { TimelinePanel } from "./panels/timeline.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, LONG, test } from "./support/fixtures.ts";
import {
  createChunk,
  createManyTurnsLog,
  createRecordingLog,
  createTaskEvents,
} from "./support/logs.ts";

const TURNS = 200;

/** The number of lines: headers and rows. */
const readLines = async ({ list }: TimelinePanel) =>
  Number(await list.getAttribute("aria-rowcount"));

test(
  "two hundred turns are collapsed, expanded and searched by keyboard",
  LONG,
  async ({ loupe, page }) => {
    const { timeline, filter } = loupe;
    const { keyboard } = page;
    await loupe.open();
    await loupe.chooseContent("turns.jsonl", createManyTurnsLog(TURNS));
    const first = timeline.headers.first();
    await expect(first).toContainText("Question 0 about task 0");
    await expect(first).toContainText("Input required");
    await expect(first).toContainText("4 events");
    await expect(first).toHaveAttribute("aria-expanded", "true");
    await timeline.expectVerdict("Completed");
    // The time in which the agent worked has room where the counts have none.
    await expect(timeline.verdict.getByText("1 min 21 s")).toBeVisible();
    const lines = await readLines(timeline);
    // A recording that is complete opens at its first row, as the file did.
    await expect(page).toHaveURL(/run=/);
    await loupe.reload();
    await expect(first).toContainText("Question 0 about task 0");

    // A row leads to its header; the focus goes with it.
    await timeline.rows.nth(1).click();
    await keyboard.press("ArrowLeft");
    await expect(first).toBeFocused();
    await keyboard.press("ArrowLeft");
    await expect(first).toHaveAttribute("aria-expanded", "false");
    await expect(timeline.headers.nth(1)).toHaveAttribute("aria-rowindex", "2");
    await keyboard.press("Enter");
    await expect(first).toHaveAttribute("aria-expanded", "true");
    await keyboard.press("Shift+ArrowLeft");
    await expect(timeline.list).toHaveAttribute("aria-rowcount", String(TURNS));
    await expect(first).toBeFocused();
    await keyboard.press("End");
    const last = timeline.headers.last();
    await expect(last).toContainText("Question 199 about task 39");
    await expect(last).toBeFocused();
    await expectAccessible(page, "many turns");

    // What is found is shown, and what leads to a row expands its turn only.
    await filter.query.fill("question 117.");
    await expect(timeline.list).toHaveAttribute("aria-rowcount", "1");
    await timeline.headers.first().click();
    await timeline.row("Artifact", "The answer to question 117.").click();
    await filter.clear.click();
    await expect(timeline.list).toHaveAttribute("aria-rowcount", String(TURNS + 6));
    await expect(timeline.row("Artifact", "The answer to question 117.")).toBeVisible();
    await page.getByRole("button", { name: "Expand all turns" }).click();
    await expect(timeline.list).toHaveAttribute("aria-rowcount", String(lines));
    await expect(timeline.row("Artifact", "The answer to question 117.")).toBeInViewport();
  },
);

test("protocol noise is hidden, counted, in the address and remembered", async ({
  loupe,
  page,
}) => {
  const { timeline, filter } = loupe;
  await loupe.open();
  await loupe.chooseContent("turns.jsonl", createManyTurnsLog(4));
  await timeline.expectVerdict("Input required");
  const all = await readLines(timeline);
  await filter.noise.click();
  await expect(timeline.row("HTTP")).toHaveCount(0);
  await expect(timeline.row("State", "working")).toHaveCount(0);
  await expect(timeline.row("State", "input-required")).toHaveCount(4);
  // Of each turn: the head, its first state and its end.
  await expect(filter.noise).toHaveText("Noise12 hidden");
  expect(await readLines(timeline)).toBe(all - 12);
  await expect(page).toHaveURL(/noise=hidden/);
  // A search for noise alone says so.
  await filter.query.fill("stream ended");
  await page.getByRole("button", { name: /^Show \d+ hidden rows$/ }).click();
  await expect(timeline.row("HTTP", "stream ended")).toHaveCount(4);
  await filter.clear.click();
  await expect(timeline.list).toHaveAttribute("aria-rowcount", String(all));

  await filter.noise.click();
  await expect(timeline.list).toHaveAttribute("aria-rowcount", String(all - 12));
  await loupe.open();
  await loupe.chooseContent("others.jsonl", createManyTurnsLog(2));
  await expect(timeline.headers).toHaveCount(2);
  await expect(timeline.row("HTTP")).toHaveCount(0);
});

test("a single turn with a single task has no header", async ({ loupe }) => {
  const { timeline } = loupe;
  await loupe.open();
  const events = createTaskEvents(createChunk("One."));
  await loupe.chooseContent("one.jsonl", createRecordingLog({ prompt: "one", events }));
  await timeline.expectVerdict("Completed");
  await expect(timeline.rows).not.toHaveCount(0);
  await expect(timeline.headers).toHaveCount(0);
});

test("the rail lists all tasks and contexts, and finds one", async ({ loupe, page }) => {
  const { rail, timeline } = loupe;
  await loupe.open();
  await loupe.chooseContent("turns.jsonl", createManyTurnsLog(TURNS));
  await timeline.headers.first().waitFor();
  await expect(rail.group("Context")).not.toHaveCount(0);
  await rail.search.fill("000000000031");
  await expect(rail.tasks).toHaveCount(1);
  await expect(rail.group("Context")).toHaveCount(1);
  await rail.tasks.first().click();
  await expect(timeline.headers.first()).toContainText("Question 155 about task 31");
  await page.getByRole("button", { name: "Collapse all turns" }).click();
  await expect(timeline.headers).toHaveCount(5);
  await rail.search.fill("nothing like it");
  await expect(rail.panel.getByText("No exchanges match.")).toBeVisible();
  await rail.search.press("Escape");
  await expect(rail.search).toHaveValue("");
  await expect(rail.everything).toBeVisible();
  // Beside the pauses, the agent worked for 81 seconds.
  await expect(timeline.verdict).toContainText("1 min 21 s active of 12 min 2 s");
});
