// Logs of other tools: a run in each format opens to the same rows, from a file, pasted text or the
// clipboard. Reading a long log can be stopped.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Loupe } from "./panels/loupe.ts";
import { expect, LONG, test } from "./support/fixtures.ts";
import { createChunk, createTaskEvents, formatSseLog, readFixtureFile } from "./support/logs.ts";

const ANSWER = "Grüße, Welt 🌍 – 日本 👩‍👩‍👧!";
const FORMATS = readdirSync(join(import.meta.dirname, "..", "fixtures", "formats"));

test.beforeEach(({ loupe }) => loupe.open());

async function runIsThere(loupe: Loupe): Promise<void> {
  await loupe.timeline.expectVerdict("Completed");
  await loupe.timeline.row("Artifact").click();
  await expect(loupe.inspector.rendered).toHaveText(ANSWER);
}

test.describe("a run saved by other tools", () => {
  const kept = [
    "curl-verbose-meter.txt",
    "http-capture-zipped.bin",
    "har-chrome.har",
    "collector-docker.jsonl",
    "collector-loki.json",
    "packed-several.zip",
    "utf16-marked.txt",
  ];

  test("opens by its content when dropped on the window", async ({ loupe }) => {
    for (const name of kept) {
      expect(FORMATS).toContain(name);
      await loupe.drop(`${name}.log`, readFixtureFile(`formats/${name}`));
      await loupe.expectOpen(`${name}.log`);
      await runIsThere(loupe);
    }
  });

  test(
    "opens with unrelated lines, which are counted and not reported as errors",
    LONG,
    async ({ loupe }) => {
      await loupe.drop("agent.log", readFixtureFile("formats/collector-kubectl.log"));
      await runIsThere(loupe);
      await expect(loupe.timeline.panel).toContainText("Skipped: 3 lines that are not A2A");
      await expect(loupe.timeline.panel).not.toContainText("Couldn't read");
      await loupe.timeline.panel.getByRole("button", { name: "Show skipped" }).click();
      await expect(loupe.timeline.panel).toContainText("Started server process");
    },
  );
});

test.describe("a log on the clipboard", () => {
  test.beforeEach(async ({ context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  });

  const copy = (loupe: Loupe, text: string) =>
    loupe.page.evaluate((copied) => navigator.clipboard.writeText(copied), text);

  test("opens when pasted on the start page, even into the address box", async ({ loupe }) => {
    await copy(loupe, readFixtureFile("formats/curl-verbose.txt").toString());
    await expect(loupe.connect.address).toBeFocused();
    await loupe.page.keyboard.press("Control+v");
    await loupe.expectOpen("Pasted log");
    await runIsThere(loupe);
    await loupe.open();
    await loupe.page.getByRole("heading", { level: 1 }).click();
    await loupe.page.keyboard.press("Control+v");
    await runIsThere(loupe);
  });

  test("is not mistaken for an address, which may end in a newline", LONG, async ({ loupe }) => {
    await copy(loupe, "http://127.0.0.1:1/agent\n");
    await loupe.page.keyboard.press("Control+v");
    await expect(loupe.connect.address).toHaveValue("http://127.0.0.1:1/agent");
  });

  test("opens from the palette, even with a run open", async ({ loupe }) => {
    await loupe.drop("first.sse", formatSseLog(createTaskEvents(createChunk("the first"))));
    await loupe.timeline.expectVerdict("Completed");
    await copy(loupe, readFixtureFile("formats/text-pretty.log").toString());
    await loupe.palette.choose("Open from clipboard");
    await loupe.expectOpen("Clipboard");
    await runIsThere(loupe);
  });

  test("does not replace a run when pasted next to it", LONG, async ({ loupe }) => {
    await loupe.drop("first.sse", formatSseLog(createTaskEvents(createChunk("the first"))));
    await loupe.timeline.expectVerdict("Completed");
    await copy(loupe, formatSseLog(createTaskEvents(createChunk("the second"))));
    await loupe.timeline.row("Artifact").click();
    await loupe.page.keyboard.press("Control+v");
    await expect(loupe.inspector.rendered).toHaveText("the first");
  });

  test("that the browser does not release is reported", LONG, async ({ context, loupe }) => {
    await context.clearPermissions();
    await loupe.page.evaluate(() => {
      const readText = () => Promise.reject(new DOMException("Read permission denied."));
      Object.defineProperty(navigator.clipboard, "readText", { value: readText });
    });
    await loupe.palette.choose("Open from clipboard");
    await expect(loupe.timeline.problem).toContainText("blocked access to the clipboard");
    await loupe.drop("first.sse", formatSseLog(createTaskEvents(createChunk("the first"))));
    await loupe.timeline.expectVerdict("Completed");
    await loupe.palette.choose("Open from clipboard");
    await expect(loupe.library.toast("blocked access to the clipboard")).toBeVisible();
    await loupe.timeline.expectVerdict("Completed");
  });
});

test("reading a long log can be stopped, and what was read stays", async ({ loupe, page }) => {
  // A slow page: it never acknowledges what it receives.
  await page.addInitScript(() => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (this: Worker, message: { type: string }) {
      if (message.type !== "ack") postMessage.call(this, message);
    };
  });
  await loupe.open();
  const line = "All work and no play. ".repeat(50);
  const log = formatSseLog(
    createTaskEvents(...Array.from({ length: 8000 }, (_, i) => createChunk(line, i > 0))),
  );
  await loupe.chooseContent("long.sse", log);
  const { panel } = loupe.timeline;
  await expect(panel.getByRole("progressbar", { name: "Reading the log" })).toBeVisible();
  await expect(panel).toContainText(/Reading the log: [1-9]\d? %/);
  await panel.getByRole("button", { name: "Stop reading" }).click();
  await panel.getByRole("button", { name: "Skipped parts" }).click();
  await expect(panel).toContainText("reading was stopped here");
  await expect(loupe.timeline.row("Artifact")).toHaveCount(1);
});
