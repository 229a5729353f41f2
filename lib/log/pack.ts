/**
 * Records on their way between threads: what most of them are, a piece of text with a time, goes
 * as one joined text and columns of numbers, which cost next to nothing to hand over.
 *
 * Guarantee: `unpacked` gives what was added, record by record, in order.
 */

import type { Alike, Likeness } from "../protocol/alike.ts";
import type { DataRecord, SkippedInput, WireRecord } from "../wire/record.ts";

/** A record, and the byte at which its line begins in the file it was read from; −1 for none. */
export interface Placed {
  readonly record: WireRecord;
  readonly at: number;
  /** What its text has in common with others, where that is known. */
  readonly alike?: Alike;
}

export interface Packed {
  /** For each record the number of its exchange among `ids`, or `OTHER`. */
  readonly exchange: Uint32Array;
  readonly time: Float64Array;
  /** Of its text, or of its word where it is like others, in UTF-16 units. */
  readonly length: Uint32Array;
  /** The bytes it says it has; `OTHER` where it does not say. */
  readonly bytes: Uint32Array;
  readonly at: Float64Array;
  /** One more than the number of its likeness among `likenesses`; 0 for none. */
  readonly alike: Uint32Array;
  readonly likenesses: readonly Likeness[];
  readonly ids: readonly string[];
  readonly text: string;
  /** The records that are no plain piece of text. */
  readonly others: readonly WireRecord[];
  readonly skipped: readonly SkippedInput[];
}

const OTHER = 0xffffffff;
/** As many units of text make a pack. */
const FULL = 1 << 18;
const MOST_RECORDS = 1 << 12;

export class Packer {
  #full: Packed[] = [];
  #texts: string[] = [];
  #units = 0;
  #count = 0;
  readonly #exchange = new Uint32Array(MOST_RECORDS);
  readonly #time = new Float64Array(MOST_RECORDS);
  readonly #length = new Uint32Array(MOST_RECORDS);
  readonly #bytes = new Uint32Array(MOST_RECORDS);
  readonly #at = new Float64Array(MOST_RECORDS);
  readonly #alike = new Uint32Array(MOST_RECORDS);
  #likenesses = new Map<Likeness, number>();
  #ids = new Map<string, number>();
  #others: WireRecord[] = [];
  #skipped: SkippedInput[] = [];

  add(record: WireRecord, at = -1, alike?: Alike): void {
    if (this.#units >= FULL || this.#count === MOST_RECORDS) this.#close();
    const row = this.#count++;
    this.#at[row] = at;
    if (!isPlain(record)) {
      this.#exchange[row] = OTHER;
      this.#others.push(record);
      return;
    }
    const { x, t, text, n } = record;
    this.#exchange[row] = numberOf(this.#ids, x);
    const own = alike?.word ?? text;
    this.#time[row] = t;
    this.#length[row] = own.length;
    this.#bytes[row] = n ?? OTHER;
    this.#alike[row] = alike ? numberOf(this.#likenesses, alike.likeness) + 1 : 0;
    this.#texts.push(own);
    this.#units += own.length;
  }

  skip(skipped: SkippedInput): void {
    // A file may be nothing else.
    if (this.#skipped.length === MOST_RECORDS) this.#close();
    this.#skipped.push(skipped);
  }

  /** The packs that are full. */
  takeFull(): Packed[] {
    const full = this.#full;
    this.#full = [];
    return full;
  }

  takeAll(): Packed[] {
    if (this.#count > 0 || this.#skipped.length > 0) this.#close();
    return this.takeFull();
  }

  #close(): void {
    const count = this.#count;
    this.#full.push({
      exchange: this.#exchange.slice(0, count),
      time: this.#time.slice(0, count),
      length: this.#length.slice(0, count),
      bytes: this.#bytes.slice(0, count),
      at: this.#at.slice(0, count),
      alike: this.#alike.slice(0, count),
      likenesses: [...this.#likenesses.keys()],
      ids: [...this.#ids.keys()],
      text: this.#texts.join(""),
      others: this.#others,
      skipped: this.#skipped,
    });
    this.#texts = [];
    this.#units = 0;
    this.#count = 0;
    this.#ids = new Map();
    this.#likenesses = new Map();
    this.#others = [];
    this.#skipped = [];
  }
}

/** In the order in which they were first asked for. */
function numberOf<K>(numbers: Map<K, number>, key: K): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, numbers.size);
  return numbers.size - 1;
}

type Plain = DataRecord & { readonly t: number; readonly text: string };

/** A piece of text with a time, whose count of bytes fits a column. */
function isPlain(record: WireRecord): record is Plain {
  return (
    record.r === "data" &&
    record.text !== undefined &&
    record.b64 === undefined &&
    typeof record.t === "number" &&
    (record.n === undefined || record.n < OTHER)
  );
}

/** The columns, to be given away instead of copied. */
export function columnsOf(packed: Packed): ArrayBufferLike[] {
  const { exchange, time, length, bytes, at, alike } = packed;
  return [exchange, time, length, bytes, at, alike].map(({ buffer }) => buffer);
}

export function* unpacked(packed: Packed): Generator<Placed> {
  const { exchange, time, length, bytes, at, alike, likenesses, ids, text, others } = packed;
  let from = 0;
  let other = 0;
  for (let row = 0; row < exchange.length; row++) {
    const place = at[row] ?? -1;
    const id = exchange[row] ?? OTHER;
    if (id === OTHER) {
      const record = others[other++];
      if (record) yield { record, at: place };
      continue;
    }
    const own = text.slice(from, from + (length[row] ?? 0));
    from += own.length;
    const likeness = likenesses[(alike[row] ?? 0) - 1];
    const record: DataRecord = {
      r: "data",
      x: ids[id] ?? "",
      t: time[row] ?? null,
      text: likeness ? likeness.before + own + likeness.after : own,
    };
    const n = bytes[row] ?? OTHER;
    if (n !== OTHER) record.n = n;
    if (likeness) yield { record, at: place, alike: { likeness, word: own } };
    else yield { record, at: place };
  }
}
