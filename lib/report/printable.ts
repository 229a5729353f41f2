/** Makes text from agents and logs safe for a terminal, without escapes and hidden characters. */

import { shorten, truncateToGraphemes } from "../text/graphemes.ts";
import { replaceHidden } from "../text/hidden-characters.ts";

/** Replaces line breaks, control and hidden characters by spaces. */
export const toPrintable = (text: string): string => replaceHidden(text, () => " ");

/** Printable text with white space collapsed, shortened to `limit`. */
export function toPrintableLine(text: string, limit: number): string {
  const flat = toPrintable(truncateToGraphemes(text, limit * 4))
    .replace(/\s+/g, " ")
    .trim();
  return shorten(flat, limit);
}
