/** Visits a text and every text encoded in it: escaped, in base64 or hexadecimal digits, and nested. */

import { decodeBase64Run, findBase64Runs, looksLikeText } from "./base64-runs.ts";
import {
  decodeHtmlReferences,
  decodeJsonEscapes,
  decodePercents,
  decodeUtf8Text,
} from "./decoded-text.ts";
import { type EditableText, sliceText } from "./editable-text.ts";

/** More levels than occur in practice. */
const MAX_DEPTH = 4;

interface NestedTextOptions {
  /** Also read a plus as a space: expensive, and useful only when searching for a space. */
  readonly plusIsSpace: boolean;
  visit(surface: EditableText): void;
}

/** Visits nested texts before the texts that contain them. */
export function visitNestedTexts(surface: EditableText, options: NestedTextOptions): void {
  visitAtDepth(surface, options, 0, new Set([surface.text]));
}

function visitAtDepth(
  surface: EditableText,
  options: NestedTextOptions,
  depth: number,
  seen: Set<string>,
): void {
  if (depth < MAX_DEPTH) {
    for (const inside of decodeEscapes(surface, options.plusIsSpace)) {
      // Nested escapes can be decoded in any order, with the same result.
      if (seen.has(inside.text)) continue;
      seen.add(inside.text);
      visitAtDepth(inside, options, depth + 1, seen);
    }
    for (const inside of decodeRuns(surface)) {
      visitAtDepth(inside, options, depth + 1, new Set([inside.text]));
    }
  }
  options.visit(surface);
}

function* decodeEscapes(surface: EditableText, plusIsSpace: boolean): Generator<EditableText> {
  const { text } = surface;
  const plain = decodeJsonEscapes(surface);
  if (plain !== surface) yield plain;
  if (text.includes("%")) {
    const decoded = decodePercents(surface, false);
    if (decoded !== surface) yield decoded;
  }
  if (text.includes("&")) {
    const decoded = decodeHtmlReferences(surface);
    if (decoded !== surface) yield decoded;
  }
  if (plusIsSpace && text.includes("+")) yield decodePercents(surface, true);
}

function* decodeRuns(surface: EditableText): Generator<EditableText> {
  for (const run of findBase64Runs(surface)) {
    const decoded = decodeUtf8Text(decodeBase64Run(run));
    if (decoded && decoded.text !== "") yield decoded;
  }
  for (const run of findHexRuns(surface)) {
    const decoded = decodeUtf8Text(decodeHexRun(run));
    if (decoded && decoded.text !== "") yield decoded;
  }
}

const HEX_RUN = /(?<![0-9a-fA-F])(?:[0-9a-fA-F]{2}){8,}/g;
/** This many digits show whether a run encodes text. */
const SNIFF_LENGTH = 16;

/** Finds the runs of digits in a text that may contain text themselves. */
function* findHexRuns(surface: EditableText): Generator<EditableText> {
  for (const { 0: run, index } of surface.text.matchAll(HEX_RUN)) {
    if (!looksLikeText(decodeHex(run.slice(0, SNIFF_LENGTH)))) continue;
    yield sliceText(surface, index, index + run.length);
  }
}

/** Decodes a run of digits to one character per byte. */
function decodeHexRun(encoded: EditableText): EditableText {
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
