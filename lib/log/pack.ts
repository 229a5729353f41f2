/**
 * Records on their way between threads: what most of them are, a piece of text with a time, goes
 * as one joined text and columns of numbers, which cost next to nothing to hand over.
 *
 * Guarantee: `Unpacking` gives what was added, record by record, in order.
 */

import type { MatchedToken, TemplateMatch, TokenTemplate } from "../protocol/token-template.ts";
import type { DataRecord, SkippedInput, WireRecord } from "../wire/record.ts";

export interface Packed {
  /** For each record the number of its exchange among `ids`, or `OTHER`. */
  readonly exchange: Uint32Array;
  /** NaN where nobody knows. */
  readonly time: Float64Array;
  /** Of its text, or of its word where it is like others, in UTF-16 units. */
  readonly length: Uint32Array;
  /** The bytes it says it has; `OTHER` where it does not say. */
  readonly bytes: Uint32Array;
  readonly at: Float64Array;
  /** One more than the number of its likeness among `likenesses`; 0 for none. */
  readonly alike: Uint32Array;
  readonly likenesses: readonly TokenTemplate[];
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
/** So many units of text are as much to read as one more record. */
const LONG = 1 << 11;

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
  #likenesses = new Map<TokenTemplate, number>();
  #ids = new Map<string, number>();
  #others: WireRecord[] = [];
  #skipped: SkippedInput[] = [];

  add(record: WireRecord, at = -1, alike?: TemplateMatch): void {
    const row = this.#row(at);
    if (!isPlain(record)) {
      this.#exchange[row] = OTHER;
      this.#length[row] = 0;
      this.#others.push(record);
      return;
    }
    const { x, t, text, n = OTHER } = record;
    this.#text(row, x, t ?? Number.NaN, alike?.word ?? text, n, alike?.likeness);
  }

  /** A text whose record nobody made. */
  addToken({ x, time, word, bytes, place, likeness }: MatchedToken): void {
    this.#text(this.#row(place), x, time, word, bytes, likeness);
  }

  #row(at: number): number {
    if (this.#units >= FULL || this.#count === MOST_RECORDS) this.#close();
    this.#at[this.#count] = at;
    return this.#count++;
  }

  #text(
    row: number,
    x: string,
    time: number,
    text: string,
    bytes: number,
    likeness: TokenTemplate | undefined,
  ): void {
    this.#exchange[row] = numberOf(this.#ids, x);
    this.#time[row] = time;
    this.#length[row] = text.length;
    this.#bytes[row] = bytes;
    this.#alike[row] = likeness ? numberOf(this.#likenesses, likeness) + 1 : 0;
    this.#texts.push(text);
    this.#units += text.length;
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

type Plain = DataRecord & { readonly text: string };

/** A piece of text whose count of bytes fits a column. */
function isPlain(record: WireRecord): record is Plain {
  return (
    record.r === "data" &&
    record.text !== undefined &&
    record.b64 === undefined &&
    (typeof record.t === "number" || record.t === null) &&
    (record.n === undefined || record.n < OTHER)
  );
}

/** The columns, to be given away instead of copied. */
export function columnsOf(packed: Packed): ArrayBufferLike[] {
  const { exchange, time, length, bytes, at, alike } = packed;
  return [exchange, time, length, bytes, at, alike].map(({ buffer }) => buffer);
}

/** A record, and the byte at which its line begins in the file it was read from; −1 for none. */
type Hand = (record: WireRecord, at: number, alike?: TemplateMatch) => void;

/**
 * Takes a token without its record, if that is not needed: most are not. It is the same object each
 * time.
 */
type GoOn = (token: MatchedToken) => boolean;

const NEVER: GoOn = () => false;
const NO_LIKENESS: TokenTemplate = { before: "", after: "", path: [] };

/** The records of a pack, some at a time. */
export class Unpacking {
  readonly #packed: Packed;
  #row = 0;
  /** How much of the text, and how many of the others, were taken. */
  #from = 0;
  #other = 0;
  readonly #token = { x: "", likeness: NO_LIKENESS, word: "", time: 0, bytes: 0, place: -1 };

  constructor(packed: Packed) {
    this.#packed = packed;
  }

  /** Hands over the next ones, at most so many, or few long ones; false where none is left. */
  take(most: number, hand: Hand, goOn: GoOn = NEVER): boolean {
    const { exchange, length, at, others } = this.#packed;
    for (let left = most; left > 0 && this.#row < exchange.length; this.#row++) {
      left -= 1 + (length[this.#row] ?? 0) / LONG;
      const place = at[this.#row] ?? -1;
      if (exchange[this.#row] !== OTHER) this.#text(this.#row, place, hand, goOn);
      else {
        const record = others[this.#other++];
        if (record) hand(record, place);
      }
    }
    return this.#row < exchange.length;
  }

  #text(row: number, at: number, hand: Hand, goOn: GoOn): void {
    const { exchange, time, length, bytes, alike, likenesses, ids, text } = this.#packed;
    const own = text.slice(this.#from, this.#from + (length[row] ?? 0));
    this.#from += own.length;
    const x = ids[exchange[row] ?? 0] ?? "";
    const known = time[row] ?? Number.NaN;
    const t = Number.isNaN(known) ? null : known;
    const n = bytes[row] ?? OTHER;
    const likeness = likenesses[(alike[row] ?? 0) - 1];
    if (likeness && n !== OTHER && goOn(this.#tokenOf(x, likeness, own, known, n, at))) return;
    const whole = likeness ? likeness.before + own + likeness.after : own;
    const record: DataRecord = { r: "data", x, t, text: whole };
    if (n !== OTHER) record.n = n;
    if (likeness) hand(record, at, { likeness, word: own });
    else hand(record, at);
  }

  #tokenOf(
    x: string,
    likeness: TokenTemplate,
    word: string,
    time: number,
    bytes: number,
    place: number,
  ): MatchedToken {
    const token = this.#token;
    token.x = x;
    token.likeness = likeness;
    token.word = word;
    token.time = time;
    token.bytes = bytes;
    token.place = place;
    return token;
  }
}
