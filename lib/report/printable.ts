/** Text from agents and logs, made fit for a terminal: escapes and hidden characters stay out. */

import { shorten, truncateToGraphemes } from "../wire/graphemes.ts";

const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/u;

/** One emoji, with its tone and its look. */
const EMOJI = /\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)*/u;

/** Several that are drawn as one. */
const JOINED = new RegExp(`(?:${EMOJI.source}\\u200d)+${EMOJI.source}`, "u");

/** A region's flag, which names its region in hidden characters. */
const REGION = /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,6}\u{e007f}/u;

/** A joiner between letters whose script is not written right without it. */
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

/** One line with nothing in it that a terminal would obey. */
export function toPrintable(text: string): string {
  return text.replace(UNPRINTABLE, (_, kept: string | undefined) => kept ?? " ");
}

/** The same, without more white space than there must be, cut to a length. */
export function toPrintableLine(text: string, limit: number): string {
  const flat = toPrintable(truncateToGraphemes(text, limit * 4))
    .replace(/\s+/g, " ")
    .trim();
  return shorten(flat, limit);
}
