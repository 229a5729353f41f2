/**
 * Growable columns of numbers: append-only, at most a few bytes a value, searched by bisection.
 * They grow block by block, so that nothing long is ever copied; a block that is full is packed.
 */

import { type NumberArray, type PackedBlock, packed } from "./packed.ts";

const SHIFT = 12;
/** Values in a block; only a column of a single block is shorter. */
const BLOCK = 1 << SHIFT;
const MASK = BLOCK - 1;
const FIRST = 16;
/** To make an array takes longer than to fill it. */
const GROWTH = 4;

const NO_BYTES = new Uint8Array(0);
const NO_COUNTS = new Uint32Array(0);
const NO_NUMBERS = new Float64Array(0);

const makeBytes = (size: number) => new Uint8Array(size);
const makeCounts = (size: number) => new Uint32Array(size);
const makeNumbers = (size: number) => new Float64Array(size);

abstract class Column<A extends NumberArray> {
  /** Those that are full. */
  readonly #blocks: (PackedBlock | A)[] = [];
  /** The last block: what it does not hold yet is zero. */
  #tail: A;
  length = 0;

  /** Most columns of most things stay empty: they share one `none`. */
  constructor(
    private readonly make: (size: number) => A,
    none: A,
  ) {
    this.#tail = none;
  }

  push(value: number): void {
    const at = this.length & MASK;
    if (at === this.#tail.length || (at === 0 && this.length > 0)) this.#grow(at);
    this.#tail[at] = value;
    this.length++;
  }

  at(index: number): number {
    const block = index >>> SHIFT;
    const value =
      block === this.#blocks.length
        ? this.#tail[index & MASK]
        : this.#blocks[block]?.at(index & MASK);
    if (value === undefined || index >= this.length) throw new RangeError(`no row ${index}`);
    return value;
  }

  get last(): number {
    return this.at(this.length - 1);
  }

  /** The newest value is never in a block that is packed. */
  replaceLast(value: number): void {
    if (this.length === 0) throw new RangeError("no row");
    this.#tail[(this.length - 1) & MASK] = value;
  }

  /** For ascending columns: how many values are at most `limit`. */
  countUpTo(limit: number): number {
    // Most who ask do so of the newest.
    if (this.length === 0 || this.last <= limit) return this.length;
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.at(middle) <= limit) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  get byteLength(): number {
    return this.#blocks.reduce((sum, block) => sum + block.byteLength, this.#tail.byteLength);
  }

  /** The last block as another kind of array, with what it holds. */
  protected recast(): void {
    const block = this.make(this.#tail.length);
    block.set(this.#tail);
    this.#tail = block;
  }

  #grow(at: number): void {
    if (at === 0 && this.length > 0) return this.#pack();
    const larger = this.make(Math.min(BLOCK, Math.max(FIRST, this.#tail.length * GROWTH)));
    larger.set(this.#tail);
    this.#tail = larger;
  }

  #pack(): void {
    const block = packed(this.#tail);
    this.#blocks.push(block ?? this.#tail);
    // A block that holds its own values is left with them.
    if (!block) this.#tail = this.make(BLOCK);
  }
}

export class U8Column extends Column<Uint8Array> {
  constructor() {
    super(makeBytes, NO_BYTES);
  }
}

export class U32Column extends Column<Uint32Array> {
  constructor() {
    super(makeCounts, NO_COUNTS);
  }
}

export class F64Column extends Column<Float64Array> {
  constructor() {
    super(makeNumbers, NO_NUMBERS);
  }
}

const MOST_NARROW = 0xffffffff;

/** Whole numbers that only grow: four bytes each, and eight from the first one that needs them. */
export class CountColumn extends Column<Uint32Array | Float64Array> {
  readonly #mode: { isWide: boolean };

  constructor() {
    const mode = { isWide: false };
    super((size) => (mode.isWide ? makeNumbers(size) : makeCounts(size)), NO_COUNTS);
    this.#mode = mode;
  }

  override push(value: number): void {
    if (value > MOST_NARROW && !this.#mode.isWide) {
      this.#mode.isWide = true;
      this.recast();
    }
    super.push(value);
  }
}
