// A trace joined to a run: its spans below the call, in the overview and in the inspector; and the way
// from a run to its trace in the backend.
import type { Page } from "@playwright/test";
import { createTrace, createTracedRun } from "../fixtures/traced-run.ts";
import type { Loupe } from "./panels/loupe.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, LONG, test } from "./support/fixtures.ts";

const TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";

async function openRun(loupe: Loupe): Promise<void> {
  await loupe.open();
  await loupe.chooseContent("run.jsonl", createTracedRun());
  await loupe.timeline.expectVerdict("Completed");
}

test.use({ viewport: { width: 1440, height: 900 } });

const getStrip = (page: Page) => page.getByRole("region", { name: "Trace", exact: true });

test("a dropped trace is below its call, follows the playhead and is removed", async ({
  loupe,
  page,
}) => {
  const { timeline, inspector } = loupe;
  const spans = timeline.list.locator("[role=row][data-kind=span]");
  const heading = timeline.list.locator("[role=row][data-kind=spans]");
  const strip = getStrip(page);
  await openRun(loupe);
  const before = await timeline.rows.count();
  await loupe.drop("jaeger.json", createTrace({ others: 12 }));

  await test.step("beneath the request, each after its parent", async () => {
    await expect(spans).toHaveCount(4);
    await expect(strip).toContainText("jaeger.json: 4 spans of 1 call");
    await expect(strip).toContainText("12 spans belong to other calls.");
    await expect(strip).toContainText("Not saved and not exported");
    await expect(heading).toContainText("4 spans");
    const kinds = await timeline.rows.evaluateAll((rows) =>
      rows.map((row) => row.getAttribute("data-kind")),
    );
    expect(kinds.slice(0, 7)).toEqual(["message", "spans", "span", "span", "span", "span", "http"]);
    expect(await spans.locator("[data-part=title]").allTextContents()).toEqual([
      "SendStreamingMessage",
      "chat small-model",
      "execute_tool forecast",
      "GET /v1/forecast",
    ]);
    await expect(spans.nth(2)).toContainText(/failed.*380 ms · weather/);
    await expect(spans.first()).toHaveAttribute("aria-level", "3");
    await expect(spans.nth(3)).toHaveAttribute("aria-level", "5");
    await expect(page.getByRole("img", { name: "4 spans from the backend" })).toBeVisible();
    await expectAccessible(page, "run with a trace");
  });
  await test.step("on the axis of the wire", async () => {
    const bar = await spans.nth(2).locator("[data-part=bar]").boundingBox();
    const cell = await spans.nth(2).locator("[data-part=bar-cell]").boundingBox();
    const share = ((bar?.x ?? 0) - (cell?.x ?? 0)) / (cell?.width ?? 1);
    // The tool began at 440 ms of an axis from 60 to 868 ms.
    expect(share).toBeCloseTo((440 - 60) / 808, 2);
  });
  await test.step("in the inspector, as told by the backend", async () => {
    await spans.nth(2).click();
    await expect(inspector.panel).toContainText("A trace backend recorded this span.");
    await expect(inspector.panel).toContainText("gen_ai.tool.name");
    await expect(inspector.panel).toContainText("2026-11-20T10:51:30.440Z");
    await expectAccessible(page, "span in the inspector");
    await page.keyboard.press("ArrowDown");
    await expect(inspector.panel).toContainText("met-proxy");
    await page.keyboard.press("ArrowLeft");
    await expect(heading).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("ArrowLeft");
    await expect(spans).toHaveCount(0);
    await page.keyboard.press("ArrowRight");
    await expect(spans).toHaveCount(4);
  });
  await test.step("as of the playhead", async () => {
    await loupe.transport.toStart.click();
    await expect(spans.and(page.locator("[data-future]"))).toHaveCount(3);
    await loupe.transport.toEnd.click();
    await expect(spans.and(page.locator("[data-future]"))).toHaveCount(0);
  });
  await test.step("filtered with the rows", async () => {
    await loupe.filter.query.fill("oslo");
    await expect(spans).toHaveCount(0);
    await loupe.filter.query.fill("");
    await expect(spans).toHaveCount(4);
  });
  await strip.getByRole("button", { name: "Remove" }).click();
  await expect(strip).toBeHidden();
  await expect(timeline.rows).toHaveCount(before);
});

test("a clock that is off is said, and a trace of other calls opens as a log", async ({
  loupe,
  page,
}) => {
  await openRun(loupe);
  await loupe.drop("skewed.json", createTrace({ skewMs: 5000 }));
  await expect(getStrip(page)).toContainText("The backend's clock is 5.01 s ahead");
  await expect(loupe.timeline.list).toContainText("moved by −5.01 s");
  await loupe.drop("other.json", createTrace({ isForeign: true }));
  await expect(page.getByText("it was opened as a log")).toBeVisible();
  await expect(loupe.timeline.list).toContainText("This is a trace");
  await expect(getStrip(page)).toBeHidden();
});

test(
  "the menus of a call lead to its trace in the backend",
  LONG,
  async ({ ownServer, browser }) => {
    const context = await browser.newContext({
      baseURL: ownServer.url,
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const page = await context.newPage();
    const { Loupe: Panel } = await import("./panels/loupe.ts");
    const loupe = new Panel(page);
    await loupe.open("/?settings=telemetry");
    const dialog = page.getByRole("dialog", { name: "Settings" });
    const field = dialog.getByRole("textbox", { name: "Address of a trace" });
    const save = dialog.getByRole("button", { name: "Save address" });
    await field.fill("javascript:alert('{traceId}')");
    await save.click();
    await expect(dialog.getByRole("alert")).toContainText("must be an http or https address");
    await field.fill(`${ownServer.url}/?backend={traceId}`);
    await save.click();
    await expect(dialog.getByRole("alert")).toBeHidden();
    await openRun(loupe);
    const row = loupe.timeline.row("Message").first();
    const menu = page.getByRole("menu", { name: "Row actions" });
    await row.click({ button: "right" });
    await menu.getByRole("menuitem", { name: "Copy link to trace backend" }).click();
    const url = `${ownServer.url}/?backend=${TRACE_ID}`;
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(url);
    await row.click({ button: "right" });
    const opened = context.waitForEvent("page");
    await menu.getByRole("menuitem", { name: "Open in trace backend" }).click();
    expect((await opened).url()).toBe(url);
    await context.close();
  },
);

test(
  "on a phone the spans fit, and what is not shown is a tap away",
  LONG,
  async ({ loupe, page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openRun(loupe);
    await loupe.drop("jaeger.json", createTrace({ others: 12, skewMs: -5000 }));
    const strip = getStrip(page);
    const height = async () => (await strip.boundingBox())?.height ?? 0;
    await expect(strip).toContainText("jaeger.json");
    const folded = await height();
    await strip.getByRole("button", { name: "More" }).click();
    await expect.poll(height).toBeGreaterThan(folded);
    await expectAccessible(page, "trace on a phone");
    const span = loupe.timeline.list.locator("[role=row][data-kind=span]").nth(2);
    await span.click();
    await expect(loupe.inspector.panel).toContainText("The backend's clock is 5 s behind");
    const overhang = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overhang).toBeLessThanOrEqual(0);
  },
);
