/**
 * UTF-8 for bytes that arrive in pieces: incomplete characters at a split, byte lengths of texts,
 * and replacement of invalid bytes by U+FFFD as in the WHATWG decoder.
 */

const STRICT_DECODER = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const LENIENT_DECODER = new TextDecoder("utf-8", { ignoreBOM: true });

/** The text of `bytes` if they are valid UTF-8 on their own, else `null`. */
export function decodeStrict(bytes: Uint8Array): string | null {
  try {
    return STRICT_DECODER.decode(bytes);
  } catch {
    return null;
  }
}

/** Number of bytes at the end of `bytes` that start an incomplete character. */
export function countIncompleteTail(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) {
      const need = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return need > back && byte < 0xf8 ? back : 0;
    }
  }
  return 0;
}

export function getUtf8Length(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes += 1;
    else if (unit >= 0xd800 && unit < 0xdc00 && isLowSurrogate(text.charCodeAt(i + 1))) {
      bytes += 2;
      i++;
    } else bytes += 2;
  }
  return bytes;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}

/** The text of `bytes`, and whether any of it was replaced by U+FFFD. */
export function decodeLenient(bytes: Uint8Array): { text: string; invalid: boolean } {
  const exact = decodeStrict(bytes);
  return exact === null
    ? { text: LENIENT_DECODER.decode(bytes), invalid: true }
    : { text: exact, invalid: false };
}

export function concatBytes(a: Uint8Array, b: Uint8Array): Uint8Array {
  const joined = new Uint8Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
}

/** Byte offset of the `units`-th UTF-16 unit of the decoded text. */
export function findByteOfUnit(bytes: Uint8Array, units: number): number {
  let at = 0;
  for (let seen = 0; seen < units && at < bytes.length; ) {
    const length = getSequenceLength(bytes, at);
    seen += length === 4 ? 2 : 1;
    at += length;
  }
  return at;
}

/** Number of bytes from `at` that decode to one character, or to one U+FFFD (at most three). */
function getSequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0xc2 || lead > 0xf4) return 1;
  const need = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  // The range of the second byte is narrower where the character would be overlong, a surrogate or
  // too large.
  let low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  let high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  for (let length = 1; length < need; length++) {
    const byte = bytes[at + length];
    if (byte === undefined || byte < low || byte > high) return length;
    low = 0x80;
    high = 0xbf;
  }
  return need;
}

export function decodeBase64(encoded: string): Uint8Array {
  return decodeBinaryString(atob(encoded));
}

export function encodeBase64(bytes: Uint8Array): string {
  return btoa(toBinaryString(bytes));
}

/** Bytes as text, one character per byte. */
export function toBinaryString(bytes: Uint8Array): string {
  let binary = "";
  for (let from = 0; from < bytes.length; from += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(from, from + 0x8000));
  }
  return binary;
}

export function decodeBinaryString(binary: string): Uint8Array {
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** Hex digits of bytes: `0a 6f`. */
export function formatHex(binary: string): string {
  return Array.from(binary, (char) => char.charCodeAt(0).toString(16).padStart(2, "0")).join(" ");
}
