// Forced colors, reduced motion, double text size and touch.
import type { Locator } from "@playwright/test";
import { expect, LONG, test } from "./support/fixtures.ts";
import { createChunk, createRecordingLog, createTaskEvents } from "./support/logs.ts";

const WORDS = ["One ", "two ", "three ", "four"];
const LOG = createRecordingLog({
  prompt: "count",
  events: createTaskEvents(...WORDS.map((word, index) => createChunk(word, index > 0))),
});

/** True if the element itself is visible on the page: by a border, an outline or a fill. */
const standsOut = (element: Locator, pseudo?: string) =>
  element.evaluate((it, of) => {
    const style = getComputedStyle(it, of);
    const page = getComputedStyle(document.body).backgroundColor;
    const isSeen = (color: string) => color !== page && !/^rgba\(.*, 0\)$/.test(color);
    const border = ["top", "right", "bottom", "left"].some(
      (side) =>
        Number.parseFloat(style.getPropertyValue(`border-${side}-width`)) > 0 &&
        isSeen(style.getPropertyValue(`border-${side}-color`)),
    );
    const outline = style.outlineStyle !== "none" && isSeen(style.outlineColor);
    return border || outline || isSeen(style.backgroundColor);
  }, pseudo);

for (const colorScheme of ["dark", "light"] as const) {
  test.describe(`in forced colors, ${colorScheme}`, () => {
    test.use({
      colorScheme,
      contextOptions: { forcedColors: "active" },
      viewport: { width: 1680, height: 900 },
    });

    const details = colorScheme === "dark" ? {} : LONG;
    test("nothing meaningful disappears", details, async ({ loupe }) => {
      const { page, timeline, transport } = loupe;
      await loupe.open();
      await loupe.chooseContent("count.jsonl", LOG);
      await timeline.expectVerdict("Completed");
      await transport.markRange(0.3, 0.6);
      await transport.stepBack.click();
      await transport.stepBack.click();
      await timeline.row("Artifact").click();
      const meaning = {
        "a bar": timeline.row("Artifact").locator("[data-part=bar]"),
        "a moment": timeline.row("Message").locator("[data-part=bar]"),
        "what is to come": timeline.row("State", "completed").locator("[data-part=bar]"),
        "a state of a lane": page.locator("[data-part=lane-segment]").first(),
        "the marked span": page.locator("[data-part=brush]"),
        "the playhead": page.locator("[data-part=playhead]"),
        "the playhead's word": page.locator("[data-part=playhead] b"),
        "the playhead among the rows": page.locator("[data-part=divider]"),
        "the selected row": timeline.row("Artifact"),
        "the chosen exchange": loupe.rail.everything,
      };
      for (const [name, element] of Object.entries(meaning)) {
        expect.soft(await standsOut(element), name).toBe(true);
      }
      for (const edge of [transport.rangeStart, transport.rangeEnd]) {
        expect.soft(await standsOut(edge, "::after"), "an edge of the span").toBe(true);
      }
      const line = timeline.row("Artifact").locator("[data-part=bar-cell]");
      expect.soft(await standsOut(line, "::after"), "the playhead in a row").toBe(true);
      await page.keyboard.press("Tab");
      expect.soft(await standsOut(page.locator(":focus")), "the focus").toBe(true);
      const bars = await page.locator("canvas[aria-label^=Frames]").evaluate((canvas) => {
        const { width, height } = canvas as HTMLCanvasElement;
        const pixels = (canvas as HTMLCanvasElement)
          .getContext("2d")
          ?.getImageData(0, 0, width, height).data;
        return pixels?.some((value) => value > 0) ?? false;
      });
      expect.soft(bars, "the histogram").toBe(true);
    });
  });
}

test.describe("with reduced motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("nothing moves while an agent streams", async ({ loupe, startAgent }) => {
    const agent = await startAgent("1.0");
    const { page, composer, timeline } = loupe;
    await loupe.connectTo(agent.url);
    await composer.sendMessage("slow");
    await timeline.expectFrames(timeline.row("Artifact", "slow"), 5);
    await timeline.row("Artifact", "slow").click();
    await timeline.expectFrames(timeline.row("Artifact", "slow"), 10);
    const moving = await page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ playState }) => playState === "running")
        .map(({ effect }) => (effect as KeyframeEffect).target?.className),
    );
    expect(moving).toEqual([]);
  });
});

test.describe("at double text size", () => {
  test.use({ viewport: { width: 720, height: 450 } });

  test("everything is reachable and readable", async ({ loupe }) => {
    const { page, timeline, inspector } = loupe;
    const pane = (name: string) =>
      page.getByRole("navigation", { name: "Panes" }).getByRole("button", { name });
    const overhang = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
    await loupe.open();
    await loupe.chooseContent("count.jsonl", LOG);
    await timeline.expectVerdict("Completed");
    await timeline.row("Artifact").click();
    const { height } = (await inspector.rendered.boundingBox()) ?? { height: 0 };
    expect(height).toBeGreaterThan(80);
    await expect(inspector.rendered).toContainText("One two three four");
    expect(await overhang()).toBeLessThanOrEqual(0);
    for (const name of ["Exchanges", "Card", "Timeline"]) {
      await pane(name).click();
      expect(await overhang()).toBeLessThanOrEqual(0);
    }
    const list = await timeline.list.boundingBox();
    expect(list?.height).toBeGreaterThan(150);
  });
});

test.describe("by touch at 390 pixels", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a user scrubs, reads a row and opens a saved log", async ({ loupe, startAgent }) => {
    const agent = await startAgent("1.0");
    const { page, composer, timeline, transport, inspector, rail } = loupe;
    const pane = (name: string) =>
      page.getByRole("navigation", { name: "Panes" }).getByRole("button", { name });
    await loupe.connectTo(agent.url);
    await composer.message.fill("stream by touch");
    await composer.send.tap();
    await timeline.expectVerdict("Completed");
    await composer.message.tap();
    const bar = await page.getByRole("region", { name: "Composer" }).boundingBox();
    expect(bar?.height).toBeLessThan(120);
    const band = await transport.playhead.boundingBox();
    if (!band) throw new Error("there is no overview");
    await page.touchscreen.tap(band.x + 2, band.y + band.height - 10);
    await transport.expectEvent(1);
    await transport.toEnd.tap();
    await transport.expectEnd();
    await timeline.row("Artifact").tap();
    await expect(inspector.rendered).toContainText("Grüße, Welt");
    await pane("Exchanges").tap();
    const log = rail.savedLog("stream by touch").first();
    await log.getByRole("button", { name: /^More/ }).tap();
    await expect(page.getByRole("menuitem", { name: "Export" })).toBeVisible();
    await page.keyboard.press("Escape");
    for (const target of await page.getByRole("button").all()) {
      if (!(await target.isVisible())) continue;
      const box = await target.boundingBox();
      const name = (await target.getAttribute("aria-label")) ?? (await target.textContent());
      expect.soft(box?.height, `${name} is high enough`).toBeGreaterThanOrEqual(36);
    }
    await log.tap();
    await expect(timeline.row("Artifact")).toBeVisible();
  });
});
