/**
 * Brings the target of a request into the one spelling that the guard judges and the framework
 * serves, so that both read the same path.
 *
 * Guarantees: dot segments are resolved, backslashes are slashes, and letters, digits, `-`, `.`,
 * `_` and `~` stand unescaped; what names no path of this server is given back as it came.
 */

const UNRESERVED = /%(2[de]|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/gi;

export function normalizePath(target: string): string {
  if (!target.startsWith("/") || /^\/[/\\]/.test(target)) return target;
  const base = "http://loupe.invalid";
  if (!URL.canParse(target, base)) return "";
  const { pathname, search } = new URL(target, base);
  return pathname.replace(UNRESERVED, (code) => decodeURIComponent(code)) + search;
}
