/**
 * Chromium keeps a body whose type names no character set as if it were windows-1252, also where
 * the standard says UTF-8, as it does of event streams and JSON. What was UTF-8 can be told by that:
 * text that really was of the older set makes no UTF-8 when it is turned back into bytes.
 */

import { decodeStrict } from "../../wire/utf8.ts";

/** What windows-1252 has where Latin-1 has controls. Not every runtime's decoder knows. */
const CHARACTERS_FROM_80 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

const BYTES_BY_CHARACTER: ReadonlyMap<string, number> = new Map([
  ...Array.from({ length: 256 }, (_, byte) => [String.fromCharCode(byte), byte] as const).filter(
    ([, byte]) => byte < 0x80 || byte > 0x9f,
  ),
  ...Array.from(CHARACTERS_FROM_80, (char, i) => [char, 0x80 + i] as const),
]);

/** The bytes as they were, where the text is UTF-8 read as windows-1252; else `null`. */
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
