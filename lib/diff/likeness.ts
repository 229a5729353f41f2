/** How alike two rows, or two calls, are that are not the same. */

import type { ItemKind } from "../dialects/kinds.ts";
import { beginningOf, type Side } from "./content.ts";
import type { DiffRow } from "./row.ts";

/** What stands in one place of a run and turns out otherwise in another. */
const ONE_OF_A_KIND: ReadonlySet<ItemKind> = new Set(["state", "error"]);

/** Whoever calls an artifact otherwise must at least say much the same in it. */
const MUCH = 0.5;

export function likenessOf(left: Side, right: Side): (one: DiffRow, other: DiffRow) => number {
  const wordsLeft = new Map<DiffRow, ReadonlySet<string>>();
  const wordsRight = new Map<DiffRow, ReadonlySet<string>>();
  return (one, other) => {
    if (one.kind !== other.kind) return 0;
    const near = one.call >= 0 && one.call === other.call ? 1 : 0;
    const shared = () =>
      likenessOfWords(wordsIn(left, one, wordsLeft), wordsIn(right, other, wordsRight));
    if (one.name === other.name) return 1 + near + shared();
    if (ONE_OF_A_KIND.has(one.kind)) return 0.5 + near;
    if (one.kind === "http" || one.kind === "tool" || one.kind === "message") return 0;
    const alike = shared();
    return alike >= MUCH ? near + alike : 0;
  };
}

const LOOKED_AT = 600;

function wordsIn(
  side: Side,
  row: DiffRow,
  known: Map<DiffRow, ReadonlySet<string>>,
): ReadonlySet<string> {
  const found = known.get(row);
  if (found) return found;
  const words = wordsOf(beginningOf(side, row.item, LOOKED_AT));
  known.set(row, words);
  return words;
}

export function wordsOf(text: string): ReadonlySet<string> {
  return new Set(
    text
      .slice(0, LOOKED_AT)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu),
  );
}

/** From 0, nothing in common, to 1, the same words. */
export function likenessOfWords(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return one.size === other.size ? 1 : 0;
  let shared = 0;
  for (const word of one) if (other.has(word)) shared++;
  return shared / (one.size + other.size - shared);
}
