/**
 * Two lists of lines side by side: first what is the same, then, between those, what is alike.
 * The same two lists the other way round give the same pairs, and the cost is bounded.
 */

import { findCommonSubsequence } from "./common-subsequence.ts";

export interface ComparableLine {
  /** Equal lines have equal prints. */
  readonly fingerprint: string;
  /** What it is, whatever it says: lines that may stand for one another have equal shapes. */
  readonly shape: string;
}

/** How alike two lines are; 0 for not to be paired. Asked of few lines between others. */
export type GetSimilarity<T> = (left: T, right: T) => number;

/** So many pairs of lines are weighed in one gap, and in all of them. */
const MAX_GAP_PAIRS = 10_000;
const MAX_PAIRS = 200_000;

/** For each left line the place of its partner; −1 for none. Partners rise with their places. */
export function alignLines<T extends ComparableLine>(
  left: readonly T[],
  right: readonly T[],
  likeness: GetSimilarity<T>,
): Int32Array {
  // Where several ways are as good, the way must not depend on which side is called left.
  if (!isOrderedFirst(left, right)) {
    const turned = alignInOrder(right, left, (a, b) => likeness(b, a));
    const partner = new Int32Array(left.length).fill(-1);
    for (const [at, other] of turned.entries()) if (other >= 0) partner[other] = at;
    return partner;
  }
  return alignInOrder(left, right, likeness);
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
  likeness: GetSimilarity<T>,
): Int32Array {
  const partner = findCommonByKey(left, right, ({ fingerprint }) => fingerprint);
  const work = { left: MAX_PAIRS };
  for (const gap of findGaps(partner, right.length))
    fillGap(gap, left, right, likeness, partner, work);
  return partner;
}

interface UnpairedGap {
  readonly left: number;
  readonly leftEnd: number;
  readonly right: number;
  readonly rightEnd: number;
}

/** Where lines of both sides stand between two pairs. */
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
  for (let place = at.left; place < at.leftEnd; place++) {
    const other = partner[place] ?? -1;
    if (other < 0) continue;
    close(place, other);
    left = place + 1;
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
  likeness: GetSimilarity<T>,
  partner: Int32Array,
  work: { left: number },
): void {
  if (pairBySimilarity(gap, left, right, likeness, partner, work)) return;
  const shapes = findCommonByKey(
    left.slice(gap.left, gap.leftEnd),
    right.slice(gap.right, gap.rightEnd),
    ({ shape }) => shape,
  );
  for (const [at, other] of shapes.entries()) {
    if (other >= 0) partner[gap.left + at] = gap.right + other;
  }
  for (const inner of findGaps(partner, right.length, gap)) {
    pairBySimilarity(inner, left, right, likeness, partner, work);
  }
}

function findCommonByKey<T>(
  left: readonly T[],
  right: readonly T[],
  word: (line: T) => string,
): Int32Array {
  const numbers = new Map<string, number>();
  const numbered = (line: T) => {
    const said = word(line);
    const known = numbers.get(said);
    if (known !== undefined) return known;
    numbers.set(said, numbers.size);
    return numbers.size - 1;
  };
  return findCommonSubsequence(left.map(numbered), right.map(numbered));
}

/** Pairs the lines of a gap so that all pairs together are as alike as can be; false if too many. */
function pairBySimilarity<T>(
  { left: from, leftEnd, right: at, rightEnd }: UnpairedGap,
  left: readonly T[],
  right: readonly T[],
  likeness: GetSimilarity<T>,
  partner: Int32Array,
  work: { left: number },
): boolean {
  const [rows, columns] = [leftEnd - from, rightEnd - at];
  const cells = rows * columns;
  if (cells > MAX_GAP_PAIRS || cells > work.left) return false;
  work.left -= cells;
  const width = columns + 1;
  const likenesses = new Float64Array(cells);
  /** The best that the rest of both sides can come to. */
  const best = new Float64Array((rows + 1) * width);
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      const [one, other] = [left[from + row], right[at + column]];
      const alike = one !== undefined && other !== undefined ? likeness(one, other) : 0;
      likenesses[row * columns + column] = alike;
      const paired = alike > 0 ? alike + (best[(row + 1) * width + column + 1] ?? 0) : 0;
      const down = best[(row + 1) * width + column] ?? 0;
      const along = best[row * width + column + 1] ?? 0;
      best[row * width + column] = Math.max(paired, down, along);
    }
  }
  for (let row = 0, column = 0; row < rows && column < columns; ) {
    const alike = likenesses[row * columns + column] ?? 0;
    const value = best[row * width + column] ?? 0;
    if (alike > 0 && value === alike + (best[(row + 1) * width + column + 1] ?? 0)) {
      partner[from + row++] = at + column++;
    } else if (value === (best[(row + 1) * width + column] ?? 0)) row++;
    else column++;
  }
  return true;
}
