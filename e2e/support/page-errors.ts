// Collects what a page must never do during any test.
import type { Page } from "@playwright/test";

export interface PageErrors {
  /** Errors of the console and of scripts, including violations of the content security policy. */
  readonly errors: string[];
  /** Requests to anything but Loupe itself. */
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

/** Traces of a script that ran, or of a polluted prototype. */
export function findAttackTraces(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shared = { Object, Array, String, Number, Function, Promise };
    const added = Object.entries(shared).flatMap(([name, { prototype }]) =>
      Object.keys(prototype).map((key) => `${name}.prototype.${key}`),
    );
    return "__pwned" in window ? ["__pwned", ...added] : added;
  });
}

/** The URL of the page, or the one it navigates to. */
function getOwnOrigin(page: Page): string {
  return new URL(page.url() === "about:blank" ? (process.env.LOUPE_E2E_URL ?? "") : page.url())
    .origin;
}
