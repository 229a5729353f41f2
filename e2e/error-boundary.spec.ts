// If a part of Loupe crashes, it shows an error and everything else keeps working.
import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { expect, LONG, test } from "./support/fixtures.ts";
import { createChunk, createRecordingLog, createTaskEvents } from "./support/logs.ts";
import { RequestGate } from "./support/request-gate.ts";

const LOG = createRecordingLog({
  prompt: "hello",
  events: createTaskEvents(createChunk("One "), createChunk("two", true)),
});

/** Makes creating a ResizeObserver fail until it is restored. */
function sabotage(page: Page): Promise<void> {
  return page.evaluate(() => {
    const { ResizeObserver } = window;
    const original = { ResizeObserver };
    class Sabotaged {
      constructor() {
        throw new Error("sizes are out of order");
      }
    }
    Object.assign(window, {
      ResizeObserver: Sabotaged,
      mend: () => Object.assign(window, original),
    });
  });
}

function mend(page: Page): Promise<void> {
  return page.evaluate(() => (window as unknown as { mend(): void }).mend());
}

test("a pane that crashes leaves the others working, and can be reloaded", async ({
  loupe,
  page,
}) => {
  const { timeline, inspector } = loupe;
  await loupe.open();
  await loupe.chooseContent("story.jsonl", LOG);
  await timeline.row("Artifact").click();
  // Once the row is shown, only the next tab breaks.
  await expect(inspector.rendered).toContainText("One two");
  await sabotage(page);
  await inspector.show("Chunks");
  const broken = inspector.panel.getByRole("alert");
  await expect(broken).toContainText("“Chunks” of this row couldn’t be shown");
  await expect(broken).toContainText("sizes are out of order");
  await expectAccessible(page, "a broken pane", "[data-testid=inspector]");
  await inspector.show("Decoded");
  await expect(inspector.panel).toContainText("artifactId");
  await timeline.expectVerdict("Completed");
  await inspector.show("Chunks");
  await expect(broken).toBeVisible();
  await mend(page);
  await broken.getByRole("button", { name: "Try again" }).click();
  await expect(broken).toHaveCount(0);
  await expect(inspector.panel).toContainText("two");
});

test("a dialog that crashes can be closed like any other", LONG, async ({ loupe, page }) => {
  const { library, timeline } = loupe;
  await loupe.connectToDemo();
  await loupe.composer.sendMessage("hello");
  await timeline.expectVerdict("Completed");
  await sabotage(page);
  await library.open();
  await expect(library.dialog.getByRole("alert")).toContainText("“Library” couldn’t be shown");
  await expectAccessible(page, "a broken dialog", "dialog[open]");
  await library.close();
  await timeline.expectVerdict("Completed");
  await mend(page);
  await library.open();
  await expect(library.dialog.getByRole("alert")).toHaveCount(0);
  await expect(library.row("hello")).not.toHaveCount(0);
});

test("a page that crashes as a whole reopens in the same state", LONG, async ({ loupe, page }) => {
  const { rail, timeline } = loupe;
  await loupe.connectToDemo();
  await loupe.composer.sendMessage("hello");
  await timeline.expectVerdict("Completed");
  const wide = page.viewportSize() ?? { width: 1400, height: 900 };
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(page.getByRole("navigation", { name: "Panes" })).toBeVisible();
  await sabotage(page);
  await page.setViewportSize(wide);
  const broken = page.getByRole("alert").filter({ hasText: "This page couldn’t be shown" });
  await expect(broken).toContainText("Everything received stays recorded");
  await mend(page);
  await broken.getByRole("button", { name: "Try again" }).click();
  await timeline.expectVerdict("Completed");
  await expect(rail.tasks).not.toHaveCount(0);
});

test("an error before the first event is shown without an event", LONG, async ({ loupe }) => {
  const { timeline, inspector, problems } = loupe;
  await loupe.open();
  await loupe.chooseContent("empty.jsonl", createRecordingLog({ prompt: "hello", events: [] }));
  await timeline.expectVerdict("No events");
  await timeline.row("HTTP").first().click();
  await inspector.show("Problems");
  await expect(inspector.panel).toContainText("STR-EMPTY");
  await expect(inspector.panel).toContainText("at response end");
  await expect(inspector.panel).not.toContainText("first at frame");
  await problems.tag.click();
  await expect(problems.line("STR-EMPTY")).toContainText("at response end");
});

test("content that fails to load shows an error, blocks nothing, and can be loaded later", async ({
  loupe,
  page,
}) => {
  const { composer, palette } = loupe;
  const scripts = await RequestGate.install(page, "**/*.js");
  await loupe.open();
  scripts.refuse();
  await loupe.drop("story.jsonl", LOG);
  await expect(page.locator("[data-part=toast]")).toContainText("Couldn't load this part of Loupe");
  scripts.open();
  await loupe.connectToDemo();
  await composer.message.fill("draft");
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  scripts.refuse();
  await palette.open();
  await expect(palette.dialog.getByRole("status")).toContainText("Couldn't load");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  const missing = page.getByRole("dialog", { name: "Couldn't load this dialog" });
  await expect(missing.getByRole("alert")).toContainText("This dialog couldn’t be shown");
  await expectAccessible(page, "a dialog that failed to load", "dialog[open]");
  scripts.open();
  await missing.getByRole("button", { name: "Try again" }).click();
  await expect(palette.sheet).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(composer.message).toHaveValue("draft");
  await page.keyboard.press("Control+k");
  await expect(palette.results.first()).toBeVisible();
});
