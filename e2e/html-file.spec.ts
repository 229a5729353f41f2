// A run exported as one HTML file, opened from disk without a network.
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { writeHtmlLog } from "../lib/export/html.ts";
import { HtmlFilePage } from "./panels/html-file-page.ts";
import type { InspectorTab } from "./panels/inspector.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, LONG, test } from "./support/fixtures.ts";
import {
  ATTACK_TEXT,
  createAttackEvents,
  createRecordingLog,
  readFixtureFile,
} from "./support/logs.ts";

const TABS: readonly InspectorTab[] = ["Rendered", "Chunks", "Decoded", "Wire", "Problems"];
const RUN = readFixtureFile("recorded/frameworks/gemini-cli-tools.jsonl").toString();

// Colors in transition belong to neither theme.
test.use({ needsOwnContext: true });

async function handedOn(path: string, log: string, title: string): Promise<string> {
  const facts = {
    title,
    exportedAt: "2026-01-02T03:04:05Z",
    version: "1.2.3",
    redaction: null,
  };
  let page = "";
  for await (const piece of writeHtmlLog(
    readFileSync("public/viewer.html", "utf8"),
    [log],
    facts,
  )) {
    page += piece;
  }
  await writeFile(path, page);
  return path;
}

test("an HTML file is a read-only Loupe", async ({ page }, info) => {
  const file = await handedOn(info.outputPath("tides.html"), RUN, "Tides of Bergen");
  const htmlFile = new HtmlFilePage(page);
  const { timeline, inspector, transport, filter, palette, card, origin, about, pageErrors } =
    htmlFile;
  await htmlFile.openFrom(file);
  await timeline.expectVerdict("Input required");
  await expect(page).toHaveTitle("Input required · Tides of Bergen · Loupe");
  await expect(origin).toContainText("Tides of Bergen");
  await expect(htmlFile.summary.verdict).toContainText("Input required");
  await expect(htmlFile.summary.tools).not.toHaveCount(0);
  await expect(htmlFile.summary.nextStep("Save log")).toBeVisible();

  await test.step("its rows can be walked with shortcuts, and each leads to its bytes", async () => {
    await timeline.row("Tool").first().click();
    await expect(inspector.title).toHaveText("read_file");
    await page.keyboard.press("k");
    await expect(inspector.title).toContainText("I will read both files.");
    for (const [index, tab] of TABS.entries()) {
      await page.keyboard.press(String(index + 1));
      await expect(inspector.tab(tab)).toHaveAttribute("aria-selected", "true");
    }
    await timeline.row("Message").last().click();
    await inspector.show("Rendered");
    await expect(inspector.rendered.locator("strong")).toHaveText("Bergen");
    await inspector.show("Wire");
    await expect(inspector.wire).toContainText('"jsonrpc"');
    await page.keyboard.press("1");
    await expectAccessible(page, "an HTML file");
  });

  await test.step("its time can be stepped through, and its rows filtered", async () => {
    await transport.point(0.5);
    await expect(timeline.futureRows).not.toHaveCount(0);
    await transport.stepForward.click();
    await transport.toEnd.click();
    await transport.expectEnd();
    await filter.only("Tool");
    await expect(timeline.rows).toHaveCount(2);
    await filter.clear.click();
    await expect(timeline.rows).not.toHaveCount(2);
  });

  await test.step("its card is a separate page", async () => {
    await card.open.click();
    await expect(card.page.getByRole("heading", { level: 1 })).toHaveText("Gemini SDLC Agent");
    await expect(card.section("Interfaces").getByRole("button")).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(timeline.verdict).toBeVisible();
  });

  await test.step("a link into it opens the same view", async () => {
    await timeline.row("Tool").last().click();
    await inspector.show("Decoded");
    await expect(page).toHaveURL(/#.*tab=decoded/);
    const { hash } = new URL(page.url());
    const other = new HtmlFilePage(await page.context().newPage());
    await other.openFrom(file, hash);
    await expect(other.inspector.title).toHaveText("read_file");
    await expect(other.inspector.decoded).toBeVisible();
    expect(other.pageErrors).toEqual({ errors: [], foreignRequests: [] });
    await other.page.close();
  });

  await test.step("it offers nothing that needs a server", async () => {
    await expect(htmlFile.connect.address).toHaveCount(0);
    await expect(htmlFile.composer.message).toHaveCount(0);
    await expect(htmlFile.rail.savedLogs).toHaveCount(0);
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await palette.sheet.waitFor();
    const keys = [...(await palette.sheetLines()).keys()];
    expect(keys).toContain("Save log");
    for (const title of ["Send", "Open a log", "Operations on tasks", "Focus address"]) {
      expect(keys).not.toContain(title);
    }
    await page.keyboard.press("Escape");
    const theme = page.locator("html");
    await expect(theme).toHaveAttribute("data-theme", "light");
    await page.keyboard.press("t");
    await expect(theme).toHaveAttribute("data-theme", "dark");
  });

  await test.step("it states what it is, and saves its log", async () => {
    await origin.getByRole("button", { name: /^About this file/ }).click();
    await expect(about).toContainText("Loupe 1.2.3");
    await expect(about).toContainText("Nothing was redacted");
    await expectAccessible(page, "what an HTML file says of itself", "dialog[open]");
    await page.keyboard.press("Escape");
    expect(await htmlFile.savedLog()).toEqual({ name: "Tides of Bergen.jsonl", text: RUN });
  });

  expect(pageErrors).toEqual({ errors: [], foreignRequests: [] });
});

test("hostile content stays contained in such a file", async ({ page }, info) => {
  const file = await handedOn(
    info.outputPath("x.html"),
    createRecordingLog({ prompt: ATTACK_TEXT, events: createAttackEvents() }),
    ATTACK_TEXT,
  );
  const htmlFile = new HtmlFilePage(page);
  const { timeline, inspector, origin, pageErrors } = htmlFile;
  await htmlFile.openFrom(file);
  await expect(timeline.verdict).toBeVisible();
  await expect(origin).toContainText("</script>");
  for (const row of await timeline.getDrawnRows()) {
    await row.click();
    for (const tab of TABS) {
      await inspector.show(tab);
      await expect(inspector.tab(tab)).toHaveAttribute("aria-selected", "true");
    }
  }
  await timeline.row("Artifact").click();
  await inspector.show("Rendered");
  await expect(inspector.panel).toContainText("<script>window.__pwned=1</script>");
  await expect(page.locator("iframe, base, img")).toHaveCount(0);
  await expect(page.locator("script")).toHaveCount(4);
  expect(await page.evaluate(() => "__pwned" in window)).toBe(false);
  expect(pageErrors).toEqual({ errors: [], foreignRequests: [] });
});

test(
  "a run is exported as such a file, and opens again as the same log",
  LONG,
  async ({ loupe, browser }, info) => {
    const { exporting, timeline } = loupe;
    await loupe.open();
    await loupe.chooseContent("tides.jsonl", RUN);
    await timeline.expectVerdict("Input required");
    const rows = await timeline.readCells();
    await exporting.open();
    await exporting.chooseFormat("HTML file");
    await expect(exporting.missingFeatures).toHaveText("Lossless for this selection.");
    const { name, text } = await exporting.download();
    expect(name).toBe("tides.html");
    await exporting.close();

    const path = info.outputPath(name);
    await writeFile(path, text);
    const elsewhere = await browser.newContext();
    const htmlFile = new HtmlFilePage(await elsewhere.newPage());
    await htmlFile.openFrom(path);
    await htmlFile.timeline.expectVerdict("Input required");
    expect(await htmlFile.timeline.readCells()).toEqual(rows);
    expect(htmlFile.pageErrors).toEqual({ errors: [], foreignRequests: [] });
    await elsewhere.close();

    await loupe.chooseFile(path);
    await loupe.expectOpen("tides.html");
    await timeline.expectVerdict("Input required");
    expect(await timeline.readCells()).toEqual(rows);
    await expect(timeline.problem).toHaveCount(0);
  },
);
