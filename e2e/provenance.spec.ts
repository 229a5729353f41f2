// Provenance: from any character to its chunk, its frame and its bytes, and back.
import { expect, test } from "./support/fixtures.ts";
import { createChunk, createRecordingLog, createTaskEvents, formatSseLog } from "./support/logs.ts";

const WORDS = ["Grüße ", "aus ", "日本 ", "👩‍👩‍👧 ", "an ", "alle."];

test.beforeEach(async ({ loupe }) => {
  const events = createTaskEvents(...WORDS.map((word, index) => createChunk(word, index > 0)));
  await loupe.open();
  await loupe.chooseContent("greeting.jsonl", createRecordingLog({ prompt: "greet", events }));
  await loupe.timeline.expectVerdict("Completed");
  await loupe.timeline.row("Artifact").click();
  await expect(loupe.inspector.rendered).toHaveText(WORDS.join(""), { useInnerText: true });
});

test("a character leads to its chunk, its frame and its bytes", async ({ loupe }) => {
  const { inspector, transport } = loupe;
  await inspector.clickOn("日本");
  await expect(inspector.chunkPosition).toHaveText("chunk 3 of 6 · chars 11–13");
  await expect(inspector.chunkSource).toContainText("frame #4");
  await expect(inspector.chunkSource).toContainText("+0.400 s");
  await expect(inspector.chunkSource).toContainText("append=true");
  await expect(inspector.violationBytes).toHaveText("日本 ");
  await inspector.chunkSource.getByRole("button", { name: "Show in Wire" }).click();
  await expect(inspector.wireHit).toHaveText("日本 ");
  await expect(inspector.position).toContainText("frame #4");
  await inspector.show("Decoded");
  await expect(inspector.decoded).toContainText("日本 ");
  await inspector.nextFrame.click();
  await expect(inspector.decoded).toContainText("👩‍👩‍👧 ");
  await inspector.show("Rendered");
  await expect(inspector.chunkPosition).toContainText("chunk 4 of 6");
  await inspector.chunkSource.getByRole("button", { name: "Move playhead here" }).click();
  await transport.expectEvent(5);
  await expect(inspector.fact("Frames")).toHaveText("4");
});

test("a frame leads to its characters", async ({ loupe, page }) => {
  const { inspector } = loupe;
  await inspector.show("Chunks");
  await expect(inspector.chunks.getByRole("row")).toHaveCount(WORDS.length);
  await inspector.chunks.getByRole("row").nth(4).click();
  await expect(inspector.chunkPosition).toContainText("chunk 5 of 6");
  await expect(inspector.chunkSource).toContainText("frame #6");
  await expect(inspector.violationBytes).toHaveText("an ");
  await page.keyboard.press("ArrowUp");
  await expect(inspector.chunkPosition).toContainText("chunk 4 of 6");
  await inspector.show("Rendered");
  await expect(inspector.marks).not.toHaveCount(0);
  await inspector.chunk.focus();
  await page.keyboard.press("Home");
  await expect(inspector.chunk).toHaveAttribute("aria-valuetext", "chunk 1 of 6 · chars 1–6");
  await expect(inspector.chunkSource).toContainText("append=false");
  await page.keyboard.press("ArrowRight");
  await expect(inspector.violationBytes).toHaveText("aus ");
  await inspector.chunkSource.getByRole("button", { name: "Unpin" }).click();
  await expect(inspector.chunkPosition).toContainText("chunk 6 of 6");
});

test("selected text is copied exactly, by mouse and by keyboard", async ({
  loupe,
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { inspector } = loupe;
  const copied = async () => {
    await page.evaluate(() => navigator.clipboard.writeText(""));
    await page.keyboard.press("Control+c");
    return page.evaluate(() => navigator.clipboard.readText());
  };
  // Across chunks, from the middle of one to the middle of another.
  await inspector.dragOver("aus", "an");
  expect(await copied()).toBe("aus 日本 👩‍👩‍👧 an");
  await inspector.clickOn("Grüße");
  await inspector.rendered.press("Control+a");
  expect(await copied()).toBe(WORDS.join(""));
});

test("rendered Markdown is copied as displayed, and its source as received", async ({
  loupe,
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { inspector, timeline } = loupe;
  const source = "Some **bold** words and `code`,\n\nthen  two  spaces.\n";
  const pieces = source.match(/[\s\S]{1,5}/g) ?? [];
  await loupe.chooseContent(
    "marked.sse",
    formatSseLog(createTaskEvents(...pieces.map((piece, i) => createChunk(piece, i > 0)))),
  );
  await loupe.expectOpen("marked.sse");
  await timeline.row("Artifact").click();
  await expect(inspector.rendered.locator("strong")).toHaveText("bold");
  await inspector.dragOver("Some", "code");
  await page.keyboard.press("Control+c");
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toBe("Some bold words and code");
  await inspector.rendered.press("Control+a");
  await page.keyboard.press("Control+c");
  await expect.poll(copied).toBe(source);
  await inspector.panel.getByRole("button", { name: "Plain text" }).click();
  await inspector.dragOver("**bold**", "then");
  await page.keyboard.press("Control+c");
  await expect.poll(copied).toBe("**bold** words and `code`,\n\nthen");
});

test("copied content is exact", async ({ loupe, page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { inspector } = loupe;
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await inspector.clickOn("👩‍👩‍👧");
  await expect(inspector.chunkPosition).toContainText("chunk 4 of 6");
  await inspector.chunkSource.getByRole("button", { name: "Copy the chunk's text" }).click();
  await expect.poll(copied).toBe("👩‍👩‍👧 ");
  await inspector.chunkSource.getByRole("button", { name: "Copy the frame" }).click();
  await expect.poll(copied).toBe(formatSseLog([createChunk("👩‍👩‍👧 ", true)]));
  await inspector.panel.getByRole("button", { name: "Copy the exact text" }).click();
  await expect.poll(copied).toBe(WORDS.join(""));
});
