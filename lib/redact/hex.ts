/** Hexadecimal digits inside a text: what bytes they say, and how to change some of these. */

import { looksLikeText } from "./base64.ts";
import { type Surface, slice } from "./surface.ts";

const RUN = /(?:[0-9a-fA-F]{2}){8,}/g;
/** So many digits show whether a run says a text. */
const SHOWN = 16;

/** The runs of digits in a surface that could hold a text. */
export function* hexRuns(surface: Surface): Generator<Surface> {
  for (const { 0: run, index } of surface.text.matchAll(RUN)) {
    if (!looksLikeText(bytesOf(run.slice(0, SHOWN)))) continue;
    yield slice(surface, index, index + run.length);
  }
}

/** What a run of digits says, one character a byte. */
export function fromHex(below: Surface): Surface {
  const isUpper = /[A-F]/.test(below.text);
  return {
    text: bytesOf(below.text),
    now: (from, to) => bytesOf(below.now(from * 2, to * 2)),
    write: (from, binary) => {
      const digits = Array.from(binary, (char) => char.charCodeAt(0).toString(16).padStart(2, "0"));
      const written = digits.join("");
      below.write(from * 2, isUpper ? written.toUpperCase() : written);
    },
    origin: (at) => below.origin(at * 2),
  };
}

function bytesOf(digits: string): string {
  let bytes = "";
  for (let at = 0; at + 1 < digits.length; at += 2) {
    bytes += String.fromCharCode(Number.parseInt(digits.slice(at, at + 2), 16));
  }
  return bytes;
}
