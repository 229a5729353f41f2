/** Visits a text and every text encoded in it: escaped, in base64 or hexadecimal digits, and nested. */

import { decodeBase64Run, findBase64Runs } from "./base64-runs.ts";
import {
  decodeHtmlReferences,
  decodeJsonEscapes,
  decodePercents,
  decodeUtf8Text,
} from "./decoded-text.ts";
import type { EditableText } from "./editable-text.ts";
import { decodeHexRun, findHexRuns } from "./hex-runs.ts";

/** Deeper than anybody wraps texts in texts. */
const MAX_DEPTH = 4;

export interface NestedTextOptions {
  /** Read a plus as a space as well: dear, and of use only where a space is looked for. */
  readonly plusIsSpace: boolean;
  visit(surface: EditableText): void;
}

/** Visits what lies inside before what it lies in. */
export function visitNestedTexts(surface: EditableText, exploring: NestedTextOptions): void {
  visitAtDepth(surface, exploring, 0, new Set([surface.text]));
}

function visitAtDepth(
  surface: EditableText,
  exploring: NestedTextOptions,
  depth: number,
  seen: Set<string>,
): void {
  if (depth < MAX_DEPTH) {
    for (const inside of decodeEscapes(surface, exploring.plusIsSpace)) {
      // Escapes in each other may be taken off in any order, and say the same.
      if (seen.has(inside.text)) continue;
      seen.add(inside.text);
      visitAtDepth(inside, exploring, depth + 1, seen);
    }
    for (const inside of decodeRuns(surface)) {
      visitAtDepth(inside, exploring, depth + 1, new Set([inside.text]));
    }
  }
  exploring.visit(surface);
}

function* decodeEscapes(surface: EditableText, plusIsSpace: boolean): Generator<EditableText> {
  const { text } = surface;
  const plain = decodeJsonEscapes(surface);
  if (plain !== surface) yield plain;
  if (text.includes("%")) {
    const said = decodePercents(surface, false);
    if (said !== surface) yield said;
  }
  if (text.includes("&")) {
    const said = decodeHtmlReferences(surface);
    if (said !== surface) yield said;
  }
  if (plusIsSpace && text.includes("+")) yield decodePercents(surface, true);
}

function* decodeRuns(surface: EditableText): Generator<EditableText> {
  for (const run of findBase64Runs(surface)) {
    const said = decodeUtf8Text(decodeBase64Run(run));
    if (said && said.text !== "") yield said;
  }
  for (const run of findHexRuns(surface)) {
    const said = decodeUtf8Text(decodeHexRun(run));
    if (said && said.text !== "") yield said;
  }
}
