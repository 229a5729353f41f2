/**
 * Text in Markdown.
 *
 * Guarantees: text from agents and logs stays text; it cannot become a link, an image, HTML or a
 * mention, and cannot leave its cell. The length is bounded.
 */

import { toPrintableLine } from "./printable.ts";

const MAX_TEXT = 1000;

/** Text with its code in pairs of backticks. */
export function escapeText(text: string): string {
  const parts = toPrintableLine(text, MAX_TEXT).split("`");
  // Without its partner, a backtick is a character like any other.
  if (parts.length % 2 === 0) return escapeWords(parts.join("`"));
  return parts
    .map((part, index) => (index % 2 === 0 ? escapeWords(part) : formatCode(part)))
    .join("");
}

/** What Markdown turns into a link by itself, however it is escaped. */
const LINK = /(\S*(?:@|:\/\/|www\.)\S*)/i;

function escapeWords(text: string): string {
  return text
    .split(LINK)
    .map((part, index) => (index % 2 === 0 ? escapePlain(part) : formatCode(part)))
    .join("");
}

function escapePlain(text: string): string {
  return text.replace(/[&<>\\*_[\]|~#$`]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A code span; its fence is longer than any backticks inside. */
export function formatCode(text: string): string {
  const code = toPrintableLine(text, MAX_TEXT);
  if (code === "") return "";
  const runs = code.match(/`+/g) ?? [];
  const fence = "`".repeat(Math.max(0, ...runs.map((run) => run.length)) + 1);
  const pad = /^`|`$/.test(code) ? " " : "";
  // A table splits its cells before it reads code, and its readers disagree about escapes there.
  return `${fence}${pad}${code.replaceAll("|", "¦")}${pad}${fence}`;
}
