// Controls whether a tab is visible, and whether the machine is awake.
import type { Page } from "@playwright/test";

/** Playwright keeps all tabs visible, so this overrides what the browser reports. */
export async function hidePage(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { configurable: true, value: "hidden" });
    document.dispatchEvent(new Event("visibilitychange"));
  });
}

export async function showPage(page: Page): Promise<void> {
  await page.evaluate(() => {
    Reflect.deleteProperty(document, "visibilityState");
    document.dispatchEvent(new Event("visibilitychange"));
  });
}

/** Stops the browser's renderer processes meanwhile, as a sleeping machine does. */
export async function runWhileFrozen(page: Page, act: () => Promise<void>): Promise<void> {
  const browser = await page.context().browser()?.newBrowserCDPSession();
  const info = await browser?.send("SystemInfo.getProcessInfo");
  const pages = (info?.processInfo ?? []).filter(({ type }) => type === "renderer");
  const tell = (signal: NodeJS.Signals) => {
    for (const { id } of pages) process.kill(id, signal);
  };
  tell("SIGSTOP");
  try {
    await act();
  } finally {
    tell("SIGCONT");
    await browser?.detach();
  }
}
