// Files from an agent are displayed from their own bytes if possible, and saved unchanged.
import { readFile } from "node:fs/promises";
import type { Frame } from "@playwright/test";
import { createPdf, createPng, createWav, readWebm } from "../fixtures/files.ts";
import type { Loupe } from "./panels/loupe.ts";
import { expect, LONG, test } from "./support/fixtures.ts";
import { createTaskEvents, formatSseLog } from "./support/logs.ts";
import { recordPageErrors } from "./support/page-errors.ts";

interface Sent {
  name: string;
  mimeType: string;
  content: Buffer;
}

const sent = (name: string, mimeType: string, content: Buffer): Sent => ({
  name,
  mimeType,
  content,
});

async function open(loupe: Loupe, ...files: readonly Sent[]): Promise<void> {
  const parts = files.map(({ name, mimeType, content }) => ({
    kind: "file",
    file: { name, mimeType, bytes: content.toString("base64") },
  }));
  const artifact = { artifactId: "files", name: "files", parts };
  const update = { kind: "artifact-update", taskId: "task-1", contextId: "context-1", artifact };
  await loupe.open();
  await loupe.chooseContent("files.sse", formatSseLog(createTaskEvents(update)));
  await loupe.timeline.expectVerdict("Completed");
  await loupe.timeline.row("Artifact").click();
}

test("images, audio and video are shown without any request", async ({ loupe }) => {
  const { errors, foreignRequests } = recordPageErrors(loupe.page);
  const { inspector } = loupe;
  await open(
    loupe,
    sent("dot.png", "image/png", createPng()),
    sent("tone.wav", "audio/wav", createWav(300)),
    sent("colours.webm", "video/webm", readWebm()),
  );
  const picture = inspector.file("dot.png").locator("img");
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
  const sound = inspector.file("tone.wav").locator("audio");
  await expect
    .poll(() => sound.evaluate(({ duration }: HTMLAudioElement) => duration))
    .toBeCloseTo(0.3);
  const film = inspector.file("colours.webm").locator("video");
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBe(64);
  expect(foreignRequests).toEqual([]);
  expect(errors).toEqual([]);
});

test("a document opens on request in the browser's own viewer", async ({ loupe }) => {
  const { errors, foreignRequests } = recordPageErrors(loupe.page);
  const { inspector, page } = loupe;
  await open(loupe, sent("page.pdf", "application/pdf", createPdf("Only a page.")));
  const file = inspector.file("page.pdf");
  await expect(file.locator("iframe")).toHaveCount(0);
  await file.getByRole("button", { name: "Show pages" }).click();
  await expect(file.locator("iframe")).toHaveAttribute("src", /^blob:/);
  // The browser's viewer has embedded the page.
  const isViewer = (frame: Frame) => frame.url().startsWith("chrome-extension://");
  await expect.poll(() => page.frames().some(isViewer)).toBe(true);
  expect(foreignRequests.filter((url) => /^(?:https?|wss?|file):/.test(url))).toEqual([]);
  expect(errors).toEqual([]);
});

test("a browser without a viewer shows a note", LONG, async ({ loupe }) => {
  await loupe.page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, "pdfViewerEnabled", { value: false });
  });
  await open(loupe, sent("page.pdf", "application/pdf", createPdf("Only a page.")));
  const file = loupe.inspector.file("page.pdf");
  await expect(file).toContainText("This browser can’t display the file");
  await expect(file.getByRole("button", { name: "Save" })).toBeVisible();
});

test(
  "a file that does not match its media type shows a note, and is saved unchanged",
  LONG,
  async ({ loupe }) => {
    const { inspector, page } = loupe;
    const noise = Buffer.from(Array.from({ length: 2000 }, (_, i) => (i * 37) & 255));
    await open(
      loupe,
      sent("noise.mp3", "audio/mpeg", noise),
      sent("noise.zip", "application/zip", noise),
      sent("letter.pdf", "application/pdf", Buffer.from("<script>window.__pwned=1</script>")),
    );
    await expect(inspector.file("noise.mp3")).toContainText("This browser can’t display the file");
    await expect(inspector.file("noise.zip")).toContainText("No preview for this file type");
    await expect(inspector.file("letter.pdf")).toContainText("No preview for this file type");
    const loading = page.waitForEvent("download");
    await inspector.file("noise.zip").getByRole("button", { name: "Save" }).click();
    const saved = await loading;
    expect(saved.suggestedFilename()).toBe("noise.zip");
    expect(await readFile(await saved.path())).toEqual(noise);
  },
);
