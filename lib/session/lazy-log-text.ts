/**
 * Texts of a log that lies in a file, read again when somebody looks: the page holds the places of
 * its records, and not what they say. Whoever looks is in the middle of drawing, so it is read at
 * once, and by the piece, for neighbours are looked at together.
 */

import { parseRecord } from "../log/record-shape.ts";
import type { TextSource } from "../wire/body.ts";
import { decodeBinaryString } from "../wire/utf8.ts";

/** The bytes from one place to another, as far as there are any; `null` where they cannot be had. */
export type ReadBytes = (from: number, to: number) => Uint8Array | null;

const CHUNK_BYTES = 1 << 18;
const NEWLINE = 10;

export class LazyLogText implements TextSource {
  minHeldUnits: number;
  readonly #read: ReadBytes;
  /** The piece read last, and whether the file ends with it. */
  #from = 0;
  #bytes: Uint8Array = new Uint8Array(0);
  #isEnd = false;
  /** Is the file what was sent, and not lines of records? */
  #isBody = false;
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });

  constructor(read: ReadBytes, held: number) {
    this.#read = read;
    this.minHeldUnits = held;
  }

  /**
   * From now on no more than so much is held, where it can be read again as it must be: at once.
   * `isBody`: the file is what was sent, and not lines of records.
   */
  limitHeldUnits(held: number, isBody: boolean): void {
    this.#isBody = isBody;
    if (this.#read(0, 1)?.length === 1) this.minHeldUnits = held;
  }

  readTextAt(place: number, bytes: number): string | null {
    if (place < 0) return null;
    if (this.#isBody) return this.#decodeAt(place, bytes);
    const line = this.#readLineAt(place);
    const record = line === null ? null : parseRecord(line);
    return record?.r === "data" ? (record.text ?? null) : null;
  }

  #decodeAt(place: number, bytes: number): string | null {
    const isHeld = place >= this.#from && place + bytes <= this.#from + this.#bytes.length;
    if (!isHeld && !this.#load(place, Math.max(bytes, CHUNK_BYTES))) return null;
    const at = place - this.#from;
    return this.#decoder.decode(this.#bytes.subarray(at, at + bytes));
  }

  #readLineAt(place: number): string | null {
    for (let room = CHUNK_BYTES; ; room *= 4) {
      const at = place - this.#from;
      const end = at >= 0 && at < this.#bytes.length ? this.#bytes.indexOf(NEWLINE, at) : -1;
      if (end >= 0) return this.#decoder.decode(this.#bytes.subarray(at, end));
      // The last line may have no end.
      const isLast = this.#isEnd && at >= 0 && at < this.#bytes.length;
      if (isLast) return this.#decoder.decode(this.#bytes.subarray(at));
      if (!this.#load(place, room)) return null;
    }
  }

  #load(place: number, room: number): boolean {
    const bytes = this.#read(place, place + room);
    if (bytes === null || bytes.length === 0) return false;
    this.#from = place;
    this.#bytes = bytes;
    this.#isEnd = bytes.length < room;
    return true;
  }
}

/** Of a file that was opened: `null` also where it is gone, or was changed. */
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

/** Of a recording on the server, which may grow meanwhile. */
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
    // A character a byte: the binary types are kept for those who wait.
    request.overrideMimeType("text/plain; charset=x-user-defined");
    request.send();
    const isThere = request.status === (range === undefined ? 200 : 206);
    return isThere ? decodeBinaryString(request.responseText) : null;
  } catch {
    return null;
  }
}
