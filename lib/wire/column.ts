/**
 * Growable columns of numbers: append-only, a few bytes a value, searched by bisection.
 */

type NumberArray = Uint8Array | Uint32Array | Float64Array;

abstract class Column<A extends NumberArray> {
  protected values: A;
  length = 0;

  constructor(private readonly make: (size: number) => A) {
    this.values = make(16);
  }

  push(value: number): void {
    if (this.length === this.values.length) this.#grow();
    this.values[this.length++] = value;
  }

  at(index: number): number {
    const value = this.values[index];
    if (value === undefined || index >= this.length) throw new RangeError(`no row ${index}`);
    return value;
  }

  get last(): number {
    return this.at(this.length - 1);
  }

  set(index: number, value: number): void {
    if (this.values[index] === undefined || index >= this.length)
      throw new RangeError(`no row ${index}`);
    this.values[index] = value;
  }

  /** For ascending columns: how many values are at most `limit`. */
  countUpTo(limit: number): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.values[middle] ?? Number.POSITIVE_INFINITY) <= limit) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  get byteLength(): number {
    return this.values.byteLength;
  }

  #grow(): void {
    const larger = this.make(Math.ceil(this.values.length * 1.6));
    larger.set(this.values);
    this.values = larger;
  }
}

export class U8Column extends Column<Uint8Array> {
  constructor() {
    super((size) => new Uint8Array(size));
  }
}

export class U32Column extends Column<Uint32Array> {
  constructor() {
    super((size) => new Uint32Array(size));
  }
}

export class F64Column extends Column<Float64Array> {
  constructor() {
    super((size) => new Float64Array(size));
  }
}
