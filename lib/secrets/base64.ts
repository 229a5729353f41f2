/** Base64 in either alphabet: encodes bytes at any of the three offsets, and decodes them. */

export const STANDARD_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
export const URL_ALPHABET = `${STANDARD_ALPHABET.slice(0, 62)}-_`;

/** The range of encoded characters that do not depend on bytes before or after. */
export function getInnerRange(offset: number, length: number): readonly [from: number, to: number] {
  return [Math.ceil((offset * 8) / 6), Math.floor(((offset + length) * 8) / 6)];
}

/** The characters that depend only on these bytes when `offset` other bytes precede them. */
export function encodeBase64At(
  binary: string,
  offset: number,
  alphabet = STANDARD_ALPHABET,
): string {
  const [from, to] = getInnerRange(offset, binary.length);
  let text = "";
  for (let bit = from * 6 - offset * 8; bit < to * 6 - offset * 8; bit += 6) {
    const pair = (binary.charCodeAt(bit >> 3) << 8) | binary.charCodeAt((bit >> 3) + 1);
    text += alphabet[(pair >> (10 - (bit & 7))) & 63];
  }
  return text;
}

/** The value of each character, in either alphabet. */
export const BASE64_VALUES: Map<string, number> = new Map();
for (let value = 0; value < 64; value++) {
  BASE64_VALUES.set(STANDARD_ALPHABET[value] ?? "", value);
  BASE64_VALUES.set(URL_ALPHABET[value] ?? "", value);
}

/** Decodes the complete bytes, one character each; stops at padding. */
export function decodeBinaryBase64(text: string): string {
  let bytes = "";
  let bits = 0;
  let held = 0;
  for (const char of text) {
    const value = BASE64_VALUES.get(char);
    if (value === undefined) break;
    bits = (bits << 6) | value;
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes += String.fromCharCode((bits >> held) & 255);
    }
    bits &= (1 << held) - 1;
  }
  return bytes;
}
