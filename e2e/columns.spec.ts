// The columns of the rows: resized, chosen, sorted, and remembered by the browser.
import type { Locator } from "@playwright/test";
import type { Loupe } from "./panels/loupe.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/fixtures.ts";
import { readFixtureFile } from "./support/logs.ts";

const getWidth = async (part: Locator) => Math.round((await part.boundingBox())?.width ?? 0);
const getHeight = async (part: Locator) => (await part.boundingBox())?.height ?? 0;

async function openLog(loupe: Loupe): Promise<void> {
  await loupe.open();
  await loupe.chooseContent(
    "tools.jsonl",
    readFixtureFile("recorded/frameworks/gemini-cli-tools.jsonl"),
  );
  await loupe.timeline.expectVerdict("Input required");
}

test.use({ viewport: { width: 1920, height: 900 } });

test("a column is resized by drag and keys, and the rows follow their head", async ({
  loupe,
  page,
}) => {
  const { timeline } = loupe;
  await openLog(loupe);
  const bar = timeline.row("Tool").first().locator("[data-part=bar-cell]");
  const edge = timeline.columnEdge("waterfall");
  const before = await getWidth(bar);
  await edge.hover();
  await page.mouse.down();
  const { x, y } = (await edge.boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.move(x - 95, y + 5, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => getWidth(bar)).toBe(before + 100);
  await expect(edge).toHaveAttribute("aria-valuenow", String(before + 100));
  await edge.press("ArrowRight");
  await expect.poll(() => getWidth(bar)).toBe(before + 92);
  // Head and rows have the same columns, whatever the scrollbar takes.
  const axis = (await page.locator("[data-part=axis]").boundingBox())?.x;
  expect((await bar.boundingBox())?.x).toBe(axis);
  await openLog(loupe);
  await expect.poll(() => getWidth(bar)).toBe(before + 92);
  await edge.dblclick();
  await expect.poll(() => getWidth(bar)).toBe(before);
});

test("a hidden column stays hidden, a shown one has its values, and a reset can be undone", async ({
  loupe,
  page,
}) => {
  const { timeline } = loupe;
  await openLog(loupe);
  const row = timeline.row("Tool").first();
  const bytes = row.locator("[data-part=bytes]");
  const event = row.locator("[data-part=event]");
  await timeline.columnMenu.click();
  await expectAccessible(page, "menu of the columns");
  await page.keyboard.press("Escape");
  await timeline.chooseInColumnMenu("Bytes", "Event", "Duration");
  await expect(bytes).toBeHidden();
  await expect(event).toHaveText(/^\d+$/);
  await expect(row.locator("[data-part=duration]")).toBeVisible();
  await openLog(loupe);
  await expect(bytes).toBeHidden();
  await expect(event).toBeVisible();
  await timeline.chooseInColumnMenu("Reset columns");
  await expect(bytes).toBeVisible();
  await expect(event).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(bytes).toBeHidden();
  await expect(event).toBeVisible();
  // Without room, the column that the user asked for outlasts the others.
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(row.locator("[data-part=bar-cell]")).toBeHidden();
  await expect(event).toBeVisible();
});

test("compact rows are lower, and stay so", async ({ loupe }) => {
  const { timeline } = loupe;
  await openLog(loupe);
  const row = timeline.row("HTTP").first();
  await expect.poll(() => getHeight(row)).toBe(30);
  await timeline.chooseInColumnMenu("Compact rows");
  await expect.poll(() => getHeight(row)).toBe(26);
  await openLog(loupe);
  await expect.poll(() => getHeight(row)).toBe(26);
});
