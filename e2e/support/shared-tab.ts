// One tab for all tests of a worker. A page that stays in its process runs code that is compiled
// already, so it starts at a third of the cost of a first visit. Nothing that a test leaves reaches
// the next one: other pages, storage of every origin, cookies, permissions, routes, scripts,
// listeners, history, media, size. A test that changes anything else of the browser, such as its
// clock, needs a context of its own.
import type { Browser, BrowserContextOptions, Disposable, Page } from "@playwright/test";

const PAGE_EVENTS = [
  "console",
  "dialog",
  "download",
  "filechooser",
  "frameattached",
  "framedetached",
  "framenavigated",
  "load",
  "domcontentloaded",
  "pageerror",
  "popup",
  "request",
  "requestfailed",
  "requestfinished",
  "response",
  "websocket",
  "worker",
] as const;

const CONTEXT_EVENTS = ["page", "request", "requestfailed", "requestfinished", "response"] as const;

/** What a test may choose and still share the tab. */
type TabOptions = Pick<
  BrowserContextOptions,
  "colorScheme" | "contrast" | "forcedColors" | "permissions" | "reducedMotion" | "viewport"
>;

const DEFAULT_VIEWPORT = { width: 1280, height: 720 };

export class SharedTab {
  readonly #browser: Browser;
  readonly #home: string;
  readonly #scripts: Disposable[] = [];
  #page: Page | null = null;

  constructor(browser: Browser, home: string) {
    this.#browser = browser;
    this.#home = home;
  }

  /** The tab for the next test. */
  async take(options: TabOptions): Promise<Page> {
    this.#page ??= await this.#open();
    const { colorScheme, contrast, forcedColors, reducedMotion } = options;
    await this.#page.emulateMedia({
      media: null,
      colorScheme: colorScheme ?? "light",
      contrast: contrast ?? null,
      forcedColors: forcedColors ?? null,
      reducedMotion: reducedMotion ?? null,
    });
    await this.#page.setViewportSize(options.viewport ?? DEFAULT_VIEWPORT);
    // Granting none would deny all.
    const { permissions } = options;
    if (permissions) await this.#page.context().grantPermissions(permissions);
    return this.#page;
  }

  /** Removes what a test left. */
  async reset(): Promise<void> {
    const page = this.#page;
    if (page === null) return;
    if (page.isClosed()) return this.close();
    const context = page.context();
    const others = context.pages().filter((other) => other !== page);
    await Promise.all(others.map((other) => other.close()));
    for (const event of PAGE_EVENTS) page.removeAllListeners(event);
    for (const event of CONTEXT_EVENTS) context.removeAllListeners(event);
    for (const script of this.#scripts.splice(0)) await script.dispose();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await context.unrouteAll({ behavior: "ignoreErrors" });
    await context.setOffline(false);
    await context.clearPermissions();
    await this.#clearStorage(page);
    await page.mouse.move(-1, -1);
  }

  async close(): Promise<void> {
    await this.#page?.context().close();
    this.#page = null;
    this.#scripts.length = 0;
  }

  async #open(): Promise<Page> {
    const context = await this.#browser.newContext({ baseURL: this.#home });
    const page = await context.newPage();
    const addScript = page.addInitScript.bind(page);
    page.addInitScript = async (...script: Parameters<typeof addScript>) => {
      const added = await addScript(...script);
      this.#scripts.push(added);
      return added;
    };
    return page;
  }

  /** Leaves every page that the tab has shown first, because a page may write while it is left. */
  async #clearStorage(page: Page): Promise<void> {
    const session = await page.context().newCDPSession(page);
    const { entries } = await session.send("Page.getNavigationHistory");
    const visited = new Set(entries.map(({ url }) => new URL(url).origin));
    visited.delete("null");
    const home = new URL(this.#home).origin;
    visited.delete(home);
    await page.route("**", (route) => route.fulfill({ contentType: "text/html", body: "" }));
    // The empty page of Loupe comes last: from there on the tab stays in its process.
    for (const origin of [...visited, home]) {
      await page.goto(origin);
      await page.evaluate(() => sessionStorage.clear());
      await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
    }
    await page.unrouteAll();
    await page.context().clearCookies();
    await session.send("Page.resetNavigationHistory");
    await session.detach();
  }
}
