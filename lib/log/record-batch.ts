/**
 * Batches of records for transfer between threads. Most records are a text with a time; they are
 * sent as one joined string and columns of numbers, which cost almost nothing to transfer.
 *
 * **Guarantees:** `RecordBatchReader` returns what was added, record by record, in order.
 */

import { TokenRecord } from "../timeline/token-fast-path/token-record.ts";
import type { TokenTemplate } from "../timeline/token-fast-path/token-template.ts";
import type { DataRecord, SkippedInput, WireRecord } from "../wire/record.ts";

export interface RecordBatch {
  /** Index of each record's exchange in `ids`, or `OTHER`. */
  readonly exchange: Uint32Array;
  /** NaN if unknown. */
  readonly time: Float64Array;
  /** Length of its text, or of its word if it has a template, in UTF-16 units. */
  readonly length: Uint32Array;
  /** Its stated byte count; `OTHER` if there is none. */
  readonly bytes: Uint32Array;
  readonly at: Float64Array;
  /** Index of its template in `templates`, plus one; 0 for none. */
  readonly templateIndex: Uint32Array;
  readonly templates: readonly TokenTemplate[];
  readonly ids: readonly string[];
  readonly text: string;
  /** Records that are not plain text data. */
  readonly others: readonly WireRecord[];
  readonly skipped: readonly SkippedInput[];
}

const OTHER = 0xffffffff;
/** Maximum text of a batch, in UTF-16 units. */
const MAX_UNITS = 1 << 18;
const MAX_RECORDS = 1 << 12;
/** Reading this much text costs as much as one record. */
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
  readonly #templateIndex = new Uint32Array(MAX_RECORDS);
  #templates = new Map<TokenTemplate, number>();
  #ids = new Map<string, number>();
  #others: WireRecord[] = [];
  #skipped: SkippedInput[] = [];

  add(record: WireRecord, at = -1): void {
    if (this.#units >= MAX_UNITS || this.#count === MAX_RECORDS) this.#closeBatch();
    const row = this.#count++;
    this.#at[row] = at;
    if (!isTextRecord(record)) {
      this.#exchange[row] = OTHER;
      this.#length[row] = 0;
      this.#others.push(record);
      return;
    }
    const { x, t, n = OTHER } = record;
    const template = record instanceof TokenRecord ? record.template : null;
    const text = record instanceof TokenRecord ? record.word : record.text;
    this.#exchange[row] = getOrAddNumber(this.#ids, x);
    this.#templateIndex[row] = template ? getOrAddNumber(this.#templates, template) + 1 : 0;
    this.#time[row] = t ?? Number.NaN;
    this.#length[row] = text.length;
    this.#bytes[row] = n;
    this.#texts.push(text);
    this.#units += text.length;
  }

  skip(skipped: SkippedInput): void {
    // A file may contain only skipped lines.
    if (this.#skipped.length === MAX_RECORDS) this.#closeBatch();
    this.#skipped.push(skipped);
  }

  /** Removes and returns the full batches. */
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
      templateIndex: this.#templateIndex.slice(0, count),
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

/** Numbers keys in the order of their first use. */
function getOrAddNumber<K>(numbers: Map<K, number>, key: K): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, numbers.size);
  return numbers.size - 1;
}

type TextRecord = DataRecord & { readonly text: string };

/** Is it a text record whose byte count fits the column? */
function isTextRecord(record: WireRecord): record is TextRecord {
  return (
    record.r === "data" &&
    record.text !== undefined &&
    record.b64 === undefined &&
    (typeof record.t === "number" || record.t === null) &&
    (record.n === undefined || record.n < OTHER)
  );
}

/** The buffers to transfer instead of copying. */
export function getBatchBuffers(batch: RecordBatch): ArrayBufferLike[] {
  const { exchange, time, length, bytes, at, templateIndex } = batch;
  return [exchange, time, length, bytes, at, templateIndex].map(({ buffer }) => buffer);
}

/** A record, and the byte offset of its line in the file; −1 for none. */
type RecordHandler = (record: WireRecord, at: number) => void;

/** Reads the records of a batch in portions. */
export class RecordBatchReader {
  readonly #batch: RecordBatch;
  #row = 0;
  /** Position in the text, and in the other records. */
  #from = 0;
  #other = 0;

  constructor(batch: RecordBatch) {
    this.#batch = batch;
  }

  /**
   * Passes on the next records: at most `max`, fewer if they are long. Returns false at the end.
   */
  take(max: number, onRecord: RecordHandler): boolean {
    const { exchange, length, at, others } = this.#batch;
    for (let left = max; left > 0 && this.#row < exchange.length; this.#row++) {
      left -= 1 + (length[this.#row] ?? 0) / UNITS_PER_RECORD;
      const isText = exchange[this.#row] !== OTHER;
      const record = isText ? this.#createTextRecord(this.#row) : others[this.#other++];
      if (record) onRecord(record, at[this.#row] ?? -1);
    }
    return this.#row < exchange.length;
  }

  #createTextRecord(row: number): DataRecord {
    const { exchange, time, length, bytes, templateIndex, templates, ids } = this.#batch;
    const from = this.#from;
    this.#from += length[row] ?? 0;
    const text = this.#batch.text.slice(from, this.#from);
    const x = ids[exchange[row] ?? 0] ?? "";
    const known = time[row] ?? Number.NaN;
    const t = Number.isNaN(known) ? null : known;
    const n = bytes[row] ?? OTHER;
    const template = templates[(templateIndex[row] ?? 0) - 1];
    if (template) return new TokenRecord(x, t, n, template, text);
    return n === OTHER ? { r: "data", x, t, text } : { r: "data", x, t, text, n };
  }
}
