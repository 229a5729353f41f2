/** Decodes hexadecimal digits inside a text, and overwrites some of their bytes. */

import { looksLikeText } from "./base64-runs.ts";
import { type EditableText, sliceText } from "./editable-text.ts";

const HEX_RUN = /(?:[0-9a-fA-F]{2}){8,}/g;
/** So many digits show whether a run says a text. */
const SNIFF_LENGTH = 16;

/** The runs of digits in a surface that could hold a text. */
export function* findHexRuns(surface: EditableText): Generator<EditableText> {
  for (const { 0: run, index } of surface.text.matchAll(HEX_RUN)) {
    if (!looksLikeText(decodeHex(run.slice(0, SNIFF_LENGTH)))) continue;
    yield sliceText(surface, index, index + run.length);
  }
}

/** What a run of digits says, one character a byte. */
export function decodeHexRun(below: EditableText): EditableText {
  const isUpper = /[A-F]/.test(below.text);
  return {
    text: decodeHex(below.text),
    getCurrent: (from, to) => decodeHex(below.getCurrent(from * 2, to * 2)),
    write: (from, binary) => {
      const digits = Array.from(binary, (char) => char.charCodeAt(0).toString(16).padStart(2, "0"));
      const written = digits.join("");
      below.write(from * 2, isUpper ? written.toUpperCase() : written);
    },
    getOrigin: (at) => below.getOrigin(at * 2),
  };
}

function decodeHex(digits: string): string {
  let bytes = "";
  for (let at = 0; at + 1 < digits.length; at += 2) {
    bytes += String.fromCharCode(Number.parseInt(digits.slice(at, at + 2), 16));
  }
  return bytes;
}
