/** Decodes hexadecimal digits inside a text, and overwrites some of their bytes. */

import { looksLikeText } from "./base64-runs.ts";
import { type EditableText, sliceText } from "./editable-text.ts";

const HEX_RUN = /(?:[0-9a-fA-F]{2}){8,}/g;
/** This many digits show whether a run encodes text. */
const SNIFF_LENGTH = 16;

/** Finds the runs of digits in a text that may contain text themselves. */
export function* findHexRuns(surface: EditableText): Generator<EditableText> {
  for (const { 0: run, index } of surface.text.matchAll(HEX_RUN)) {
    if (!looksLikeText(decodeHex(run.slice(0, SNIFF_LENGTH)))) continue;
    yield sliceText(surface, index, index + run.length);
  }
}

/** Decodes a run of digits to one character per byte. */
export function decodeHexRun(encoded: EditableText): EditableText {
  const isUpper = /[A-F]/.test(encoded.text);
  return {
    text: decodeHex(encoded.text),
    getCurrent: (from, to) => decodeHex(encoded.getCurrent(from * 2, to * 2)),
    write: (from, binary) => {
      const digits = Array.from(binary, (char) => char.charCodeAt(0).toString(16).padStart(2, "0"));
      const written = digits.join("");
      encoded.write(from * 2, isUpper ? written.toUpperCase() : written);
    },
    getOrigin: (at) => encoded.getOrigin(at * 2),
  };
}

function decodeHex(digits: string): string {
  let bytes = "";
  for (let at = 0; at + 1 < digits.length; at += 2) {
    bytes += String.fromCharCode(Number.parseInt(digits.slice(at, at + 2), 16));
  }
  return bytes;
}
