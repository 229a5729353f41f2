// Offsets of the rows of a long list. Rows have an estimated height until measured.
// Guarantees: appending is free, measuring and lookups cost O(log n), so that a list of a million rows
// can grow every frame.

/** Free space above a row. */
export interface Inset {
  readonly row: number;
  readonly height: number;
}

const BLOCK_BITS = 6;
const BLOCK_ROWS = 1 << BLOCK_BITS;

export class RowGeometry {
  #rows = 0;
  readonly #estimate: number;
  /** Difference between measured and estimated height, by row. */
  readonly #extra = new Map<number, number>();
  /** Fenwick tree over the sums of `extra` in blocks of 64 rows. */
  #tree = new Float64Array(16);
  /** Moving the inset requires no measuring. */
  inset: Inset | null = null;

  constructor(estimate: number) {
    this.#estimate = estimate;
  }

  get count(): number {
    return this.#rows;
  }

  get total(): number {
    return this.offset(this.#rows);
  }

  setCount(count: number): void {
    if (count < this.#rows) {
      for (const row of [...this.#extra.keys()])
        if (row >= count) this.measure(row, this.#estimate);
    }
    this.#rows = count;
    const blocks = (count >> BLOCK_BITS) + 2;
    if (blocks > this.#tree.length) this.#growTo(blocks);
  }

  height(row: number): number {
    return this.#estimate + (this.#extra.get(row) ?? 0);
  }

  /** Top edge of a row, below its inset; `offset(count)` is the total height. */
  offset(row: number): number {
    const { inset } = this;
    const isBelow = inset !== null && inset.row < this.#rows && row >= inset.row;
    return this.#getStackedOffset(row) + (isBelow ? inset.height : 0);
  }

  /** The row at a distance from the top; the inset belongs to its row. */
  rowAt(distance: number): number {
    const { inset } = this;
    if (!inset || inset.row >= this.#rows) return this.#findStackedRow(distance);
    const top = this.#getStackedOffset(inset.row);
    if (distance < top) return this.#findStackedRow(distance);
    return Math.max(inset.row, this.#findStackedRow(distance - inset.height));
  }

  /** The total height of all rows before a row, without the inset. */
  #getStackedOffset(row: number): number {
    const block = row >> BLOCK_BITS;
    let sum = row * this.#estimate;
    for (let i = block; i > 0; i -= i & -i) sum += this.#tree[i] ?? 0;
    if (this.#extra.size > 0) {
      for (let r = block << BLOCK_BITS; r < row; r++) sum += this.#extra.get(r) ?? 0;
    }
    return sum;
  }

  #findStackedRow(distance: number): number {
    if (this.#rows === 0 || distance <= 0) return 0;
    let block = 0;
    let top = 0;
    for (let step = getHighestBit(this.#tree.length - 1); step > 0; step >>= 1) {
      const next = block + step;
      if (next >= this.#tree.length || next << BLOCK_BITS > this.#rows) continue;
      const end = top + step * BLOCK_ROWS * this.#estimate + (this.#tree[next] ?? 0);
      if (end > distance) continue;
      block = next;
      top = end;
    }
    let row = block << BLOCK_BITS;
    while (row < this.#rows - 1 && top + this.height(row) <= distance) top += this.height(row++);
    return Math.min(row, this.#rows - 1);
  }

  /** Returns the change of the row's height. */
  measure(row: number, height: number): number {
    const before = this.#extra.get(row) ?? 0;
    const after = height - this.#estimate;
    if (after === before) return 0;
    if (after === 0) this.#extra.delete(row);
    else this.#extra.set(row, after);
    const change = after - before;
    for (let i = (row >> BLOCK_BITS) + 1; i < this.#tree.length; i += i & -i) {
      this.#tree[i] = (this.#tree[i] ?? 0) + change;
    }
    return change;
  }

  /** Moves each measured height to the index its row has now; −1 drops it. */
  moveHeights(findIndex: (row: number) => number, count: number): void {
    const heights = [...this.#extra.keys()].map((row) => [row, this.height(row)] as const);
    this.clearHeights();
    this.setCount(count);
    for (const [row, height] of heights) {
      const index = findIndex(row);
      if (index >= 0 && index < count) this.measure(index, height);
    }
  }

  clearHeights(): void {
    this.#extra.clear();
    this.#tree.fill(0);
  }

  // The nodes of a longer Fenwick tree cover earlier sums, so it is filled again.
  #growTo(blocks: number): void {
    this.#tree = new Float64Array(Math.max(blocks, this.#tree.length * 2));
    for (const [row, extra] of this.#extra) {
      for (let i = (row >> BLOCK_BITS) + 1; i < this.#tree.length; i += i & -i) {
        this.#tree[i] = (this.#tree[i] ?? 0) + extra;
      }
    }
  }
}

function getHighestBit(n: number): number {
  return n <= 0 ? 0 : 1 << (31 - Math.clz32(n));
}
