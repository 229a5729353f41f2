/** Similarity of rows and calls that are not equal. */

import type { ItemKind } from "../dialects/kinds.ts";
import type { ComparableRow } from "./comparable-row.ts";
import { type DiffSide, getRowText } from "./row-content.ts";

/** Rows that correspond by their position, because their content often differs between runs. */
const POSITIONAL_KINDS: ReadonlySet<ItemKind> = new Set(["state", "error"]);

/** Minimum similarity of rows with different names. */
const MIN_SIMILARITY = 0.5;

export function createRowSimilarity(
  left: DiffSide,
  right: DiffSide,
): (one: ComparableRow, other: ComparableRow) => number {
  const wordsLeft = new Map<ComparableRow, ReadonlySet<string>>();
  const wordsRight = new Map<ComparableRow, ReadonlySet<string>>();
  return (one, other) => {
    if (one.kind !== other.kind) return 0;
    const sameCall = one.call >= 0 && one.call === other.call ? 1 : 0;
    const shared = () =>
      getWordSimilarity(getRowWords(left, one, wordsLeft), getRowWords(right, other, wordsRight));
    if (one.name === other.name) return 1 + sameCall + shared();
    if (POSITIONAL_KINDS.has(one.kind)) return 0.5 + sameCall;
    if (one.kind === "http" || one.kind === "tool" || one.kind === "message") return 0;
    const similarity = shared();
    return similarity >= MIN_SIMILARITY ? sameCall + similarity : 0;
  };
}

const MAX_COMPARED_LENGTH = 600;

function getRowWords(
  side: DiffSide,
  row: ComparableRow,
  known: Map<ComparableRow, ReadonlySet<string>>,
): ReadonlySet<string> {
  const found = known.get(row);
  if (found) return found;
  const words = toWordSet(getRowText(side, row.item, MAX_COMPARED_LENGTH));
  known.set(row, words);
  return words;
}

export function toWordSet(text: string): ReadonlySet<string> {
  return new Set(
    text
      .slice(0, MAX_COMPARED_LENGTH)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu),
  );
}

/** From 0 (nothing in common) to 1 (the same words). */
export function getWordSimilarity(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return one.size === other.size ? 1 : 0;
  let shared = 0;
  for (const word of one) if (other.has(word)) shared++;
  return shared / (one.size + other.size - shared);
}
