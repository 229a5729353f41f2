/**
 * What two sequences have in common, in order. Anchored by what is in both exactly once; between
 * anchors the shortest way from one to the other, looked for a bounded number of steps at a time.
 * The cost grows with the length, never with its square.
 */

/** So many differences are looked through before what was found so far is kept. */
const MAX_STEPS = 400;

/** Ranges are split by anchors at most so often. */
const MAX_DEPTH = 24;

interface SequenceRange {
  readonly left: number;
  readonly leftEnd: number;
  readonly right: number;
  readonly rightEnd: number;
  readonly depth: number;
}

/** For each place of the left sequence its partner in the right one; −1 for none. */
export function findCommonSubsequence(
  left: readonly number[],
  right: readonly number[],
): Int32Array {
  // What only one of them has is in nobody's way.
  const [lefts, rights] = [
    findSharedPositions(left, new Set(right)),
    findSharedPositions(right, new Set(left)),
  ];
  const numbers = (all: readonly number[], places: readonly number[]) =>
    places.map((place) => all[place] ?? 0);
  const found = pairCommon(numbers(left, lefts), numbers(right, rights));
  const partner = new Int32Array(left.length).fill(-1);
  for (const [at, other] of found.entries()) {
    if (other >= 0) partner[lefts[at] ?? 0] = rights[other] ?? -1;
  }
  return partner;
}

function findSharedPositions(all: readonly number[], others: ReadonlySet<number>): number[] {
  const places: number[] = [];
  for (const [place, one] of all.entries()) if (others.has(one)) places.push(place);
  return places;
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
      // To look for anchors again and again would cost the range's length each time.
      if (rest) ranges.push({ ...rest, depth: MAX_DEPTH });
    }
  }
  return partner;
}

/** Pairs what is the same at both ends; returns what lies between. */
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

/** What stands in both ranges exactly once, as far as it is in the same order. */
function findAnchors(
  left: readonly number[],
  right: readonly number[],
  range: SequenceRange,
): PositionPair[] {
  const places = new Map<number, { left: number; right: number; lefts: number; rights: number }>();
  for (let at = range.left; at < range.leftEnd; at++) {
    const known = places.get(left[at] ?? 0);
    if (known) known.lefts++;
    else places.set(left[at] ?? 0, { left: at, right: -1, lefts: 1, rights: 0 });
  }
  for (let at = range.right; at < range.rightEnd; at++) {
    const known = places.get(right[at] ?? 0);
    if (!known) continue;
    known.right = at;
    known.rights++;
  }
  const unique: PositionPair[] = [];
  for (const { left: place, right: other, lefts, rights } of places.values()) {
    if (lefts === 1 && rights === 1) unique.push([place, other]);
  }
  return findLongestRising(unique);
}

/** The longest run of pairs that rises on the right as it does on the left. */
function findLongestRising(pairs: readonly PositionPair[]): PositionPair[] {
  const ends: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  const rightOf = (index: number) => pairs[index]?.[1] ?? -1;
  for (let index = 0; index < pairs.length; index++) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (rightOf(ends[middle] ?? -1) < rightOf(index)) low = middle + 1;
      else high = middle;
    }
    before[index] = ends[low - 1] ?? -1;
    ends[low] = index;
  }
  const found: PositionPair[] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    const pair = pairs[index];
    if (pair) found.push(pair);
  }
  return found.reverse();
}

/** Pairs the anchors; returns the ranges that lie between them. */
function splitAtAnchors(
  range: SequenceRange,
  anchors: readonly PositionPair[],
  partner: Int32Array,
): SequenceRange[] {
  const ranges: SequenceRange[] = [];
  let { left, right } = range;
  const depth = range.depth + 1;
  for (const [place, other] of anchors) {
    partner[place] = other;
    ranges.push({ left, leftEnd: place, right, rightEnd: other, depth });
    left = place + 1;
    right = other + 1;
  }
  ranges.push({ left, leftEnd: range.leftEnd, right, rightEnd: range.rightEnd, depth });
  return ranges;
}

/**
 * The greedy algorithm of Myers: the shortest way through a grid whose diagonals are what is the
 * same. Where the way is too long, its best beginning is taken, and the rest of the range returned.
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

/** Back from a point to the beginning, pairing what the diagonals passed. */
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
