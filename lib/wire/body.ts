/**
 * The body of one response as text that maps back to its bytes: every position leads to the record
 * it arrived in and its byte offset, however the bytes were split. Binary bodies are read as one
 * character per byte. Text whose record can be reread from a file need not stay in memory: it is
 * released behind the events, except for the beginning, and read from its source on demand. Until
 * it is loaded, reading it throws `TextNotLoaded`.
 */

import { NumberColumn } from "../collections/number-column.ts";
import { ByteSteps, LONG_TEXT } from "../text/byte-steps.ts";
import {
  concatBytes,
  countIncompleteTail,
  decodeBase64,
  decodeLenient,
  findByteOfUnit,
  getUtf8Length,
  toBinaryString,
} from "../text/utf8.ts";
import type { DataRecord } from "./record.ts";
import type { TextSource } from "./text-source.ts";

const NOTHING = new Uint8Array(0);

/** Verdicts quote the beginning of a body, so it stays in memory. */
const BEGINNING_UNITS = 1 << 14;

export class Body {
  /** Length of the text so far, in UTF-16 units. */
  length = 0;
  /** Bytes received so far. */
  bytes = 0;
  /** The body contains bytes that are not UTF-8. */
  hasInvalidUtf8 = false;
  /** Every chunk so far is ASCII, so positions and byte offsets are equal. */
  isAscii = true;
  /** Binary: each character is a byte. Set before the first byte. */
  isBinary = false;

  /** Rereads the text of records. Set before the first byte. */
  source: TextSource | null = null;

  /** The chunks from `#passed` on. */
  #texts: string[] = [];
  #passed = 0;
  /** Start position of the first of these. */
  #passedAt = 0;
  readonly #kept = new Map<number, string>();
  /** The bytes of chunks that did not arrive as text. */
  readonly #raw = new Map<number, Uint8Array>();
  /** Byte offsets of long chunks, created on demand. */
  readonly #steps = new Map<number, ByteSteps>();
  readonly #charStart = NumberColumn.count();
  /** Only if the body is not ASCII; otherwise byte offsets equal positions. */
  #byteStart: NumberColumn | null = null;
  readonly #record = NumberColumn.u32();
  /** Offset of each chunk's record (or its text) in the file, plus one; 0 if there is none. */
  #fileOffset: NumberColumn | null = null;
  /** The last chunk that was looked up. */
  #foundChunk = -1;
  /** The start of a character that is not complete yet. */
  #held: Uint8Array = NOTHING;

  /** Is everything so far valid text, with no incomplete character? */
  get isClean(): boolean {
    return !this.hasInvalidUtf8 && !this.isBinary && this.#held.length === 0;
  }

  /** Adds one read of the socket; returns the text that became readable. */
  push(data: DataRecord, record: number, offset = -1): string {
    if (this.isBinary) return this.#pushBinary(data, record);
    if (data.b64 !== undefined || this.#held.length > 0) return this.#pushBytes(data, record);
    const text = data.text ?? "";
    const bytes = data.n ?? getUtf8Length(text);
    if (bytes !== text.length) this.#widen();
    this.#add(text, this.bytes, record, offset);
    this.bytes += bytes;
    return text;
  }

  /** Ends the body: an incomplete character is decoded as it is. */
  end(record: number): string {
    if (this.#held.length === 0) return "";
    const held = this.#held;
    this.#held = NOTHING;
    return this.#addBytes(held, this.bytes - held.length, record);
  }

  /** The text between two positions. */
  slice(from: number, to: number): string {
    const first = this.#chunkAt(from);
    if (first < 0 || to <= from) return "";
    const start = this.#charStart.at(first);
    const text = this.#textOf(first);
    if (to - start <= text.length) return text.slice(from - start, to - start);
    const pieces = [text.slice(from - start)];
    for (let i = first + 1; i < this.#charStart.length && this.#charStart.at(i) < to; i++) {
      pieces.push(this.#textOf(i).slice(0, to - this.#charStart.at(i)));
    }
    return pieces.join("");
  }

  /** The byte offset, in the body, of a position in the text. */
  byteOffset(position: number): number {
    const chunk = this.#chunkAt(position);
    if (chunk < 0) return 0;
    const base = (this.#byteStart ?? this.#charStart).at(chunk);
    const within = position - this.#charStart.at(chunk);
    if (this.isAscii || within === 0) return base + within;
    if (within === this.#unitsOf(chunk)) return base + this.#bytesOf(chunk);
    if (within > LONG_TEXT) return base + this.#stepsOf(chunk).byteOf(within);
    const raw = this.#raw.get(chunk);
    if (raw) return base + findByteOfUnit(raw, within);
    return base + getUtf8Length(this.#textOf(chunk).slice(0, within));
  }

  /** The number of the record in which the character before `position` arrived. */
  recordAt(position: number): number {
    const chunk = this.#chunkAt(Math.max(0, position - 1));
    return chunk < 0 ? -1 : this.#record.at(chunk);
  }

  /** How many bytes the text between two positions took on the wire. */
  byteLength(from: number, to: number): number {
    if (this.isAscii) return to - from;
    if (this.#isLastChunk(from, to)) return this.#bytesOf(this.#charStart.length - 1);
    if (!this.hasInvalidUtf8) return getUtf8Length(this.slice(from, to));
    return this.byteOffset(to) - this.byteOffset(from);
  }

  /** Keeps the text between two positions in memory, for readers that cannot wait. */
  keep(from: number, to: number): void {
    const { length } = this.#charStart;
    for (let i = this.#chunkAt(from); i >= 0 && i < length && this.#charStart.at(i) < to; i++) {
      const text = this.#texts[i - this.#passed];
      if (text !== undefined && text !== null) this.#kept.set(i, text);
    }
  }

  #isLastChunk(from: number, to: number): boolean {
    return from < to && to === this.length && from === this.#charStart.last;
  }

  /** Allows releasing the text before a position. */
  releaseBefore(before: number): void {
    const held = this.source?.minHeldUnits ?? 0;
    if (!this.#fileOffset || before - this.#passedAt < 2 * held) return;
    const until = this.#chunkAt(before - held);
    const gone = this.#texts.splice(0, until - this.#passed);
    for (const [i, text] of gone.entries()) {
      const chunk = this.#passed + i;
      const isNowhere = this.#fileOffset.at(chunk) === 0;
      const isBeginning = this.#charStart.at(chunk) < BEGINNING_UNITS;
      if (isNowhere || isBeginning) this.#kept.set(chunk, text);
    }
    this.#passed = until;
    this.#passedAt = this.#charStart.at(until);
  }

  #stepsOf(chunk: number): ByteSteps {
    const known = this.#steps.get(chunk);
    if (known) return known;
    const steps = new ByteSteps(this.#textOf(chunk), this.#raw.get(chunk) ?? null);
    this.#steps.set(chunk, steps);
    return steps;
  }

  #textOf(chunk: number): string {
    const held = this.#texts[chunk - this.#passed] ?? this.#kept.get(chunk);
    if (held !== undefined) return held;
    const length = this.#unitsOf(chunk);
    const offset = (this.#fileOffset?.at(chunk) ?? 0) - 1;
    const read = this.source?.readTextAt(offset, this.#bytesOf(chunk)) ?? null;
    // If the file has changed, return replacement characters, never other text.
    return read?.length === length ? read : "\uFFFD".repeat(length);
  }

  #unitsOf(chunk: number): number {
    const isLast = chunk + 1 === this.#charStart.length;
    return (isLast ? this.length : this.#charStart.at(chunk + 1)) - this.#charStart.at(chunk);
  }

  #bytesOf(chunk: number): number {
    const starts = this.#byteStart ?? this.#charStart;
    const isLast = chunk + 1 === starts.length;
    const end = isLast ? this.bytes - this.#held.length : starts.at(chunk + 1);
    return end - starts.at(chunk);
  }

  #pushBinary({ text = "", b64 }: DataRecord, record: number): string {
    const read = b64 === undefined ? toBinaryString(new TextEncoder().encode(text)) : atob(b64);
    this.#add(read, this.bytes, record);
    this.bytes += read.length;
    return read;
  }

  #pushBytes(data: DataRecord, record: number): string {
    const read =
      data.b64 !== undefined ? decodeBase64(data.b64) : new TextEncoder().encode(data.text);
    const start = this.bytes - this.#held.length;
    const all = concatBytes(this.#held, read);
    const readable = all.length - countIncompleteTail(all);
    this.#held = all.slice(readable);
    this.bytes += read.length;
    return this.#addBytes(all.slice(0, readable), start, record);
  }

  #addBytes(bytes: Uint8Array, byteStart: number, record: number): string {
    const { text, invalid } = decodeLenient(bytes);
    this.#widen();
    this.hasInvalidUtf8 ||= invalid;
    if (text.length > 0) this.#raw.set(this.#charStart.length, bytes);
    this.#add(text, byteStart, record);
    return text;
  }

  /** From here on, count bytes separately from characters. */
  #widen(): void {
    this.isAscii = false;
    if (this.#byteStart) return;
    this.#byteStart = NumberColumn.count();
    for (let i = 0; i < this.#charStart.length; i++) this.#byteStart.push(this.#charStart.at(i));
  }

  #add(text: string, byteStart: number, record: number, offset = -1): void {
    if (text.length === 0) return;
    if (this.source) {
      this.#fileOffset ??= NumberColumn.count();
      this.#fileOffset.push(offset + 1);
    }
    this.#texts.push(text);
    this.#charStart.push(this.length);
    this.#byteStart?.push(byteStart);
    this.#record.push(record);
    this.length += text.length;
  }

  /** Reading is mostly sequential, so try the last chunk and the next one first. */
  #chunkAt(position: number): number {
    const next = this.#foundChunk + 1;
    for (let chunk = this.#foundChunk; chunk <= next; chunk++) {
      if (this.#holds(chunk, position)) {
        this.#foundChunk = chunk;
        return chunk;
      }
    }
    this.#foundChunk = this.#charStart.countUpTo(position) - 1;
    return this.#foundChunk;
  }

  #holds(chunk: number, position: number): boolean {
    const { length } = this.#charStart;
    if (chunk < 0 || chunk >= length || this.#charStart.at(chunk) > position) return false;
    return chunk + 1 === length || this.#charStart.at(chunk + 1) > position;
  }
}
