/**
 * Records on their way between threads: what most of them are, a piece of text with a time, goes
 * as one joined text and columns of numbers, which cost next to nothing to hand over.
 *
 * Guarantee: `Unpacking` gives what was added, record by record, in order.
 */

import type { MatchedToken, TemplateMatch, TokenTemplate } from "../protocol/token-template.ts";
import type { DataRecord, SkippedInput, WireRecord } from "../wire/record.ts";

export interface RecordBatch {
  /** For each record the number of its exchange among `ids`, or `OTHER`. */
  readonly exchange: Uint32Array;
  /** NaN where nobody knows. */
  readonly time: Float64Array;
  /** Of its text, or of its word where it is like others, in UTF-16 units. */
  readonly length: Uint32Array;
  /** The bytes it says it has; `OTHER` where it does not say. */
  readonly bytes: Uint32Array;
  readonly at: Float64Array;
  /** One more than the number of its template among `templates`; 0 for none. */
  readonly alike: Uint32Array;
  readonly templates: readonly TokenTemplate[];
  readonly ids: readonly string[];
  readonly text: string;
  /** The records that are no plain piece of text. */
  readonly others: readonly WireRecord[];
  readonly skipped: readonly SkippedInput[];
}

const OTHER = 0xffffffff;
/** As many units of text make a pack. */
const MAX_UNITS = 1 << 18;
const MAX_RECORDS = 1 << 12;
/** So many units of text are as much to read as one more record. */
const UNITS_PER_RECORD = 1 << 11;

export class RecordBatchWriter {
  #fullBatches: RecordBatch[] = [];
  #texts: string[] = [];
  #units = 0;
  #count = 0;
  readonly #exchange = new Uint32Array(MAX_RECORDS);
  readonly #time = new Float64Array(MAX_RECORDS);
  readonly #length = new Uint32Array(MAX_RECORDS);
  readonly #bytes = new Uint32Array(MAX_RECORDS);
  readonly #at = new Float64Array(MAX_RECORDS);
  readonly #alike = new Uint32Array(MAX_RECORDS);
  #templates = new Map<TokenTemplate, number>();
  #ids = new Map<string, number>();
  #others: WireRecord[] = [];
  #skipped: SkippedInput[] = [];

  add(record: WireRecord, at = -1, match?: TemplateMatch): void {
    const row = this.#addRow(at);
    if (!isTextRecord(record)) {
      this.#exchange[row] = OTHER;
      this.#length[row] = 0;
      this.#others.push(record);
      return;
    }
    const { x, t, text, n = OTHER } = record;
    this.#setText(row, x, t ?? Number.NaN, match?.word ?? text, n, match?.template);
  }

  /** A text whose record nobody made. */
  addToken({ x, time, word, bytes, offset, template }: MatchedToken): void {
    this.#setText(this.#addRow(offset), x, time, word, bytes, template);
  }

  #addRow(at: number): number {
    if (this.#units >= MAX_UNITS || this.#count === MAX_RECORDS) this.#closeBatch();
    this.#at[this.#count] = at;
    return this.#count++;
  }

  #setText(
    row: number,
    x: string,
    time: number,
    text: string,
    bytes: number,
    template: TokenTemplate | undefined,
  ): void {
    this.#exchange[row] = getOrAddNumber(this.#ids, x);
    this.#time[row] = time;
    this.#length[row] = text.length;
    this.#bytes[row] = bytes;
    this.#alike[row] = template ? getOrAddNumber(this.#templates, template) + 1 : 0;
    this.#texts.push(text);
    this.#units += text.length;
  }

  skip(skipped: SkippedInput): void {
    // A file may be nothing else.
    if (this.#skipped.length === MAX_RECORDS) this.#closeBatch();
    this.#skipped.push(skipped);
  }

  /** The packs that are full. */
  takeFull(): RecordBatch[] {
    const full = this.#fullBatches;
    this.#fullBatches = [];
    return full;
  }

  takeAll(): RecordBatch[] {
    if (this.#count > 0 || this.#skipped.length > 0) this.#closeBatch();
    return this.takeFull();
  }

  #closeBatch(): void {
    const count = this.#count;
    this.#fullBatches.push({
      exchange: this.#exchange.slice(0, count),
      time: this.#time.slice(0, count),
      length: this.#length.slice(0, count),
      bytes: this.#bytes.slice(0, count),
      at: this.#at.slice(0, count),
      alike: this.#alike.slice(0, count),
      templates: [...this.#templates.keys()],
      ids: [...this.#ids.keys()],
      text: this.#texts.join(""),
      others: this.#others,
      skipped: this.#skipped,
    });
    this.#texts = [];
    this.#units = 0;
    this.#count = 0;
    this.#ids = new Map();
    this.#templates = new Map();
    this.#others = [];
    this.#skipped = [];
  }
}

/** In the order in which they were first asked for. */
function getOrAddNumber<K>(numbers: Map<K, number>, key: K): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, numbers.size);
  return numbers.size - 1;
}

type TextRecord = DataRecord & { readonly text: string };

/** A piece of text whose count of bytes fits a column. */
function isTextRecord(record: WireRecord): record is TextRecord {
  return (
    record.r === "data" &&
    record.text !== undefined &&
    record.b64 === undefined &&
    (typeof record.t === "number" || record.t === null) &&
    (record.n === undefined || record.n < OTHER)
  );
}

/** The columns, to be given away instead of copied. */
export function getBatchBuffers(packed: RecordBatch): ArrayBufferLike[] {
  const { exchange, time, length, bytes, at, alike } = packed;
  return [exchange, time, length, bytes, at, alike].map(({ buffer }) => buffer);
}

/** A record, and the byte at which its line begins in the file it was read from; −1 for none. */
type RecordHandler = (record: WireRecord, at: number, match?: TemplateMatch) => void;

/**
 * Takes a token without its record, if that is not needed: most are not. It is the same object each
 * time.
 */
type TokenHandler = (token: MatchedToken) => boolean;

const NO_TOKENS: TokenHandler = () => false;
const NO_TEMPLATE: TokenTemplate = { before: "", after: "", path: [] };

/** The records of a pack, some at a time. */
export class RecordBatchReader {
  readonly #batch: RecordBatch;
  #row = 0;
  /** How much of the text, and how many of the others, were taken. */
  #from = 0;
  #other = 0;
  readonly #token = { x: "", template: NO_TEMPLATE, word: "", time: 0, bytes: 0, offset: -1 };

  constructor(packed: RecordBatch) {
    this.#batch = packed;
  }

  /** Hands over the next ones, at most so many, or few long ones; false where none is left. */
  take(most: number, hand: RecordHandler, goOn: TokenHandler = NO_TOKENS): boolean {
    const { exchange, length, at, others } = this.#batch;
    for (let left = most; left > 0 && this.#row < exchange.length; this.#row++) {
      left -= 1 + (length[this.#row] ?? 0) / UNITS_PER_RECORD;
      const place = at[this.#row] ?? -1;
      if (exchange[this.#row] !== OTHER) this.#takeText(this.#row, place, hand, goOn);
      else {
        const record = others[this.#other++];
        if (record) hand(record, place);
      }
    }
    return this.#row < exchange.length;
  }

  #takeText(row: number, at: number, hand: RecordHandler, goOn: TokenHandler): void {
    const { exchange, time, length, bytes, alike, templates, ids, text } = this.#batch;
    const own = text.slice(this.#from, this.#from + (length[row] ?? 0));
    this.#from += own.length;
    const x = ids[exchange[row] ?? 0] ?? "";
    const known = time[row] ?? Number.NaN;
    const t = Number.isNaN(known) ? null : known;
    const n = bytes[row] ?? OTHER;
    const template = templates[(alike[row] ?? 0) - 1];
    if (template && n !== OTHER && goOn(this.#fillToken(x, template, own, known, n, at))) return;
    const whole = template ? template.before + own + template.after : own;
    const record: DataRecord = { r: "data", x, t, text: whole };
    if (n !== OTHER) record.n = n;
    if (template) hand(record, at, { template, word: own });
    else hand(record, at);
  }

  #fillToken(
    x: string,
    template: TokenTemplate,
    word: string,
    time: number,
    bytes: number,
    offset: number,
  ): MatchedToken {
    const token = this.#token;
    token.x = x;
    token.template = template;
    token.word = word;
    token.time = time;
    token.bytes = bytes;
    token.offset = offset;
    return token;
  }
}
