/**
 * Decodes base64 inside a text, in either alphabet, and overwrites some of its bytes without
 * changing the bits of other bytes that share a character with them.
 */

import {
  BASE64_VALUES,
  decodeBinaryBase64,
  STANDARD_ALPHABET,
  URL_ALPHABET,
} from "../secrets/base64.ts";
import { type EditableText, sliceText } from "./editable-text.ts";

/** Overwrites bytes in the run that begins at `start`, after `skipped` bytes that stay. */
export function overwriteBase64(
  surface: EditableText,
  start: number,
  skipped: number,
  binary: string,
  alphabet = getAlphabet(surface.text, start),
): void {
  const from = Math.floor((skipped * 8) / 6);
  const to = Math.min(Math.ceil(((skipped + binary.length) * 8) / 6), surface.text.length - start);
  const values = Array.from(surface.getCurrent(start + from, start + to), (char) =>
    BASE64_VALUES.get(char),
  );
  for (let i = 0; i < binary.length; i++) {
    const byte = binary.charCodeAt(i);
    for (let bit = 0; bit < 8; bit++) {
      const position = (skipped + i) * 8 + bit - from * 6;
      const at = Math.floor(position / 6);
      const value = values[at];
      if (value === undefined) continue;
      const mask = 1 << (5 - (position % 6));
      values[at] = (byte >> (7 - bit)) & 1 ? value | mask : value & ~mask;
    }
  }
  const now = surface.getCurrent(start + from, start + to);
  const written = values.map((value, i) => {
    const before = now[i] ?? "";
    return value === undefined || value === BASE64_VALUES.get(before) ? before : alphabet[value];
  });
  surface.write(start + from, written.join(""));
}

const MAX_LOOKAROUND = 512;

/** Detects the alphabet from the characters around a position. */
function getAlphabet(text: string, at: number): string {
  let alphabet = STANDARD_ALPHABET;
  for (const step of [-1, 1]) {
    const first = step < 0 ? at - 1 : at;
    for (
      let i = first;
      Math.abs(i - first) < MAX_LOOKAROUND && BASE64_VALUES.has(text[i] ?? "");
      i += step
    ) {
      if (text[i] === "+" || text[i] === "/") return STANDARD_ALPHABET;
      if (text[i] === "-" || text[i] === "_") alphabet = URL_ALPHABET;
    }
  }
  return alphabet;
}

/** Decodes a run of base64 to one character per byte. */
export function decodeBase64Run(encoded: EditableText): EditableText {
  const startOf = (at: number) => Math.floor(at / 3) * 4;
  const alphabet =
    /[+/]/.test(encoded.text) || !/[-_]/.test(encoded.text) ? STANDARD_ALPHABET : URL_ALPHABET;
  return {
    text: decodeBinaryBase64(encoded.text),
    getCurrent: (from, to) => {
      const start = startOf(from);
      const skip = from - (start / 4) * 3;
      const end = Math.min(encoded.text.length, Math.ceil((to * 4) / 3));
      return decodeBinaryBase64(encoded.getCurrent(start, end)).slice(skip, skip + to - from);
    },
    write: (from, binary) => {
      const start = startOf(from);
      overwriteBase64(encoded, start, from - (start / 4) * 3, binary, alphabet);
    },
    getOrigin: (at) => encoded.getOrigin(Math.floor((at * 4) / 3)),
  };
}

/** Looks behind because a run begins nowhere else: a short one would be read from each character. */
const BASE64_RUN = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{16,}={0,2}/g;

/** Finds the runs of base64 in a text that may contain text themselves. */
export function* findBase64Runs(surface: EditableText): Generator<EditableText> {
  for (const { 0: run, index } of surface.text.matchAll(BASE64_RUN)) {
    // Most runs are ids, as their first bytes show.
    if (!looksLikeText(decodeBinaryBase64(run.slice(0, 16)))) continue;
    yield sliceText(surface, index, index + run.length);
  }
}

/** True for UTF-8 without control characters; the last character may be incomplete. */
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
