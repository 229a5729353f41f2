// The inspector takes the whole screen or little of it: maximized, with its facts and its provenance
// on one line.
import { expect, LONG, test } from "./support/fixtures.ts";

test.use({ viewport: { width: 1440, height: 900 } });

test(
  "the inspector is maximized by key and button, and gives the panes back",
  LONG,
  async ({ loupe, page }) => {
    const { composer, timeline, inspector, rail, filter } = loupe;
    await loupe.connectToDemo();
    await composer.sendMessage("plan a trip");
    await timeline.expectVerdict("Completed");
    await composer.message.fill("not sent yet");
    await timeline.row("Message").first().click();
    await page.keyboard.press("Shift+I");
    await expect(timeline.panel).toBeHidden();
    await expect(rail.panel).toBeHidden();
    expect((await inspector.panel.boundingBox())?.width).toBe(1440);
    // The rows are still walked by keys.
    const title = await inspector.title.textContent();
    await page.keyboard.press("j");
    await expect(inspector.title).not.toHaveText(title ?? "");
    await page.keyboard.press("Escape");
    await expect(timeline.panel).toBeVisible();
    await expect(composer.message).toHaveValue("not sent yet");

    await inspector.panel.getByRole("button", { name: "Maximize inspector" }).click();
    await expect(timeline.panel).toBeHidden();
    await inspector.panel.getByRole("button", { name: "Restore inspector" }).click();
    await expect(timeline.panel).toBeVisible();
    // A command for the rows shows them.
    await page.keyboard.press("Shift+I");
    await expect(timeline.panel).toBeHidden();
    await page.keyboard.press("/");
    await expect(filter.query).toBeFocused();

    // Beside two panes there is no room: the inspector is over the rows.
    await page.setViewportSize({ width: 900, height: 900 });
    await timeline.rows.nth(1).click();
    await inspector.panel.getByRole("button", { name: "Maximize inspector" }).click();
    await expect
      .poll(async () => (await inspector.panel.boundingBox())?.width)
      .toBeGreaterThan(890);
    await page.keyboard.press("Escape");
    await expect.poll(async () => (await inspector.panel.boundingBox())?.width).toBeLessThan(450);
    await page.keyboard.press("Escape");
    await expect(inspector.panel).toBeHidden();
    // Escape closes it from the rows, too.
    await timeline.rows.nth(1).click();
    await expect(inspector.panel).toBeVisible();
    await expect(timeline.rows.nth(1)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(inspector.panel).toBeHidden();
  },
);

test("facts and provenance fold to a line, also of the next row", LONG, async ({ loupe, page }) => {
  const { composer, timeline, inspector } = loupe;
  await loupe.connectToDemo();
  await composer.sendMessage("plan a trip");
  await timeline.expectVerdict("Completed");
  await timeline.row("Result").first().click();
  const facts = inspector.panel.locator("dl").first();
  await expect(inspector.chunkSource.getByRole("region", { name: "The frame" })).toBeVisible();
  await inspector.panel.getByRole("button", { name: "Fold facts to one line" }).click();
  await inspector.panel.getByRole("button", { name: "Fold provenance to one line" }).click();
  await expect.poll(async () => (await facts.boundingBox())?.height).toBe(20);
  expect((await inspector.chunkSource.boundingBox())?.height).toBeLessThan(40);
  await expect(inspector.chunkSource).toContainText("frame #");
  await expect(inspector.fact("Frames")).toHaveText(/^\d/);
  // The line is cut where the pane is narrow; no button is pushed out.
  await page.setViewportSize({ width: 1024, height: 720 });
  for (const name of ["Show all facts", "Maximize inspector"]) {
    await expect(inspector.panel.getByRole("button", { name })).toBeInViewport({ ratio: 1 });
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  await loupe.reload();
  await timeline.row("Message").first().click();
  await expect.poll(async () => (await facts.boundingBox())?.height).toBe(20);
  await inspector.panel.getByRole("button", { name: "Show all facts" }).click();
  await expect.poll(async () => (await facts.boundingBox())?.height).toBeGreaterThan(20);
  await inspector.panel.getByRole("button", { name: "Show provenance" }).click();
  await expect(inspector.chunkSource.getByRole("region", { name: "The frame" })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Rendered" })).toBeVisible();
});
