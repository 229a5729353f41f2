// Accessibility checks with axe.
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** Themes only change colors, so all other rules are checked in one of them. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];
/** A script for a page that has axe already. */
const NOTHING = ";";
type Theme = "dark" | "light";
const RULES: Readonly<Record<Theme, readonly string[] | null>> = { dark: null, light: COLOR_RULES };

/** Asserts that axe finds no violation on the page, in either theme. */
export async function expectAccessible(page: Page, view: string, within?: string): Promise<void> {
  for (const theme of ["dark", "light"] as const) {
    await setPageTheme(page, theme);
    // The script is half a megabyte, and would run twice for each check.
    const isLoaded = await page.evaluate(() => "axe" in window);
    const builder = new AxeBuilder({ page, ...(isLoaded && { axeSource: NOTHING }) });
    // The pages have no frames; without this, axe opens a second page each time.
    builder.setLegacyMode();
    // Or else it describes every element that passes, which takes longer than to check it.
    builder.options({ resultTypes: ["violations"] });
    if (within !== undefined) builder.include(within);
    const rules = RULES[theme];
    if (rules) builder.withRules([...rules]);
    const { violations } = await builder.analyze();
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.slice(0, 5).map(({ target, failureSummary }) => {
        const why = failureSummary?.split("\n").slice(1, 3).join(" ").trim();
        return `${id}: ${target.join(" ")}: ${why}`;
      }),
    );
    expect.soft(found, `${view}, ${theme}`).toEqual([]);
  }
}

/** Switches like the theme button, but without touching the page or its focus. */
async function setPageTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate(async (name) => {
    document.documentElement.dataset.theme = name;
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    // Colors that are changing have less contrast. Spinners never end; a transition may be canceled and
    // followed by another.
    const getChanges = () => document.getAnimations().filter((one) => one instanceof CSSTransition);
    for (let changes = getChanges(); changes.length > 0; changes = getChanges()) {
      await Promise.allSettled(changes.map(({ finished }) => finished));
    }
  }, theme);
}
