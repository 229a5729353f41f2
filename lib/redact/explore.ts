/** A text and all that it says in other words: escaped, percent-encoded, in base64, in each other. */

import { base64Runs, fromBase64 } from "./base64.ts";
import { fromUtf8, unescaped, unpercented } from "./decoded.ts";
import type { Surface } from "./surface.ts";

/** Deeper than anybody wraps texts in texts. */
const DEEPEST = 4;

export interface Exploring {
  /** Read a plus as a space as well: dear, and of use only where a space is looked for. */
  readonly plusIsSpace: boolean;
  visit(surface: Surface): void;
}

/** Visits what lies inside before what it lies in. */
export function explore(surface: Surface, exploring: Exploring, depth = 0): void {
  if (depth < DEEPEST) {
    for (const inside of insides(surface, exploring.plusIsSpace)) {
      explore(inside, exploring, depth + 1);
    }
  }
  exploring.visit(surface);
}

function* insides(surface: Surface, plusIsSpace: boolean): Generator<Surface> {
  const { text } = surface;
  const plain = unescaped(surface);
  if (plain !== surface) yield plain;
  if (text.includes("%")) {
    const said = unpercented(surface, false);
    if (said !== surface) yield said;
  }
  if (plusIsSpace && text.includes("+")) yield unpercented(surface, true);
  for (const run of base64Runs(surface)) {
    const said = fromUtf8(fromBase64(run));
    if (said && said.text !== "") yield said;
  }
}
