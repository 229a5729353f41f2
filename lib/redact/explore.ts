/** A text and all that it says in other words: escaped, in base64 or hexadecimal digits, in each other. */

import { base64Runs, fromBase64 } from "./base64.ts";
import { fromUtf8, unescaped, unpercented, unreferenced } from "./decoded.ts";
import { fromHex, hexRuns } from "./hex.ts";
import type { Surface } from "./surface.ts";

/** Deeper than anybody wraps texts in texts. */
const DEEPEST = 4;

export interface Exploring {
  /** Read a plus as a space as well: dear, and of use only where a space is looked for. */
  readonly plusIsSpace: boolean;
  visit(surface: Surface): void;
}

/** Visits what lies inside before what it lies in. */
export function explore(surface: Surface, exploring: Exploring): void {
  go(surface, exploring, 0, new Set([surface.text]));
}

function go(surface: Surface, exploring: Exploring, depth: number, seen: Set<string>): void {
  if (depth < DEEPEST) {
    for (const inside of withoutEscapes(surface, exploring.plusIsSpace)) {
      // Escapes in each other may be taken off in any order, and say the same.
      if (seen.has(inside.text)) continue;
      seen.add(inside.text);
      go(inside, exploring, depth + 1, seen);
    }
    for (const inside of fromRuns(surface)) {
      go(inside, exploring, depth + 1, new Set([inside.text]));
    }
  }
  exploring.visit(surface);
}

function* withoutEscapes(surface: Surface, plusIsSpace: boolean): Generator<Surface> {
  const { text } = surface;
  const plain = unescaped(surface);
  if (plain !== surface) yield plain;
  if (text.includes("%")) {
    const said = unpercented(surface, false);
    if (said !== surface) yield said;
  }
  if (text.includes("&")) {
    const said = unreferenced(surface);
    if (said !== surface) yield said;
  }
  if (plusIsSpace && text.includes("+")) yield unpercented(surface, true);
}

function* fromRuns(surface: Surface): Generator<Surface> {
  for (const run of base64Runs(surface)) {
    const said = fromUtf8(fromBase64(run));
    if (said && said.text !== "") yield said;
  }
  for (const run of hexRuns(surface)) {
    const said = fromUtf8(fromHex(run));
    if (said && said.text !== "") yield said;
  }
}
