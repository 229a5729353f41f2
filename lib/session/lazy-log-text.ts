/**
 * Reads texts of a log from its file on demand, so that the page only holds the offsets of records.
 * Reads are synchronous, because they happen while rendering, and in chunks, because neighboring
 * texts are shown together.
 */

import { parseRecord } from "../log/record-shape.ts";
import { decodeBinaryString } from "../text/utf8.ts";
import type { TextSource } from "../wire/body.ts";

/** The bytes of a range, fewer at the end of the file; `null` if they cannot be read. */
export type ReadBytes = (from: number, to: number) => Uint8Array | null;

const CHUNK_BYTES = 1 << 18;
const NEWLINE = 10;

export class LazyLogText implements TextSource {
  minHeldUnits: number;
  readonly #read: ReadBytes;
  /** The last chunk, and whether the file ends with it. */
  #from = 0;
  #bytes: Uint8Array = new Uint8Array(0);
  #isEnd = false;
  /** The file is a response body, not lines of records. */
  #isBody = false;
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });

  constructor(read: ReadBytes, held: number) {
    this.#read = read;
    this.minHeldUnits = held;
  }

  /**
   * Limits how much text is held from now on, if the file can be read synchronously.
   * `isBody`: the file is a response body, not lines of records.
   */
  limitHeldUnits(held: number, isBody: boolean): void {
    this.#isBody = isBody;
    if (this.#read(0, 1)?.length === 1) this.minHeldUnits = held;
  }

  readTextAt(offset: number, bytes: number): string | null {
    if (offset < 0) return null;
    if (this.#isBody) return this.#decodeAt(offset, bytes);
    const line = this.#readLineAt(offset);
    const record = line === null ? null : parseRecord(line);
    return record?.r === "data" ? (record.text ?? null) : null;
  }

  #decodeAt(offset: number, bytes: number): string | null {
    const isHeld = offset >= this.#from && offset + bytes <= this.#from + this.#bytes.length;
    if (!isHeld && !this.#load(offset, Math.max(bytes, CHUNK_BYTES))) return null;
    const at = offset - this.#from;
    return this.#decoder.decode(this.#bytes.subarray(at, at + bytes));
  }

  #readLineAt(offset: number): string | null {
    for (let length = CHUNK_BYTES; ; length *= 4) {
      const at = offset - this.#from;
      const end = at >= 0 && at < this.#bytes.length ? this.#bytes.indexOf(NEWLINE, at) : -1;
      if (end >= 0) return this.#decoder.decode(this.#bytes.subarray(at, end));
      // The last line may lack a newline.
      const isLast = this.#isEnd && at >= 0 && at < this.#bytes.length;
      if (isLast) return this.#decoder.decode(this.#bytes.subarray(at));
      if (!this.#load(offset, length)) return null;
    }
  }

  #load(offset: number, length: number): boolean {
    const bytes = this.#read(offset, offset + length);
    if (bytes === null || bytes.length === 0) return false;
    this.#from = offset;
    this.#bytes = bytes;
    this.#isEnd = bytes.length < length;
    return true;
  }
}

/** Reads an opened file; `null` also if it was deleted or changed. */
export function createFileByteReader(file: File): ReadBytes {
  return (from, to) => {
    const url = URL.createObjectURL(file.slice(from, to));
    try {
      return readSynchronously(url);
    } finally {
      URL.revokeObjectURL(url);
    }
  };
}

/** Reads a recording on the server, which may be growing. */
export function createRecordingByteReader(id: string): ReadBytes {
  const path = `/api/recordings/${encodeURIComponent(id)}`;
  return (from, to) => readSynchronously(path, `bytes=${from}-${to - 1}`);
}

function readSynchronously(url: string, range?: string): Uint8Array | null {
  if (typeof XMLHttpRequest === "undefined") return null;
  try {
    const request = new XMLHttpRequest();
    request.open("GET", url, false);
    if (range !== undefined) request.setRequestHeader("range", range);
    // One character per byte: synchronous requests cannot have a binary response type.
    request.overrideMimeType("text/plain; charset=x-user-defined");
    request.send();
    const isOk = request.status === (range === undefined ? 200 : 206);
    return isOk ? decodeBinaryString(request.responseText) : null;
  } catch {
    return null;
  }
}
