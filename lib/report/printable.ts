/** Makes text from agents and logs safe for a terminal, without escapes and hidden characters. */

import { shorten, truncateToGraphemes } from "../text/graphemes.ts";

const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/u;

/** One emoji, with skin tone and variation selector. */
const EMOJI = /\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)*/u;

/** Several emoji that are joined into one. */
const JOINED = new RegExp(`(?:${EMOJI.source}\\u200d)+${EMOJI.source}`, "u");

/** The flag of a region, whose code is in hidden characters. */
const REGION = /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,6}\u{e007f}/u;

/** Letters of scripts that need joiners to be written correctly. */
const LETTER = [
  ...["Arabic", "Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Oriya", "Tamil", "Telugu"],
  ...["Kannada", "Malayalam", "Sinhala", "Khmer"],
]
  .map((script) => `\\p{scx=${script}}`)
  .join("");
const JOINER = new RegExp(`(?<=[${LETTER}])[\\u200c\\u200d](?=[${LETTER}])`, "u");

const UNPRINTABLE = new RegExp(
  `(${[JOINED, REGION, JOINER].map(({ source }) => source).join("|")})|${HIDDEN.source}`,
  "gu",
);

/** Replaces line breaks, control and hidden characters by spaces. */
export function toPrintable(text: string): string {
  return text.replace(UNPRINTABLE, (_, kept: string | undefined) => kept ?? " ");
}

/** Printable text with white space collapsed, shortened to `limit`. */
export function toPrintableLine(text: string, limit: number): string {
  const flat = toPrintable(truncateToGraphemes(text, limit * 4))
    .replace(/\s+/g, " ")
    .trim();
  return shorten(flat, limit);
}
