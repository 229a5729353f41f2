/**
 * Rope: a persistent, balanced tree whose leaves are text segments or list items. Each edit shares
 * unchanged nodes with the previous tree, so both stay readable.
 */

export interface RopeLeaf {
  /** Its length: UTF-16 units, or 1 for an item. */
  readonly units: number;
  readonly codePoints: number;
  /** Whether it starts with the second half of a surrogate pair. */
  readonly startsWithLowSurrogate: boolean;
  /** Whether it ends with the first half of a surrogate pair. */
  readonly endsWithHighSurrogate: boolean;
}

export type Rope<L extends RopeLeaf> = L | RopeBranch<L>;

class RopeBranch<L extends RopeLeaf> implements RopeLeaf {
  readonly units: number;
  readonly codePoints: number;
  readonly height: number;

  constructor(
    readonly left: Rope<L>,
    readonly right: Rope<L>,
  ) {
    this.units = left.units + right.units;
    this.codePoints = left.codePoints + right.codePoints - countSharedCodePoint(left, right);
    this.height = Math.max(getHeight(left), getHeight(right)) + 1;
  }

  get startsWithLowSurrogate(): boolean {
    return this.left.startsWithLowSurrogate;
  }

  get endsWithHighSurrogate(): boolean {
    return this.right.endsWithHighSurrogate;
  }
}

/** 1 if two halves of a surrogate pair meet, because both sides count that code point. */
function countSharedCodePoint(left: RopeLeaf, right: RopeLeaf): 0 | 1 {
  return left.endsWithHighSurrogate && right.startsWithLowSurrogate ? 1 : 0;
}

export function getHeight<L extends RopeLeaf>(rope: Rope<L>): number {
  return rope instanceof RopeBranch ? rope.height : 0;
}

/** Builds a rope from many leaves. */
export function buildRope<L extends RopeLeaf>(
  leaves: readonly L[],
  from = 0,
  to = leaves.length,
): Rope<L> | null {
  if (to - from <= 1) return from < to ? (leaves[from] ?? null) : null;
  const middle = (from + to) >>> 1;
  return joinRopes(buildRope(leaves, from, middle), buildRope(leaves, middle, to));
}

export function joinRopes<L extends RopeLeaf>(
  left: Rope<L> | null,
  right: Rope<L> | null,
): Rope<L> | null {
  return left && right ? joinUnbalanced(left, right) : (left ?? right);
}

function joinUnbalanced<L extends RopeLeaf>(left: Rope<L>, right: Rope<L>): Rope<L> {
  const lean = getHeight(left) - getHeight(right);
  if (lean > 1 && left instanceof RopeBranch) {
    return createBalanced(left.left, joinUnbalanced(left.right, right));
  }
  if (lean < -1 && right instanceof RopeBranch) {
    return createBalanced(joinUnbalanced(left, right.left), right.right);
  }
  return new RopeBranch(left, right);
}

/** Joins two sides whose heights differ by at most two. */
function createBalanced<L extends RopeLeaf>(left: Rope<L>, right: Rope<L>): Rope<L> {
  const lean = getHeight(left) - getHeight(right);
  if (lean > 1 && left instanceof RopeBranch) {
    const { left: outer, right: inner } = left;
    if (getHeight(outer) >= getHeight(inner) || !(inner instanceof RopeBranch)) {
      return new RopeBranch(outer, new RopeBranch(inner, right));
    }
    return new RopeBranch(new RopeBranch(outer, inner.left), new RopeBranch(inner.right, right));
  }
  if (lean < -1 && right instanceof RopeBranch) {
    const { left: inner, right: outer } = right;
    if (getHeight(outer) >= getHeight(inner) || !(inner instanceof RopeBranch)) {
      return new RopeBranch(new RopeBranch(left, inner), outer);
    }
    return new RopeBranch(new RopeBranch(left, inner.left), new RopeBranch(inner.right, outer));
  }
  return new RopeBranch(left, right);
}

/** Splits a rope at a unit; `split` cuts the leaf that contains it. */
export function splitRope<L extends RopeLeaf>(
  rope: Rope<L> | null,
  at: number,
  split: (leaf: L, at: number) => [L, L],
): [Rope<L> | null, Rope<L> | null] {
  if (!rope || at <= 0) return [null, rope];
  if (at >= rope.units) return [rope, null];
  if (!(rope instanceof RopeBranch)) return split(rope, at);
  const { left, right } = rope;
  if (at <= left.units) {
    const [before, after] = splitRope(left, at, split);
    return [before, joinRopes(after, right)];
  }
  const [before, after] = splitRope(right, at - left.units, split);
  return [joinRopes(left, before), after];
}

/** The leaf that contains a unit, and its offset. */
export function findLeaf<L extends RopeLeaf>(
  rope: Rope<L> | null,
  at: number,
): { leaf: L; from: number } | null {
  if (!rope || !(at >= 0 && at < rope.units)) return null;
  let here = rope;
  let from = 0;
  while (here instanceof RopeBranch) {
    const end = from + here.left.units;
    if (at < end) here = here.left;
    else {
      here = here.right;
      from = end;
    }
  }
  return { leaf: here, from };
}

/** The leaf at a code point offset, its unit offset, and the remaining code points within it. */
export function findLeafAtCodePoint<L extends RopeLeaf>(
  rope: Rope<L>,
  points: number,
): { leaf: L; from: number; points: number } {
  let here = rope;
  let from = 0;
  let left = points;
  while (here instanceof RopeBranch) {
    const shared = countSharedCodePoint(here.left, here.right);
    if (left <= here.left.codePoints - shared) {
      here = here.left;
    } else {
      left -= here.left.codePoints - shared;
      from += here.left.units;
      here = here.right;
    }
  }
  return { leaf: here, from, points: left };
}

export function forEachLeaf<L extends RopeLeaf>(
  rope: Rope<L> | null,
  visit: (leaf: L) => void,
): void {
  if (rope instanceof RopeBranch) {
    forEachLeaf(rope.left, visit);
    forEachLeaf(rope.right, visit);
  } else if (rope) visit(rope);
}
