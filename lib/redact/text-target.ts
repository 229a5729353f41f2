/** The sources that editable texts write to: a field of a record, or a body. */

import { countFirst } from "../collections/bisect.ts";
import {
  decodeBase64,
  decodeBinaryString,
  decodeLenient,
  decodeStrict,
  encodeBase64,
  toBinaryString,
} from "../text/utf8.ts";
import type { Body } from "../wire/body.ts";
import type { DataRecord } from "../wire/record.ts";
import type { EditableText, TextTarget } from "./editable-text.ts";

const ENCODER = new TextEncoder();

/** A text whose characters are overwritten in place; the cost of a write does not grow with the text. */
class OverwrittenText {
  readonly text: string;
  #units: Uint16Array | null = null;

  constructor(text: string) {
    this.text = text;
  }

  get isChanged(): boolean {
    return this.#units !== null && this.currentText !== this.text;
  }

  get currentText(): string {
    return this.getCurrent(0, this.text.length);
  }

  getCurrent(from: number, to: number): string {
    return this.#units ? fromUnits(this.#units.subarray(from, to)) : this.text.slice(from, to);
  }

  write(from: number, text: string): void {
    this.#units ??= toUnits(this.text);
    this.#units.set(toUnits(text), from);
  }
}

function toUnits(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i);
  return units;
}

function fromUnits(units: Uint16Array): string {
  let text = "";
  for (let from = 0; from < units.length; from += MAX_UNITS_PER_CALL) {
    text += String.fromCharCode(...units.subarray(from, from + MAX_UNITS_PER_CALL));
  }
  return text;
}

/** Arguments that fit into one call. */
const MAX_UNITS_PER_CALL = 0x2000;

/** A field that holds a text. */
export class TextFieldTarget extends OverwrittenText implements TextTarget, EditableText {
  getOrigin(at: number) {
    return { root: this, at };
  }
}

/** A field that holds bytes in base64; its text has one character per byte. */
export class Base64FieldTarget extends OverwrittenText implements TextTarget, EditableText {
  constructor(b64: string) {
    super(toBinaryString(decodeBase64(b64)));
  }

  override get currentText(): string {
    return encodeBase64(decodeBinaryString(this.getCurrent(0, this.text.length)));
  }

  override get isChanged(): boolean {
    return this.getCurrent(0, this.text.length) !== this.text;
  }

  getOrigin(at: number) {
    return { root: this, at };
  }
}

interface BodyRead {
  readonly record: DataRecord;
  /** Byte offset in the body. */
  readonly start: number;
  /** The current bytes; `null` if they are unchanged. */
  bytes: Uint8Array | null;
}

/**
 * A body as the sequence of its reads. Holds bytes only for reads that are overwritten; a character
 * may be split between two reads.
 */
export class BodyTarget implements TextTarget {
  readonly body: Body;
  readonly #reads: BodyRead[] = [];

  constructor(body: Body) {
    this.body = body;
  }

  get isChanged(): boolean {
    return this.#reads.some(({ bytes }) => bytes !== null);
  }

  /** Adds a read that the body contains from byte `start`. */
  addRead(record: DataRecord, start: number): void {
    this.#reads.push({ record, start, bytes: null });
  }

  /** A range of the body's text. */
  getRange(from: number, to: number): EditableText {
    const { body } = this;
    return {
      text: body.slice(from, to),
      getCurrent: (start, end) =>
        this.#decodeRange(body.byteOffset(from + start), body.byteOffset(from + end)),
      write: (at, text) => this.#writeText(from + at, text),
      getOrigin: (at) => ({ root: this, at: from + at }),
    };
  }

  /** Pairs of the original and the changed record. */
  *getChangedRecords(): Generator<readonly [DataRecord, DataRecord]> {
    for (const { record, bytes } of this.#reads) {
      if (bytes) yield [record, replaceBytes(record, bytes)];
    }
  }

  #writeText(from: number, text: string): void {
    if (this.body.isBinary) return this.#writeBytes(from, decodeBinaryString(text));
    if (!text.includes("\uFFFD")) {
      return this.#writeBytes(this.body.byteOffset(from), ENCODER.encode(text));
    }
    let at = from;
    // U+FFFD represents invalid bytes that are unknown here, so they stay.
    for (const run of text.split(/(\uFFFD+)/)) {
      if (!run.startsWith("\uFFFD"))
        this.#writeBytes(this.body.byteOffset(at), ENCODER.encode(run));
      at += run.length;
    }
  }

  #writeBytes(from: number, bytes: Uint8Array): void {
    this.#visitReads(from, from + bytes.length, (read, at, end, start) => {
      read.bytes ??= getRecordBytes(read.record).slice();
      read.bytes.set(bytes.subarray(start, start + end - at), at);
    });
  }

  #decodeRange(from: number, to: number): string {
    const found = new Uint8Array(to - from);
    this.#visitReads(from, to, (read, at, end, start) => {
      found.set((read.bytes ?? getRecordBytes(read.record)).subarray(at, end), start);
    });
    return this.body.isBinary ? toBinaryString(found) : decodeLenient(found).text;
  }

  #visitReads(
    from: number,
    to: number,
    visit: (read: BodyRead, at: number, end: number, start: number) => void,
  ): void {
    const begun = countFirst(this.#reads.length, (i) => (this.#reads[i]?.start ?? 0) <= from);
    for (let i = Math.max(0, begun - 1); i < this.#reads.length; i++) {
      const read = this.#reads[i];
      if (!read || read.start >= to) return;
      const next = this.#reads[i + 1]?.start ?? this.body.bytes;
      const at = Math.max(from, read.start);
      const end = Math.min(to, next);
      if (end > at) visit(read, at - read.start, end - read.start, at - from);
    }
  }
}

function getRecordBytes({ text, b64 }: DataRecord): Uint8Array {
  return b64 === undefined ? ENCODER.encode(text ?? "") : decodeBase64(b64);
}

function replaceBytes(record: DataRecord, bytes: Uint8Array): DataRecord {
  if (record.b64 !== undefined) return { ...record, b64: encodeBase64(bytes) };
  const text = decodeStrict(bytes);
  if (text === null) throw new RangeError("a replacement has other bytes than what it replaces");
  return { ...record, text };
}
