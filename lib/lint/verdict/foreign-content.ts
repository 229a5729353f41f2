/** What an answer is that is no A2A, as far as its beginning tells. */

import { truncateToGraphemes } from "../../wire/graphemes.ts";

const SNIFFED_CHARACTERS = 10_000;
const MAX_TITLE_LENGTH = 80;

/** What a page of HTML calls itself. */
export function findPageTitle(text: string): string | null {
  const title =
    /<title[^>]*>([^<]{1,200})<\/title>/i.exec(text.slice(0, SNIFFED_CHARACTERS))?.[1] ?? "";
  const plain = truncateToGraphemes(title.replace(/\s+/g, " ").trim(), MAX_TITLE_LENGTH);
  return plain === "" ? null : plain;
}

/** To follow what was said of it: `, but …`; `null` where nothing is known. */
export function describeForeignContent(start: string): string | null {
  const title = findPageTitle(start);
  if (title !== null) return `it is the web page “${title}”`;
  if (/^\uFEFF?\s*<(?:!doctype html|html)\b/i.test(start)) return "it is a web page";
  if (start.startsWith(GZIP_START))
    return "it is compressed with gzip, but its headers do not say so";
  if (/^[^\0]{0,2}(?:[^\0]\0){4}|^[^\0]{0,2}(?:\0[^\0]){4}/.test(start)) {
    return "it is encoded in UTF-16 instead of UTF-8";
  }
  return null;
}

/** The first three bytes, of which the second is no UTF-8. */
const GZIP_START = "\u001F\uFFFD\b";

/** So much of a body tells. */
export const FOREIGN_CONTENT_LENGTH = SNIFFED_CHARACTERS;
