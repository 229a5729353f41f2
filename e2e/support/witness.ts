// What a page must never do, noticed while it does everything else.
import type { Page } from "@playwright/test";

export interface Witness {
  /** Errors of the console and of scripts, violations of the page's policy among them. */
  readonly errors: string[];
  /** Requests that left for anything but Loupe itself. */
  readonly strangers: string[];
}

export function watch(page: Page, isOwn = (url: URL) => url.origin === own(page)): Witness {
  const witness: Witness = { errors: [], strangers: [] };
  page.on("console", (message) => {
    if (message.type() === "error")
      witness.errors.push(`${message.text()} ${message.location().url}`);
  });
  page.on("pageerror", (error) => witness.errors.push(error.message));
  page.on("request", (request) => {
    const url = new URL(request.url());
    const isLocal = url.protocol === "data:" || url.protocol === "blob:";
    if (!isLocal && !isOwn(url)) witness.strangers.push(url.href);
  });
  return witness;
}

/** What a script that ran, or a value that was merged carelessly, would have left behind. */
export function tracesIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shared = { Object, Array, String, Number, Function, Promise };
    const added = Object.entries(shared).flatMap(([name, { prototype }]) =>
      Object.keys(prototype).map((key) => `${name}.prototype.${key}`),
    );
    return "__pwned" in window ? ["__pwned", ...added] : added;
  });
}

/** Where the page is, or is on its way to. */
function own(page: Page): string {
  return new URL(page.url() === "about:blank" ? (process.env.LOUPE_E2E_URL ?? "") : page.url())
    .origin;
}
