/** How alike two rows, or two calls, are that are not the same. */

import type { ItemKind } from "../dialects/kinds.ts";
import type { ComparableRow } from "./comparable-row.ts";
import { type DiffSide, getRowText } from "./row-content.ts";

/** What stands in one place of a run and turns out otherwise in another. */
const POSITIONAL_KINDS: ReadonlySet<ItemKind> = new Set(["state", "error"]);

/** Whoever calls an artifact otherwise must at least say much the same in it. */
const MIN_SIMILARITY = 0.5;

export function createRowSimilarity(
  left: DiffSide,
  right: DiffSide,
): (one: ComparableRow, other: ComparableRow) => number {
  const wordsLeft = new Map<ComparableRow, ReadonlySet<string>>();
  const wordsRight = new Map<ComparableRow, ReadonlySet<string>>();
  return (one, other) => {
    if (one.kind !== other.kind) return 0;
    const near = one.call >= 0 && one.call === other.call ? 1 : 0;
    const shared = () =>
      getWordSimilarity(getRowWords(left, one, wordsLeft), getRowWords(right, other, wordsRight));
    if (one.name === other.name) return 1 + near + shared();
    if (POSITIONAL_KINDS.has(one.kind)) return 0.5 + near;
    if (one.kind === "http" || one.kind === "tool" || one.kind === "message") return 0;
    const alike = shared();
    return alike >= MIN_SIMILARITY ? near + alike : 0;
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

/** From 0, nothing in common, to 1, the same words. */
export function getWordSimilarity(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return one.size === other.size ? 1 : 0;
  let shared = 0;
  for (const word of one) if (other.has(word)) shared++;
  return shared / (one.size + other.size - shared);
}
