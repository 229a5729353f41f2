/**
 * Aligns two lists of lines: pairs equal lines first, then similar lines between them.
 *
 * Guarantees: swapping the lists gives the same pairs; the cost is bounded.
 */

import { findCommonSubsequence } from "../collections/common-subsequence.ts";

export interface ComparableLine {
  /** Equal lines have equal fingerprints. */
  readonly fingerprint: string;
  /** The kind of line, regardless of its content: only lines of equal shape replace one another. */
  readonly shape: string;
}

/** How similar two lines are; 0 if they must not be paired. Called for lines in gaps only. */
type GetSimilarity<T> = (left: T, right: T) => number;

/** Maximum number of pairs to compare in one gap, and in all gaps together. */
const MAX_GAP_PAIRS = 10_000;
const MAX_PAIRS = 200_000;

/** For each left line the index of its partner, −1 for none. Partners are in ascending order. */
export function alignLines<T extends ComparableLine>(
  left: readonly T[],
  right: readonly T[],
  getSimilarity: GetSimilarity<T>,
): Int32Array {
  // Among equally good alignments, the choice must not depend on which list is the left one.
  if (!isOrderedFirst(left, right)) {
    const swapped = alignInOrder(right, left, (a, b) => getSimilarity(b, a));
    const partner = new Int32Array(left.length).fill(-1);
    for (const [at, other] of swapped.entries()) if (other >= 0) partner[other] = at;
    return partner;
  }
  return alignInOrder(left, right, getSimilarity);
}

function isOrderedFirst(
  left: readonly ComparableLine[],
  right: readonly ComparableLine[],
): boolean {
  if (left.length !== right.length) return left.length < right.length;
  const at = left.findIndex(({ fingerprint }, index) => fingerprint !== right[index]?.fingerprint);
  return at < 0 || (left[at]?.fingerprint ?? "") < (right[at]?.fingerprint ?? "");
}

function alignInOrder<T extends ComparableLine>(
  left: readonly T[],
  right: readonly T[],
  getSimilarity: GetSimilarity<T>,
): Int32Array {
  const getFingerprint = ({ fingerprint }: T) => fingerprint;
  const partner = findCommonSubsequence(left.map(getFingerprint), right.map(getFingerprint));
  const budget = { left: MAX_PAIRS };
  for (const gap of findGaps(partner, right.length))
    fillGap(gap, left, right, getSimilarity, partner, budget);
  return partner;
}

interface UnpairedGap {
  readonly left: number;
  readonly leftEnd: number;
  readonly right: number;
  readonly rightEnd: number;
}

/** The ranges between two pairs that have lines on both sides. */
function findGaps(
  partner: Int32Array,
  rightLength: number,
  at: UnpairedGap = createWholeGap(partner, rightLength),
): UnpairedGap[] {
  const gaps: UnpairedGap[] = [];
  let { left, right } = at;
  const close = (leftEnd: number, rightEnd: number) => {
    if (leftEnd > left && rightEnd > right) gaps.push({ left, leftEnd, right, rightEnd });
  };
  for (let index = at.left; index < at.leftEnd; index++) {
    const other = partner[index] ?? -1;
    if (other < 0) continue;
    close(index, other);
    left = index + 1;
    right = other + 1;
  }
  close(at.leftEnd, at.rightEnd);
  return gaps;
}

function createWholeGap(partner: Int32Array, rightLength: number): UnpairedGap {
  return { left: 0, leftEnd: partner.length, right: 0, rightEnd: rightLength };
}

function fillGap<T extends ComparableLine>(
  gap: UnpairedGap,
  left: readonly T[],
  right: readonly T[],
  getSimilarity: GetSimilarity<T>,
  partner: Int32Array,
  budget: { left: number },
): void {
  if (pairBySimilarity(gap, left, right, getSimilarity, partner, budget)) return;
  const getShape = ({ shape }: T) => shape;
  const shapes = findCommonSubsequence(
    left.slice(gap.left, gap.leftEnd).map(getShape),
    right.slice(gap.right, gap.rightEnd).map(getShape),
  );
  for (const [at, other] of shapes.entries()) {
    if (other >= 0) partner[gap.left + at] = gap.right + other;
  }
  for (const inner of findGaps(partner, right.length, gap)) {
    pairBySimilarity(inner, left, right, getSimilarity, partner, budget);
  }
}

/** Pairs the lines of a gap with the maximum total similarity. Returns false if it is too large. */
function pairBySimilarity<T>(
  { left: from, leftEnd, right: at, rightEnd }: UnpairedGap,
  left: readonly T[],
  right: readonly T[],
  getSimilarity: GetSimilarity<T>,
  partner: Int32Array,
  budget: { left: number },
): boolean {
  const [rows, columns] = [leftEnd - from, rightEnd - at];
  const cells = rows * columns;
  if (cells > MAX_GAP_PAIRS || cells > budget.left) return false;
  budget.left -= cells;
  const width = columns + 1;
  const similarities = new Float64Array(cells);
  /** The maximum total similarity of the rest of both sides. */
  const best = new Float64Array((rows + 1) * width);
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      const [one, other] = [left[from + row], right[at + column]];
      const similarity = one !== undefined && other !== undefined ? getSimilarity(one, other) : 0;
      similarities[row * columns + column] = similarity;
      const paired = similarity > 0 ? similarity + (best[(row + 1) * width + column + 1] ?? 0) : 0;
      const down = best[(row + 1) * width + column] ?? 0;
      const along = best[row * width + column + 1] ?? 0;
      best[row * width + column] = Math.max(paired, down, along);
    }
  }
  for (let row = 0, column = 0; row < rows && column < columns; ) {
    const similarity = similarities[row * columns + column] ?? 0;
    const value = best[row * width + column] ?? 0;
    if (similarity > 0 && value === similarity + (best[(row + 1) * width + column + 1] ?? 0)) {
      partner[from + row++] = at + column++;
    } else if (value === (best[(row + 1) * width + column] ?? 0)) row++;
    else column++;
  }
  return true;
}
