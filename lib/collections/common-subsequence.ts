/**
 * Common subsequence of two sequences. Elements that occur exactly once in both are anchors;
 * between anchors, Myers' algorithm runs for a bounded number of steps at a time.
 *
 * Guarantees: the cost grows with the length, never with its square.
 */

import { countFirst } from "./bisect.ts";

/** Maximum number of edit steps before the best partial result is kept. */
const MAX_STEPS = 400;

/** Maximum depth to which ranges are split at anchors. */
const MAX_DEPTH = 24;

interface SequenceRange {
  readonly left: number;
  readonly leftEnd: number;
  readonly right: number;
  readonly rightEnd: number;
  readonly depth: number;
}

/** For each index of the left sequence its partner in the right one, −1 for none. */
export function findCommonSubsequence<T extends string | number>(
  left: readonly T[],
  right: readonly T[],
): Int32Array {
  // Elements of one side only are removed first, and the others compared by number.
  const numbers = new Map<T, number>();
  for (const element of left) if (!numbers.has(element)) numbers.set(element, numbers.size);
  const rights = findShared(right, numbers);
  const lefts = findShared(left, numbers, new Set(rights.numbers));
  const found = pairCommon(lefts.numbers, rights.numbers);
  const partner = new Int32Array(left.length).fill(-1);
  for (const [at, other] of found.entries()) {
    if (other >= 0) partner[lefts.positions[at] ?? 0] = rights.positions[other] ?? -1;
  }
  return partner;
}

interface SharedElements {
  readonly positions: readonly number[];
  readonly numbers: readonly number[];
}

function findShared<T>(
  all: readonly T[],
  numbers: ReadonlyMap<T, number>,
  shared?: ReadonlySet<number>,
): SharedElements {
  const found: { positions: number[]; numbers: number[] } = { positions: [], numbers: [] };
  for (const [position, element] of all.entries()) {
    const number = numbers.get(element);
    if (number === undefined || shared?.has(number) === false) continue;
    found.positions.push(position);
    found.numbers.push(number);
  }
  return found;
}

function pairCommon(left: readonly number[], right: readonly number[]): Int32Array {
  const partner = new Int32Array(left.length).fill(-1);
  const ranges: SequenceRange[] = [
    { left: 0, leftEnd: left.length, right: 0, rightEnd: right.length, depth: 0 },
  ];
  for (let range = ranges.pop(); range; range = ranges.pop()) {
    const inner = trimCommonEnds(left, right, range, partner);
    if (inner.left === inner.leftEnd || inner.right === inner.rightEnd) continue;
    const anchors = inner.depth < MAX_DEPTH ? findAnchors(left, right, inner) : [];
    if (anchors.length > 0) ranges.push(...splitAtAnchors(inner, anchors, partner));
    else {
      const rest = pairShortestPath(left, right, inner, partner);
      // Do not look for anchors again: each search costs the length of the range.
      if (rest) ranges.push({ ...rest, depth: MAX_DEPTH });
    }
  }
  return partner;
}

/** Pairs equal elements at both ends; returns the range between them. */
function trimCommonEnds(
  left: readonly number[],
  right: readonly number[],
  range: SequenceRange,
  partner: Int32Array,
): SequenceRange {
  let { left: from, leftEnd, right: at, rightEnd } = range;
  while (from < leftEnd && at < rightEnd && left[from] === right[at]) partner[from++] = at++;
  while (from < leftEnd && at < rightEnd && left[leftEnd - 1] === right[rightEnd - 1])
    partner[--leftEnd] = --rightEnd;
  return { left: from, leftEnd, right: at, rightEnd, depth: range.depth };
}

type PositionPair = readonly [left: number, right: number];

/** Elements that occur exactly once in both ranges, as far as they are in the same order. */
function findAnchors(
  left: readonly number[],
  right: readonly number[],
  range: SequenceRange,
): PositionPair[] {
  const occurrences = new Map<
    number,
    { left: number; right: number; lefts: number; rights: number }
  >();
  for (let at = range.left; at < range.leftEnd; at++) {
    const known = occurrences.get(left[at] ?? 0);
    if (known) known.lefts++;
    else occurrences.set(left[at] ?? 0, { left: at, right: -1, lefts: 1, rights: 0 });
  }
  for (let at = range.right; at < range.rightEnd; at++) {
    const known = occurrences.get(right[at] ?? 0);
    if (!known) continue;
    known.right = at;
    known.rights++;
  }
  const unique: PositionPair[] = [];
  for (const { left: index, right: other, lefts, rights } of occurrences.values()) {
    if (lefts === 1 && rights === 1) unique.push([index, other]);
  }
  return findLongestRising(unique);
}

/** The longest subsequence of pairs that ascends on both sides. */
function findLongestRising(pairs: readonly PositionPair[]): PositionPair[] {
  const ends: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  const rightOf = (index: number) => pairs[index]?.[1] ?? -1;
  for (let index = 0; index < pairs.length; index++) {
    const shorter = countFirst(ends.length, (i) => rightOf(ends[i] ?? -1) < rightOf(index));
    before[index] = ends[shorter - 1] ?? -1;
    ends[shorter] = index;
  }
  const found: PositionPair[] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    const pair = pairs[index];
    if (pair) found.push(pair);
  }
  return found.reverse();
}

/** Pairs the anchors; returns the ranges between them. */
function splitAtAnchors(
  range: SequenceRange,
  anchors: readonly PositionPair[],
  partner: Int32Array,
): SequenceRange[] {
  const ranges: SequenceRange[] = [];
  let { left, right } = range;
  const depth = range.depth + 1;
  for (const [index, other] of anchors) {
    partner[index] = other;
    ranges.push({ left, leftEnd: index, right, rightEnd: other, depth });
    left = index + 1;
    right = other + 1;
  }
  ranges.push({ left, leftEnd: range.leftEnd, right, rightEnd: range.rightEnd, depth });
  return ranges;
}

/**
 * Myers' greedy algorithm: the shortest path through the edit grid, whose diagonals are equal
 * elements. If the path is too long, keeps its best beginning and returns the rest of the range.
 */
function pairShortestPath(
  left: readonly number[],
  right: readonly number[],
  range: SequenceRange,
  partner: Int32Array,
): SequenceRange | null {
  const width = range.leftEnd - range.left;
  const height = range.rightEnd - range.right;
  const most = Math.min(width + height, MAX_STEPS);
  const reach = new Int32Array(2 * most + 3);
  const middle = most + 1;
  const trail: Int32Array[] = [];
  for (let step = 0; step <= most; step++) {
    trail.push(reach.slice(middle - step - 1, middle + step + 2));
    for (let diagonal = -step; diagonal <= step; diagonal += 2) {
      const isDown = isDownStep(reach, middle, diagonal, step);
      let x = isDown
        ? (reach[middle + diagonal + 1] ?? 0)
        : (reach[middle + diagonal - 1] ?? 0) + 1;
      let y = x - diagonal;
      while (x < width && y < height && left[range.left + x] === right[range.right + y]) {
        x++;
        y++;
      }
      reach[middle + diagonal] = x;
      if (x < width || y < height) continue;
      pairAlongTrail(trail, range, { x: width, y: height }, partner);
      return null;
    }
  }
  const best = findFurthest(reach, middle, most, width, height);
  pairAlongTrail(trail, range, best, partner);
  return { ...range, left: range.left + best.x, right: range.right + best.y };
}

interface GridPoint {
  readonly x: number;
  readonly y: number;
}

function isDownStep(reach: Int32Array, middle: number, diagonal: number, step: number): boolean {
  if (diagonal === -step) return true;
  if (diagonal === step) return false;
  return (reach[middle + diagonal - 1] ?? 0) < (reach[middle + diagonal + 1] ?? 0);
}

function findFurthest(
  reach: Int32Array,
  middle: number,
  most: number,
  width: number,
  height: number,
): GridPoint {
  let best: GridPoint = { x: 0, y: 0 };
  for (let diagonal = -most; diagonal <= most; diagonal += 2) {
    const x = reach[middle + diagonal] ?? 0;
    const y = x - diagonal;
    const isInside = x <= width && y <= height && y >= 0;
    if (isInside && x + y > best.x + best.y) best = { x, y };
  }
  return best;
}

/** Walks back from a point to the start and pairs the elements on the diagonals. */
function pairAlongTrail(
  trail: readonly Int32Array[],
  range: SequenceRange,
  { x: endX, y: endY }: GridPoint,
  partner: Int32Array,
): void {
  let x = endX;
  let y = endY;
  for (let step = trail.length - 1; step >= 0; step--) {
    const reach = trail[step];
    if (!reach) break;
    const middle = step + 1;
    const diagonal = x - y;
    const isDown = isDownStep(reach, middle, diagonal, step);
    const beforeX = isDown
      ? (reach[middle + diagonal + 1] ?? 0)
      : (reach[middle + diagonal - 1] ?? 0);
    const beforeY = beforeX - (isDown ? diagonal + 1 : diagonal - 1);
    while (x > 0 && y > 0 && x > (isDown ? beforeX : beforeX + 1)) {
      x--;
      y--;
      partner[range.left + x] = range.right + y;
    }
    x = beforeX;
    y = beforeY;
  }
}
