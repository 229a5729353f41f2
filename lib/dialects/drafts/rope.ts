/**
 * A persistent sequence: a balanced tree whose leaves are pieces of text, or items of a list.
 * Every edit shares all it does not touch with the tree before it, so both stay readable.
 */

export interface Leaf {
  /** Its length: UTF-16 units, or 1 for an item. */
  readonly units: number;
  readonly points: number;
  /** Begins with the second half of a surrogate pair. */
  readonly opensLow: boolean;
  /** Ends with the first half of one. */
  readonly endsHigh: boolean;
}

export type Rope<L extends Leaf> = L | Branch<L>;

class Branch<L extends Leaf> implements Leaf {
  readonly units: number;
  readonly points: number;
  readonly height: number;

  constructor(
    readonly left: Rope<L>,
    readonly right: Rope<L>,
  ) {
    this.units = left.units + right.units;
    this.points = left.points + right.points - sharedPoint(left, right);
    this.height = Math.max(heightOf(left), heightOf(right)) + 1;
  }

  get opensLow(): boolean {
    return this.left.opensLow;
  }

  get endsHigh(): boolean {
    return this.right.endsHigh;
  }
}

/** Where two halves of a pair meet, both sides counted the one code point. */
export function sharedPoint(left: Leaf, right: Leaf): 0 | 1 {
  return left.endsHigh && right.opensLow ? 1 : 0;
}

export function heightOf<L extends Leaf>(rope: Rope<L>): number {
  return rope instanceof Branch ? rope.height : 0;
}

/** The rope of many leaves at once. */
export function build<L extends Leaf>(
  leaves: readonly L[],
  from = 0,
  to = leaves.length,
): Rope<L> | null {
  if (to - from <= 1) return from < to ? (leaves[from] ?? null) : null;
  const middle = (from + to) >>> 1;
  return join(build(leaves, from, middle), build(leaves, middle, to));
}

export function join<L extends Leaf>(left: Rope<L> | null, right: Rope<L> | null): Rope<L> | null {
  return left && right ? joined(left, right) : (left ?? right);
}

function joined<L extends Leaf>(left: Rope<L>, right: Rope<L>): Rope<L> {
  const lean = heightOf(left) - heightOf(right);
  if (lean > 1 && left instanceof Branch) {
    return balanced(left.left, joined(left.right, right));
  }
  if (lean < -1 && right instanceof Branch) {
    return balanced(joined(left, right.left), right.right);
  }
  return new Branch(left, right);
}

/** A branch of two sides that differ by two levels at most. */
function balanced<L extends Leaf>(left: Rope<L>, right: Rope<L>): Rope<L> {
  const lean = heightOf(left) - heightOf(right);
  if (lean > 1 && left instanceof Branch) {
    const { left: outer, right: inner } = left;
    if (heightOf(outer) >= heightOf(inner) || !(inner instanceof Branch)) {
      return new Branch(outer, new Branch(inner, right));
    }
    return new Branch(new Branch(outer, inner.left), new Branch(inner.right, right));
  }
  if (lean < -1 && right instanceof Branch) {
    const { left: inner, right: outer } = right;
    if (heightOf(outer) >= heightOf(inner) || !(inner instanceof Branch)) {
      return new Branch(new Branch(left, inner), outer);
    }
    return new Branch(new Branch(left, inner.left), new Branch(inner.right, outer));
  }
  return new Branch(left, right);
}

/** Both sides of a unit; `split` cuts the leaf that it stands in. */
export function cut<L extends Leaf>(
  rope: Rope<L> | null,
  at: number,
  split: (leaf: L, at: number) => [L, L],
): [Rope<L> | null, Rope<L> | null] {
  if (!rope || at <= 0) return [null, rope];
  if (at >= rope.units) return [rope, null];
  if (!(rope instanceof Branch)) return split(rope, at);
  const { left, right } = rope;
  if (at <= left.units) {
    const [before, after] = cut(left, at, split);
    return [before, join(after, right)];
  }
  const [before, after] = cut(right, at - left.units, split);
  return [join(left, before), after];
}

/** The leaf that holds a unit, and where it begins. */
export function leafAt<L extends Leaf>(
  rope: Rope<L> | null,
  at: number,
): { leaf: L; from: number } | null {
  if (!rope || !(at >= 0 && at < rope.units)) return null;
  let here = rope;
  let from = 0;
  while (here instanceof Branch) {
    const end = from + here.left.units;
    if (at < end) here = here.left;
    else {
      here = here.right;
      from = end;
    }
  }
  return { leaf: here, from };
}

/** The leaf in which so many code points end, where it begins, and how many are its own. */
export function leafAtPoint<L extends Leaf>(
  rope: Rope<L>,
  points: number,
): { leaf: L; from: number; points: number } {
  let here = rope;
  let from = 0;
  let left = points;
  while (here instanceof Branch) {
    const shared = sharedPoint(here.left, here.right);
    if (left <= here.left.points - shared) {
      here = here.left;
    } else {
      left -= here.left.points - shared;
      from += here.left.units;
      here = here.right;
    }
  }
  return { leaf: here, from, points: left };
}

export function eachLeaf<L extends Leaf>(rope: Rope<L> | null, visit: (leaf: L) => void): void {
  if (rope instanceof Branch) {
    eachLeaf(rope.left, visit);
    eachLeaf(rope.right, visit);
  } else if (rope) visit(rope);
}
