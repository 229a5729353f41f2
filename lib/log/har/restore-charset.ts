/**
 * Restores UTF-8 bodies that the browser decoded as windows-1252. Chromium does so if the content
 * type has no charset, even where the standard requires UTF-8, as for event streams and JSON. The
 * error is detectable: text that really was windows-1252 is not valid UTF-8 when converted back to
 * bytes.
 */

import { decodeStrict } from "../../text/utf8.ts";

/** The windows-1252 characters from 0x80. Not every runtime's decoder supports them. */
const CHARACTERS_FROM_80 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

const BYTES_BY_CHARACTER: ReadonlyMap<string, number> = new Map([
  ...Array.from({ length: 256 }, (_, byte) => [String.fromCharCode(byte), byte] as const).filter(
    ([, byte]) => byte < 0x80 || byte > 0x9f,
  ),
  ...Array.from(CHARACTERS_FROM_80, (char, i) => [char, 0x80 + i] as const),
]);

/** The original bytes if the text is UTF-8 decoded as windows-1252; else `null`. */
export function restoreUtf8Bytes(text: string): Uint8Array | null {
  const bytes = new Uint8Array(text.length);
  let isPlain = true;
  for (let i = 0; i < text.length; i++) {
    const byte = BYTES_BY_CHARACTER.get(text[i] ?? "");
    if (byte === undefined) return null;
    if (byte >= 0x80) isPlain = false;
    bytes[i] = byte;
  }
  return isPlain || decodeStrict(bytes) === null ? null : bytes;
}
