/** Displays the bytes that the HTTP parser rejected. */

import { decodeBase64, decodeLenient } from "../text/utf8.ts";
import type { UnparsedBytes } from "../wire/record.ts";

/** Text if possible, else the base64. */
export function getUnparsedText({ text, b64 = "" }: UnparsedBytes): string {
  if (text !== undefined) return text;
  try {
    return decodeLenient(decodeBase64(b64)).text;
  } catch {
    return b64;
  }
}
