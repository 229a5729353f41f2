/** What an answer is that is no A2A, as far as its beginning tells. */

import { beginning } from "../../wire/graphemes.ts";

const LOOKED_AT = 10_000;
const LONGEST_TITLE = 80;

/** What a page of HTML calls itself. */
export function pageTitle(text: string): string | null {
  const title = /<title[^>]*>([^<]{1,200})<\/title>/i.exec(text.slice(0, LOOKED_AT))?.[1] ?? "";
  const plain = beginning(title.replace(/\s+/g, " ").trim(), LONGEST_TITLE);
  return plain === "" ? null : plain;
}

/** To follow what was said of it: `, but …`; `null` where nothing is known. */
export function natureOf(start: string): string | null {
  const title = pageTitle(start);
  if (title !== null) return `it is the web page “${title}”`;
  if (/^\uFEFF?\s*<(?:!doctype html|html)\b/i.test(start)) return "it is a web page";
  if (start.startsWith(GZIP)) return "it is compressed with gzip, and its head does not say so";
  if (/^[^\0]{0,2}(?:[^\0]\0){4}|^[^\0]{0,2}(?:\0[^\0]){4}/.test(start)) {
    return "it is written in UTF-16, and must be in UTF-8";
  }
  return null;
}

/** The first three bytes, of which the second is no UTF-8. */
const GZIP = "\u001F\uFFFD\b";

/** So much of a body tells. */
export const NATURE_LENGTH = LOOKED_AT;
