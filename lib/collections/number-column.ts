/**
 * Growable columns of numbers: append-only, at most a few bytes per value, searched by bisection.
 * They grow block by block, so long arrays are never copied; full blocks are packed.
 */

import { type NumberArray, PackedBlock, packNumbers } from "./packed-block.ts";

const SHIFT = 12;
/** Values per block. Only the last block may be shorter. */
const BLOCK = 1 << SHIFT;
const MASK = BLOCK - 1;
const FIRST = 16;
/** Allocating an array takes longer than filling it. */
const GROWTH = 4;

/** How a column stores values that are not on a line. */
interface StorageKind {
  readonly none: NumberArray;
  make(size: number): NumberArray;
  /** A larger value needs the `wider` kind. */
  readonly max: number;
  readonly wider?: StorageKind;
}

const UNBOUNDED = Number.POSITIVE_INFINITY;
const F64: StorageKind = {
  none: new Float64Array(0),
  make: (size) => new Float64Array(size),
  max: UNBOUNDED,
};
const U8: StorageKind = {
  none: new Uint8Array(0),
  make: (size) => new Uint8Array(size),
  max: UNBOUNDED,
};
const U32: StorageKind = {
  none: new Uint32Array(0),
  make: (size) => new Uint32Array(size),
  max: UNBOUNDED,
};
const COUNT: StorageKind = { ...U32, max: 0xffffffff, wider: F64 };

/** One class for all kinds, so that code that fills many columns stays monomorphic. */
export class NumberColumn {
  #kind: StorageKind;
  /** Full blocks. */
  readonly #blocks: (PackedBlock | NumberArray)[] = [];
  /**
   * The last block. While its values are linear, as in most columns for thousands of events, only
   * the line is stored; after that, the array is used.
   */
  #isLine = true;
  #base = Number.NaN;
  #step = Number.NaN;
  #array: NumberArray;
  length = 0;

  private constructor(kind: StorageKind) {
    this.#kind = kind;
    // Most columns need no array, so they share an empty one.
    this.#array = kind.none;
  }

  static u8(): NumberColumn {
    return new NumberColumn(U8);
  }

  static u32(): NumberColumn {
    return new NumberColumn(U32);
  }

  static f64(): NumberColumn {
    return new NumberColumn(F64);
  }

  /** Increasing whole numbers: four bytes each, eight from the first one that needs them. */
  static count(): NumberColumn {
    return new NumberColumn(COUNT);
  }

  push(value: number): void {
    const at = this.length & MASK;
    if (at === 0 && this.length > 0) this.#close();
    if (!this.#isLine || !this.#goesOn(at, value)) this.#put(at, value);
    this.length++;
  }

  at(index: number): number {
    const number = index >>> SHIFT;
    const at = index & MASK;
    if (index >= this.length || number > this.#blocks.length) throw createRowError(index);
    const block = this.#blocks[number];
    const value = block ? block.at(at) : this.#isLine ? this.#onLine(at) : this.#array[at];
    if (value === undefined) throw createRowError(index);
    return value;
  }

  get last(): number {
    return this.at(this.length - 1);
  }

  /** The last value is never in a packed block. */
  replaceLast(value: number): void {
    if (this.length === 0) throw createRowError(-1);
    this.#put((this.length - 1) & MASK, value);
  }

  /** For ascending columns: the number of values that are at most `limit`. */
  countUpTo(limit: number): number {
    // Most lookups are for the newest values.
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
    return this.#blocks.reduce((sum, block) => sum + block.byteLength, this.#array.byteLength);
  }

  #onLine(at: number): number {
    return this.#base + this.#step * at;
  }

  /** Does the value continue the line that the first two values of the block define? */
  #goesOn(at: number, value: number): boolean {
    const base = at === 0 ? value : this.#base;
    const step = at === 0 ? 0 : at === 1 ? value - base : this.#step;
    // The first value must be exact for any step; this fails for NaN and infinity.
    if (!Object.is(base + step * at, value) || (at === 1 && !Object.is(base + step * 0, base))) {
      return false;
    }
    this.#base = base;
    this.#step = step;
    return true;
  }

  #put(at: number, value: number): void {
    if (value > this.#kind.max) {
      this.#kind = this.#kind.wider ?? this.#kind;
      this.#recast(this.#array.length);
    }
    if (at >= this.#array.length) this.#grow(at);
    if (this.#isLine) {
      for (let i = 0; i < at; i++) this.#array[i] = this.#onLine(i);
      this.#isLine = false;
    }
    this.#array[at] = value;
  }

  #grow(at: number): void {
    let size = this.#blocks.length > 0 ? BLOCK : FIRST;
    while (size <= at) size *= GROWTH;
    this.#recast(size);
  }

  #recast(size: number): void {
    const array = this.#kind.make(size);
    array.set(this.#array);
    this.#array = array;
  }

  #close(): void {
    if (this.#isLine) {
      this.#blocks.push(new PackedBlock(this.#base, this.#step, 1, null));
      return;
    }
    const block = packNumbers(this.#array);
    this.#blocks.push(block ?? this.#array);
    // An unpacked block keeps the array.
    if (!block) this.#array = this.#kind.none;
    this.#isLine = true;
  }
}

function createRowError(index: number): RangeError {
  return new RangeError(`no row ${index}`);
}
