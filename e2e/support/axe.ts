// What a machine can say about who is kept out.
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** Nothing on the page keeps anybody out, as far as axe can tell. */
export async function isForEverybody(page: Page, view: string, within?: string): Promise<void> {
  const isLight = (await page.locator("html").getAttribute("data-theme")) === "light";
  // There are no frames here, for which it would open a second page each time.
  const builder = new AxeBuilder({ page }).setLegacyMode();
  // All but the colours was looked at in the dark.
  if (isLight) builder.withRules(["color-contrast"]);
  if (within !== undefined) builder.include(within);
  const { violations } = await builder.analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 5).map(({ target, failureSummary }) => {
      const why = failureSummary?.split("\n").slice(1, 3).join(" ").trim();
      return `${id}: ${target.join(" ")}: ${why}`;
    }),
  );
  expect.soft(found, view).toEqual([]);
}
