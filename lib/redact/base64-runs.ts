/**
 * Decodes base64 inside a text, in either alphabet, and overwrites some of its bytes without
 * changing the bits of other bytes that share a character with them.
 */

import { STANDARD_ALPHABET, URL_ALPHABET } from "../secrets/base64.ts";
import { type EditableText, sliceText } from "./editable-text.ts";

const DIGIT_VALUES = new Map<string, number>();
for (let value = 0; value < 64; value++) {
  DIGIT_VALUES.set(STANDARD_ALPHABET[value] ?? "", value);
  DIGIT_VALUES.set(URL_ALPHABET[value] ?? "", value);
}

/** The bytes, one character each, that the characters hold in whole; padding ends them. */
export function decodeBinaryBase64(text: string): string {
  let bytes = "";
  let bits = 0;
  let held = 0;
  for (const char of text) {
    const value = DIGIT_VALUES.get(char);
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

/** Puts bytes into the characters from `start` on, behind so many bytes that stay. */
export function overwriteBase64(
  surface: EditableText,
  start: number,
  behind: number,
  binary: string,
  alphabet = getAlphabet(surface.text, start),
): void {
  const from = Math.floor((behind * 8) / 6);
  const to = Math.min(Math.ceil(((behind + binary.length) * 8) / 6), surface.text.length - start);
  const values = Array.from(surface.getCurrent(start + from, start + to), (char) =>
    DIGIT_VALUES.get(char),
  );
  for (let i = 0; i < binary.length; i++) {
    const byte = binary.charCodeAt(i);
    for (let bit = 0; bit < 8; bit++) {
      const place = (behind + i) * 8 + bit - from * 6;
      const at = Math.floor(place / 6);
      const value = values[at];
      if (value === undefined) continue;
      const mask = 1 << (5 - (place % 6));
      values[at] = (byte >> (7 - bit)) & 1 ? value | mask : value & ~mask;
    }
  }
  const now = surface.getCurrent(start + from, start + to);
  const written = values.map((value, i) => {
    const before = now[i] ?? "";
    return value === undefined || value === DIGIT_VALUES.get(before) ? before : alphabet[value];
  });
  surface.write(start + from, written.join(""));
}

const MAX_LOOKAROUND = 512;

/** By what stands around a place. */
function getAlphabet(text: string, at: number): string {
  let alphabet = STANDARD_ALPHABET;
  for (const step of [-1, 1]) {
    const first = step < 0 ? at - 1 : at;
    for (
      let i = first;
      Math.abs(i - first) < MAX_LOOKAROUND && DIGIT_VALUES.has(text[i] ?? "");
      i += step
    ) {
      if (text[i] === "+" || text[i] === "/") return STANDARD_ALPHABET;
      if (text[i] === "-" || text[i] === "_") alphabet = URL_ALPHABET;
    }
  }
  return alphabet;
}

/** What a run of base64 says, one character a byte. */
export function decodeBase64Run(below: EditableText): EditableText {
  const startOf = (at: number) => Math.floor(at / 3) * 4;
  const alphabet =
    /[+/]/.test(below.text) || !/[-_]/.test(below.text) ? STANDARD_ALPHABET : URL_ALPHABET;
  return {
    text: decodeBinaryBase64(below.text),
    getCurrent: (from, to) => {
      const start = startOf(from);
      const skip = from - (start / 4) * 3;
      const end = Math.min(below.text.length, Math.ceil((to * 4) / 3));
      return decodeBinaryBase64(below.getCurrent(start, end)).slice(skip, skip + to - from);
    },
    write: (from, binary) => {
      const start = startOf(from);
      overwriteBase64(below, start, from - (start / 4) * 3, binary, alphabet);
    },
    getOrigin: (at) => below.getOrigin(Math.floor((at * 4) / 3)),
  };
}

const BASE64_RUN = /[A-Za-z0-9+/_-]{16,}={0,2}/g;

/** The runs of base64 in a surface that could hold a text. */
export function* findBase64Runs(surface: EditableText): Generator<EditableText> {
  for (const { 0: run, index } of surface.text.matchAll(BASE64_RUN)) {
    // Most of what looks like base64 is an id; its first bytes show that soon.
    if (!looksLikeText(decodeBinaryBase64(run.slice(0, 16)))) continue;
    yield sliceText(surface, index, index + run.length);
  }
}

/** No control character, and as far as it goes UTF-8. */
export function looksLikeText(bytes: string): boolean {
  let following = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes.charCodeAt(i);
    if (following > 0) {
      if (byte < 0x80 || byte > 0xbf) return false;
      following--;
    } else if (byte < 9 || (byte > 13 && byte < 32) || byte === 127) return false;
    else if (byte >= 0x80) {
      if (byte < 0xc2 || byte > 0xf4) return false;
      following = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : 1;
    }
  }
  return true;
}
