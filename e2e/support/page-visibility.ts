// Whether somebody looks at a tab, and whether it is awake.
import type { Page } from "@playwright/test";

/** To Playwright all tabs are in sight: what the browser says of one is said in its place. */
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

/** The processes of a browser's pages are stopped meanwhile, as a machine that sleeps stops them. */
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
