// A malicious agent in every view and every export of its run: nothing that it sends runs, loads or is
// called, and no shared prototype is modified.
import { writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import type { Locator, Page } from "@playwright/test";
import { EXPORTERS } from "../lib/export/formats.ts";
import { startMaliciousAgent } from "./agents/malicious-agent.ts";
import { HtmlFilePage } from "./panels/html-file-page.ts";
import type { InspectorTab } from "./panels/inspector.ts";
import type { Loupe } from "./panels/loupe.ts";
import { expect, test } from "./support/fixtures.ts";
import { type ForeignServer, startForeignServer } from "./support/foreign-server.ts";
import { findAttackTraces, type PageErrors, recordPageErrors } from "./support/page-errors.ts";

// All rows at once, because rows out of view are not rendered.
test.use({ viewport: { width: 1400, height: 1800 } });

const TABS: readonly InspectorTab[] = ["Rendered", "Chunks", "Decoded", "Wire", "Problems"];

/** Asserts that nothing forbidden happened on the page. */
class Guard {
  readonly #page: Page;
  readonly #foreignServer: ForeignServer;
  readonly #witness: PageErrors;
  /** Popup windows and browser dialogs. */
  readonly #surprises: string[] = [];

  constructor(page: Page, foreignServer: ForeignServer) {
    this.#page = page;
    this.#foreignServer = foreignServer;
    this.#witness = recordPageErrors(page);
    page.on("popup", (popup) => this.#surprises.push(popup.url()));
    page.on("dialog", (dialog) => {
      this.#surprises.push(dialog.message());
      void dialog.dismiss();
    });
  }

  async isUnharmed(where: string): Promise<void> {
    const { foreignRequests } = this.#witness;
    // A 404 says that the run is not being served.
    const errors = this.#witness.errors.filter((error) => !error.includes("status of 404"));
    const traces = await findAttackTraces(this.#page);
    const visits = this.#foreignServer.requests.map(({ path }) => path);
    const found = {
      traces,
      visits,
      errors,
      foreignRequests,
      surprises: this.#surprises,
    };
    const nothing = { traces: [], visits: [], errors: [], foreignRequests: [], surprises: [] };
    expect(found, where).toEqual(nothing);
  }
}

async function see({ inspector, page }: Loupe, ...rows: readonly Locator[]): Promise<void> {
  for (const row of rows) {
    await row.click();
    for (const tab of TABS) await inspector.show(tab);
    await inspector.show("Rendered");
    const pages = inspector.panel.getByRole("button", { name: "Show pages" });
    if (await pages.isVisible()) await pages.click();
  }
  await page.keyboard.press("Escape");
}

async function say({ composer, timeline }: Loupe, word: string): Promise<void> {
  await composer.sendMessage(word);
  await expect(composer.stopWatching).toHaveCount(0);
  await expect(timeline.verdict).not.toHaveAttribute("data-kind", "live");
}

test("a malicious agent does nothing in any view or in any export of its run", async ({
  loupe,
  page,
}, info) => {
  test.slow();
  const foreignServer = await startForeignServer();
  const agent = await startMaliciousAgent(foreignServer.url);
  const guard = new Guard(page, foreignServer);
  const { timeline, card, credentials, problems, operations, palette, filter, library } = loupe;

  await test.step("its card, as received and as a page", async () => {
    await loupe.connectTo(agent.url("0.3"));
    await card.show();
    await expect(card.page.getByRole("heading", { level: 1 })).toContainText("<script>");
    await expect(card.source).toContainText("__pwned");
    await card.findings.first().click();
    await page.keyboard.press("Escape");
    await credentials.open();
    await credentials.close();
    await guard.isUnharmed("the card");
  });

  await test.step("its content, row by row and tab by tab", async () => {
    await say(loupe, "tell");
    await expect(timeline.row("Artifact")).not.toHaveCount(0);
    await expect(timeline.row("Tool")).not.toHaveCount(0);
    await see(loupe, ...(await timeline.getDrawnRows()));
    await guard.isUnharmed("rows");
    await loupe.dialects.toggle.click();
    await see(loupe, timeline.row("Artifact"));
    await loupe.dialects.toggle.click();
    for (const word of ["ask", "authorize", "refuse", "page"]) {
      await say(loupe, word);
      await see(loupe, timeline.rows.last());
    }
    await guard.isUnharmed("questions and refusals");
  });

  await test.step("its problems, their rules, the verdict, and the past", async () => {
    await problems.tag.click();
    await expect(problems.lines).not.toHaveCount(0);
    await problems.lines.first().getByRole("button").first().click();
    await page.keyboard.press("Escape");
    await timeline.timingButton.click();
    await expect(timeline.timing).toBeVisible();
    await page.keyboard.press("Escape");
    await loupe.transport.point(0.5);
    await expect(timeline.futureRows).not.toHaveCount(0);
    await loupe.transport.toEnd.click();
    await filter.query.fill("__pwned");
    await expect(filter.highlights).not.toHaveCount(0);
    await filter.clear.click();
    await guard.isUnharmed("problems and time");
  });

  await test.step("its stored tasks and configurations", async () => {
    await operations.open();
    for (const title of ["Get a task", "List push configurations", "Cancel a task"]) {
      await operations.callOperation(title, { Task: "a-task" });
    }
    await operations.close();
    await page.keyboard.press("g");
    await expect(operations.compared).toBeVisible();
    await page.keyboard.press("Escape");
    await guard.isUnharmed("operations");
  });

  await test.step("commands, rail, library and the dialogs", async () => {
    await palette.open();
    await page.keyboard.type("script");
    await expect(palette.results).not.toHaveCount(0);
    await page.keyboard.press("Escape");
    await loupe.rail.tasks.first().click();
    await loupe.rail.group("Discovery").click();
    await loupe.rail.exchange("agent-card.json").first().click();
    await loupe.rail.everything.click();
    await loupe.dialects.open();
    await loupe.dialects.close();
    await loupe.replay.openFromBar();
    await page.keyboard.press("Escape");
    await library.open();
    await expect(library.rows).not.toHaveCount(0);
    await library.close();
    await guard.isUnharmed("dialogs");
  });

  const left = new Map<string, { name: string; text: string }>();
  await test.step("every export format", async () => {
    await loupe.exporting.open();
    for (const { id, title } of EXPORTERS) {
      await loupe.exporting.chooseFormat(title);
      left.set(id, await loupe.exporting.download());
    }
    await loupe.exporting.close();
    await guard.isUnharmed("handing on");
  });

  await test.step("compared with itself in 1.0, and opened from a file", async () => {
    await loupe.connectTo(agent.url("1.0"));
    await card.show();
    await page.keyboard.press("Escape");
    await say(loupe, "tell");
    await operations.open();
    await operations.callOperation("List tasks");
    await operations.callOperation("Get the extended card");
    await operations.close();
    await see(loupe, timeline.row("Artifact"), timeline.row("Tool").first());
    await page.keyboard.press("c");
    const { name, text } = left.get("loupe") ?? { name: "", text: "" };
    await loupe.diff.compareWithFile(name, Buffer.from(text));
    await expect(loupe.diff.headline).toContainText("differ");
    await expect(loupe.diff.rows).not.toHaveCount(0);
    await loupe.diff.close();
    await guard.isUnharmed("the comparison");
  });

  await test.step("opened in a browser from disk", async () => {
    const names = [...left].map(([id, { name }]) => `${id}${/\.[^.]*$/.exec(name)?.[0] ?? ""}`);
    for (const [index, [id, { text }]] of [...left].entries()) {
      const path = info.outputPath(names[index] ?? id);
      await writeFile(path, text);
      const opened = await page.context().newPage();
      const { foreignRequests } = recordPageErrors(
        opened,
        ({ href }) => href === pathToFileURL(path).href,
      );
      // The browser downloads what it does not display.
      await opened.goto(pathToFileURL(path).href).catch(() => undefined);
      expect({ id, traces: await findAttackTraces(opened), foreignRequests }).toEqual({
        id,
        traces: [],
        foreignRequests: [],
      });
      await opened.close();
    }
    await guard.isUnharmed("files");
  });

  await test.step("exported as an HTML file, in every view", async () => {
    const context = await page.context().browser()?.newContext();
    if (!context) throw new Error("no browser");
    const path = info.outputPath("walked.html");
    await writeFile(path, left.get("html")?.text ?? "");
    const htmlFile = new HtmlFilePage(await context.newPage());
    await htmlFile.openFrom(path);
    await expect(htmlFile.timeline.verdict).toBeVisible();
    await htmlFile.filter.only("Artifact");
    await see(htmlFile, htmlFile.timeline.row("Artifact").first());
    await htmlFile.card.open.click();
    await expect(htmlFile.card.page).toBeVisible();
    expect(await findAttackTraces(htmlFile.page)).toEqual([]);
    expect(htmlFile.pageErrors).toEqual({ errors: [], foreignRequests: [] });
    await context.close();
  });

  expect(foreignServer.requests).toEqual([]);
  await agent.close();
  await foreignServer.close();
});
