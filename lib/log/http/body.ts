/**
 * The bodies of HTTP messages in a capture, cut out of it by what their heads say, and by what the
 * bytes themselves show: people edit captures, and tools write bodies in another form than sent.
 */

import type { ByteQueue } from "../../wire/byte-queue.ts";
import type { HeaderList } from "../../wire/record.ts";
import { byteText } from "../bytes.ts";
import { addHeader, headBegunBy } from "./head.ts";

export interface BodyReader {
  /** All that the head promised is there; `null` where the head promised nothing. */
  readonly isWhole: boolean | null;
  readonly trailers: HeaderList;
  /** Takes what belongs to the body; true once it is over. */
  read(queue: ByteQueue, isOver: boolean, emit: (bytes: Uint8Array) => void): boolean;
}

const LF = 10;
/** No start line is longer. */
const LINE_LIMIT = 16_384;
const isCapital = (byte: number | undefined) => byte !== undefined && byte >= 65 && byte <= 90;

/** So many bytes, or all up to the next message. One that begins on a line of its own ends it. */
export class PlainBody implements BodyReader {
  readonly trailers: HeaderList = [];
  #left: number;
  #atLineStart = true;

  constructor(length: number) {
    this.#left = length;
  }

  get isWhole(): boolean | null {
    return this.#left === Number.POSITIVE_INFINITY ? null : this.#left === 0;
  }

  read(queue: ByteQueue, isOver: boolean, emit: (bytes: Uint8Array) => void): boolean {
    const bytes = queue.peek(this.#left);
    let at = 0;
    let stop: "message" | "wait" | null = null;
    while (at < bytes.length && !stop) {
      if (this.#atLineStart && isCapital(bytes[at])) stop = begins(bytes.subarray(at), isOver);
      if (stop) break;
      const lf = bytes.indexOf(LF, at);
      this.#atLineStart = lf >= 0;
      at = lf < 0 ? bytes.length : lf + 1;
    }
    if (at > 0) emit(queue.take(at));
    this.#left -= at;
    return this.#left === 0 || stop === "message";
  }
}

/** Does a line begin a message? A beginning of a line may not tell yet. */
function begins(bytes: Uint8Array, isOver: boolean): "message" | "wait" | null {
  const lf = bytes.subarray(0, LINE_LIMIT).indexOf(LF);
  if (lf < 0 && !isOver && bytes.length < LINE_LIMIT) return "wait";
  const line = byteText(bytes.subarray(0, lf < 0 ? LINE_LIMIT : lf)).trimEnd();
  return headBegunBy(line) ? "message" : null;
}

const SIZE = /^([\da-f]{1,12})[ \t]*(?:;.*)?$/i;

export const isChunkSize = (line: string): boolean => SIZE.test(line);

/** Chunks; extensions are left alone, trailers kept. What breaks the form is taken as it stands. */
export class ChunkedBody implements BodyReader {
  readonly trailers: (readonly [string, string])[] = [];
  isWhole = false;
  /** Where in the capture the chunks ceased to be chunks. */
  brokenAt: number | null = null;
  #state: "size" | "data" | "line-end" | "trailers" | "broken" = "size";
  #left = 0;
  readonly #rest = new PlainBody(Number.POSITIVE_INFINITY);

  read(queue: ByteQueue, isOver: boolean, emit: (bytes: Uint8Array) => void): boolean {
    for (;;) {
      if (this.#state === "broken") return this.#rest.read(queue, isOver, emit);
      if (this.#state === "data") {
        const bytes = queue.take(this.#left);
        if (bytes.length > 0) emit(bytes);
        this.#left -= bytes.length;
        if (this.#left > 0) return false;
        this.#state = "line-end";
      }
      const length = queue.lineLength();
      if (length < 0 && queue.length < LINE_LIMIT) return false;
      const line = length < 0 ? null : byteText(queue.peek(length)).trimEnd();
      if (this.#line(line, queue.offset)) queue.take(length);
      if (this.isWhole) return true;
    }
  }

  /** A line between chunks, `null` for one too long to be any; false where it is none of ours. */
  #line(line: string | null, offset: number): boolean {
    if (this.#state === "trailers") {
      this.isWhole = line === null || !addHeader(this.trailers, line);
      return line === "" || !this.isWhole;
    }
    if (this.#state === "line-end" && line === "") {
      this.#state = "size";
      return true;
    }
    const size = this.#state === "size" && line !== null ? SIZE.exec(line) : null;
    if (!size) {
      this.brokenAt = offset;
      this.#state = "broken";
      return false;
    }
    this.#left = Number.parseInt(size[1] ?? "0", 16);
    this.#state = this.#left === 0 ? "trailers" : "data";
    return true;
  }
}
