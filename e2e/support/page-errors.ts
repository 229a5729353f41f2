// What a page must never do, noticed while it does everything else.
import type { Page } from "@playwright/test";

export interface PageErrors {
  /** Errors of the console and of scripts, violations of the page's policy among them. */
  readonly errors: string[];
  /** Requests that left for anything but Loupe itself. */
  readonly foreignRequests: string[];
}

export function recordPageErrors(
  page: Page,
  isOwn = (url: URL) => url.origin === getOwnOrigin(page),
): PageErrors {
  const witness: PageErrors = { errors: [], foreignRequests: [] };
  page.on("console", (message) => {
    if (message.type() === "error")
      witness.errors.push(`${message.text()} ${message.location().url}`);
  });
  page.on("pageerror", (error) => witness.errors.push(error.message));
  page.on("request", (request) => {
    const url = new URL(request.url());
    const isLocal = url.protocol === "data:" || url.protocol === "blob:";
    if (!isLocal && !isOwn(url)) witness.foreignRequests.push(url.href);
  });
  return witness;
}

/** What a script that ran, or a value that was merged carelessly, would have left behind. */
export function findAttackTraces(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shared = { Object, Array, String, Number, Function, Promise };
    const added = Object.entries(shared).flatMap(([name, { prototype }]) =>
      Object.keys(prototype).map((key) => `${name}.prototype.${key}`),
    );
    return "__pwned" in window ? ["__pwned", ...added] : added;
  });
}

/** Where the page is, or is on its way to. */
function getOwnOrigin(page: Page): string {
  return new URL(page.url() === "about:blank" ? (process.env.LOUPE_E2E_URL ?? "") : page.url())
    .origin;
}
