/**
 * A full block of numbers in as few bytes as possible: most columns are almost linear. Lossless.
 */

export type NumberArray = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** Times have microsecond precision, so multiplied by 1000 they are whole numbers. */
const SCALES = [1, 1000] as const;
/** Sums of larger whole numbers may be inexact. */
const MOST_EXACT = 2 ** 50;

/** The value at an index is `(base + step × index + rest) / scale`. */
export class PackedBlock {
  readonly #base: number;
  readonly #step: number;
  readonly #scale: number;
  readonly #rest: NumberArray | null;

  constructor(base: number, step: number, scale: number, rest: NumberArray | null) {
    this.#base = base;
    this.#step = step;
    this.#scale = scale;
    this.#rest = rest;
  }

  at(index: number): number {
    const rest = this.#rest === null ? 0 : (this.#rest[index] ?? 0);
    const value = this.#base + this.#step * index + rest;
    return this.#scale === 1 ? value : value / this.#scale;
  }

  get byteLength(): number {
    return this.#rest?.byteLength ?? 0;
  }
}

/** Working copy of the values in one array type: a loop over several array types is much slower. */
let scratch = new Float64Array(0);

/** `null` if no smaller representation exists. */
export function packNumbers(values: NumberArray): PackedBlock | null {
  const first = values[0] ?? 0;
  // A sum is never negative zero.
  if (Object.is(first, -0)) return null;
  const { length, BYTES_PER_ELEMENT } = values;
  if (BYTES_PER_ELEMENT === 1) return null;
  if (scratch.length !== length) scratch = new Float64Array(length);
  scratch.set(values);
  if (!(values instanceof Float64Array)) return packAlongLine(scratch, BYTES_PER_ELEMENT, 1);
  for (const scale of SCALES) {
    if (fillWholeNumbers(scratch, values, scale))
      return packAlongLine(scratch, BYTES_PER_ELEMENT, scale);
  }
  return null;
}

/** Scales the values to whole numbers; false if they are not whole at this scale. */
function fillWholeNumbers(whole: Float64Array, values: Float64Array, scale: number): boolean {
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? 0;
    const round = Math.round(value * scale);
    if (!(Math.abs(round) <= MOST_EXACT) || !Object.is(round / scale, value)) return false;
    whole[i] = round;
  }
  return true;
}

/** Stores the line from the first to the last value, and the distance of each value from it. */
function packAlongLine(whole: Float64Array, width: number, scale: number): PackedBlock | null {
  const { length } = whole;
  const rise = (whole[length - 1] ?? 0) - (whole[0] ?? 0);
  const step = length < 2 ? 0 : Math.round(rise / (length - 1));
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < length; i++) {
    const above = (whole[i] ?? 0) - step * i;
    if (above < least) least = above;
    if (above > most) most = above;
  }
  if (most === least) return new PackedBlock(least, step, scale, null);
  const rest = createNarrowestArray(most - least, length);
  if (rest === null || rest.BYTES_PER_ELEMENT >= width) return null;
  for (let i = 0; i < length; i++) whole[i] = (whole[i] ?? 0) - step * i - least;
  rest.set(whole);
  return new PackedBlock(least, step, scale, rest);
}

function createNarrowestArray(most: number, length: number): NumberArray | null {
  if (most <= 0xff) return new Uint8Array(length);
  if (most <= 0xffff) return new Uint16Array(length);
  return most <= 0xffffffff ? new Uint32Array(length) : null;
}
