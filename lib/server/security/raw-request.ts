/**
 * Reads the path and the headers of a request so that the request guard and the framework see the
 * same ones.
 *
 * Guarantees: dot segments are resolved, backslashes become slashes, and letters, digits, `-`, `.`,
 * `_` and `~` are unescaped; a target that is not a path on this server is returned unchanged.
 */

import type { IncomingMessage } from "node:http";

const UNRESERVED = /%(2[de]|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/gi;

export function normalizePath(target: string): string {
  if (!target.startsWith("/") || /^\/[/\\]/.test(target)) return target;
  const base = "http://loupe.invalid";
  if (!URL.canParse(target, base)) return "";
  const { pathname, search } = new URL(target, base);
  return pathname.replace(UNRESERVED, (code) => decodeURIComponent(code)) + search;
}

/** A request header with all of its lines: for some headers, Node.js silently keeps only the first. */
export function getRequestHeader(
  { headersDistinct }: IncomingMessage,
  name: string,
): string | null {
  return headersDistinct[name]?.join(name === "cookie" ? "; " : ", ") ?? null;
}
