/** Describes a response that is not A2A, by its first characters. */

import { truncateToGraphemes } from "../../text/graphemes.ts";

const SNIFFED_CHARACTERS = 10_000;
const MAX_TITLE_LENGTH = 80;

/** The title of an HTML page. */
export function findPageTitle(text: string): string | null {
  const title =
    /<title[^>]*>([^<]{1,200})<\/title>/i.exec(text.slice(0, SNIFFED_CHARACTERS))?.[1] ?? "";
  const plain = truncateToGraphemes(title.replace(/\s+/g, " ").trim(), MAX_TITLE_LENGTH);
  return plain === "" ? null : plain;
}

/** A clause that describes the content, such as “it is a web page”; `null` if unknown. */
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

/** The first three bytes of gzip; the second is invalid UTF-8. */
const GZIP_START = "\u001F\uFFFD\b";

/** The number of characters that are examined. */
export const FOREIGN_CONTENT_LENGTH = SNIFFED_CHARACTERS;
