// The verdict: a word and a sentence, who ended the run, and a link to the evidence; and how the
// response was delivered, in text and on the overview.
import type { Locator } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/fixtures.ts";
import { createChunk, createRecordingLog, createTaskEvents } from "./support/logs.ts";

/** Parts of the strip that overlap what follows it, or extend beyond the strip. */
function findOverlaps(timeline: Locator): Promise<string[]> {
  return timeline.locator("[data-part=line]").evaluate((line) => {
    const parts = [...line.children].flatMap((part) =>
      part.matches("[data-part=facts], [data-part=ids]") ? [...part.children] : [part],
    );
    const boxes = parts
      .map((part) => ({ text: part.textContent, box: part.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0);
    if (boxes.length < 3) throw new Error("The strip has too few parts");
    const end = line.getBoundingClientRect().right;
    return boxes
      .filter(({ box }, i) => box.right > (boxes[i + 1]?.box.left ?? end) + 0.5)
      .map(({ text }) => text);
  });
}

test("a stream that breaks off shows who ended it, and leads to the evidence", async ({
  loupe,
  faultAgent,
}) => {
  const { page, composer, timeline, inspector } = loupe;
  await loupe.connectTo(faultAgent.url);
  await composer.sendMessage("cut");
  await timeline.expectVerdict("Connection lost");
  await expect(timeline.verdict).toHaveAttribute("data-kind", "cut");
  await expect(timeline.verdict).toContainText("by the agent");
  await timeline.reason.click();
  await expect(timeline.row("Error", "connection lost")).toHaveAttribute("aria-selected", "true");

  await timeline.timingButton.click();
  await expect(timeline.timing).toContainText("its final chunk never arrived");
  await expect(timeline.timingRow("First event")).toContainText(/\d ms$/);
  await expect(timeline.timingRow("Task states")).toContainText(/^working \d/);
  await expect(timeline.timingRow("Overhead")).toContainText(/bytes per character/);
  await expectAccessible(page, "verdict and timing", "[popover]:popover-open");
  await page.keyboard.press("Escape");
  await expect(timeline.timing).toBeHidden();
  await expect(timeline.timingButton).toBeFocused();

  await page.keyboard.press("Enter");
  await timeline.timing.getByRole("button", { name: /^Event \d+$/ }).click();
  await expect(timeline.timing).toBeHidden();
  await expect(timeline.row("State", "working")).toHaveAttribute("aria-selected", "true");
  await expect(inspector.title).toHaveText("working");
});

test("a stall is marked where it was, and listed with a link to it", async ({ loupe }) => {
  const { page, timeline, transport } = loupe;
  const words = Array.from({ length: 12 }, (_, i) => createChunk(`word ${i} `, i > 0));
  const lines = createRecordingLog({ prompt: "count", events: createTaskEvents(...words) }).split(
    "\n",
  );
  // What came after the sixth word came four seconds later.
  const late = lines.findIndex((line) => line.includes("word 6"));
  const log = lines.map((line, i) =>
    i < late || line === "" ? line : line.replace(/"t":(\d+)/, (_, t) => `"t":${Number(t) + 4000}`),
  );
  await loupe.open();
  await loupe.chooseContent("slow.jsonl", log.join("\n"));
  await timeline.expectVerdict("Completed");
  await expect(timeline.stallMarks).toHaveText(["4.10 s"]);
  await expect(timeline.stallMarks).toHaveAttribute("title", "No events for 4.10 s after event 7");

  await timeline.timingButton.click();
  await expect(timeline.timing).toContainText("The agent reported the task as completed.");
  await timeline.timingRow("1 stall").getByRole("button").click();
  await expect(timeline.row("Artifact", "answer")).toHaveAttribute("aria-selected", "true");
  await expect(page).toHaveURL(/event=6/);
  await transport.expectEnd();
});

test("no text about a run overlaps anything, however wide it is", async ({
  loupe,
  page,
  faultAgent,
}) => {
  const { connect, composer, timeline } = loupe;
  const holds = async () => {
    await timeline.rows.nth(2).click();
    for (const width of [800, 1000, 1130, 1180, 1280, 1440, 1600, 1700, 1920, 2560]) {
      await page.setViewportSize({ width, height: 600 });
      await expect
        .poll(() => findOverlaps(timeline.verdict), { message: `at ${width}` })
        .toEqual([]);
    }
  };
  await loupe.open();
  await loupe.chooseContent(
    "story.jsonl",
    createRecordingLog({ prompt: "hello", events: createTaskEvents(createChunk("One")) }),
  );
  await timeline.expectVerdict("Completed");
  await holds();
  await connect.connectTo(faultAgent.url);
  await composer.sendMessage("eof");
  await timeline.expectVerdict("Ended while working");
  await holds();
});
