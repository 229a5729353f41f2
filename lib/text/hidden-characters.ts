/**
 * Finds control and hidden characters, which a terminal or an editor obeys or does not show. Those
 * that letters and emoji need are none of them.
 */

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

/** Replaces each run of line breaks, control and hidden characters. */
export function replaceHidden(text: string, replace: (hidden: string) => string): string {
  return text.replace(UNPRINTABLE, (hidden, kept: string | undefined) => kept ?? replace(hidden));
}

/**
 * Writes control and hidden characters other than line breaks and tabs as escapes of JSON, which are
 * also those of JavaScript: `\u001b`. JSON with them has the same value.
 */
export const escapeControls = (text: string): string =>
  replaceHidden(text, (hidden) => hidden.replace(/\r(?!\n)|[^\r\n\t]/g, formatJsonEscape));

const formatJsonEscape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
