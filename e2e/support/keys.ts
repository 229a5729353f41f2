// Keyboard navigation.
import { expect, type Locator, type Page } from "@playwright/test";

const MAX_STOPS = 60;

/** Presses Tab (or Shift+Tab) until an element has the focus. */
export async function tabTo(page: Page, target: Locator, key = "Tab"): Promise<void> {
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    // Elements out of view may not be rendered yet.
    if (await target.evaluateAll((all) => all.some((it) => it === document.activeElement))) return;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}
