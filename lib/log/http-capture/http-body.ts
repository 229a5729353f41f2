/**
 * The bodies of HTTP messages in a capture, cut out of it by what their heads say, and by what the
 * bytes themselves show: people edit captures, and tools write bodies in another form than sent.
 */

import type { ByteQueue } from "../../wire/byte-queue.ts";
import type { HeaderList } from "../../wire/record.ts";
import { toByteText } from "../byte-text.ts";
import { addHeader, parseStartLine } from "./http-head.ts";

export interface HttpBodyReader {
  /** All that the head promised is there; `null` where the head promised nothing. */
  readonly isComplete: boolean | null;
  readonly trailers: HeaderList;
  /** Takes what belongs to the body; true once it is over. */
  read(queue: ByteQueue, isOver: boolean, emit: (bytes: Uint8Array) => void): boolean;
}

const LF = 10;
/** No start line is longer. */
const LINE_LIMIT = 16_384;
const isCapital = (byte: number | undefined) => byte !== undefined && byte >= 65 && byte <= 90;

/** So many bytes, or all up to the next message. One that begins on a line of its own ends it. */
export class PlainBody implements HttpBodyReader {
  readonly trailers: HeaderList = [];
  #remaining: number;
  #atLineStart = true;

  constructor(length: number) {
    this.#remaining = length;
  }

  get isComplete(): boolean | null {
    return this.#remaining === Number.POSITIVE_INFINITY ? null : this.#remaining === 0;
  }

  read(queue: ByteQueue, isOver: boolean, emit: (bytes: Uint8Array) => void): boolean {
    const bytes = queue.peek(this.#remaining);
    let at = 0;
    let stop: "message" | "wait" | null = null;
    while (at < bytes.length && !stop) {
      if (this.#atLineStart && isCapital(bytes[at]))
        stop = findMessageStart(bytes.subarray(at), isOver);
      if (stop) break;
      const lf = bytes.indexOf(LF, at);
      this.#atLineStart = lf >= 0;
      at = lf < 0 ? bytes.length : lf + 1;
    }
    if (at > 0) emit(queue.take(at));
    this.#remaining -= at;
    return this.#remaining === 0 || stop === "message";
  }
}

/** Does a line begin a message? A beginning of a line may not tell yet. */
function findMessageStart(bytes: Uint8Array, isOver: boolean): "message" | "wait" | null {
  const lf = bytes.subarray(0, LINE_LIMIT).indexOf(LF);
  if (lf < 0 && !isOver && bytes.length < LINE_LIMIT) return "wait";
  const line = toByteText(bytes.subarray(0, lf < 0 ? LINE_LIMIT : lf)).trimEnd();
  return parseStartLine(line) ? "message" : null;
}

const CHUNK_SIZE = /^([\da-f]{1,12})[ \t]*(?:;.*)?$/i;

export const isChunkSize = (line: string): boolean => CHUNK_SIZE.test(line);

/** Chunks; extensions are left alone, trailers kept. What breaks the form is taken as it stands. */
export class ChunkedBody implements HttpBodyReader {
  readonly trailers: (readonly [string, string])[] = [];
  isComplete = false;
  /** Where in the capture the chunks ceased to be chunks. */
  brokenAt: number | null = null;
  #state: "size" | "data" | "line-end" | "trailers" | "broken" = "size";
  #remaining = 0;
  readonly #rest = new PlainBody(Number.POSITIVE_INFINITY);

  read(queue: ByteQueue, isOver: boolean, emit: (bytes: Uint8Array) => void): boolean {
    for (;;) {
      if (this.#state === "broken") return this.#rest.read(queue, isOver, emit);
      if (this.#state === "data") {
        const bytes = queue.take(this.#remaining);
        if (bytes.length > 0) emit(bytes);
        this.#remaining -= bytes.length;
        if (this.#remaining > 0) return false;
        this.#state = "line-end";
      }
      const length = queue.lineLength();
      if (length < 0 && queue.length < LINE_LIMIT) return false;
      const line = length < 0 ? null : toByteText(queue.peek(length)).trimEnd();
      if (this.#readLine(line, queue.offset)) queue.take(length);
      if (this.isComplete) return true;
    }
  }

  /** A line between chunks, `null` for one too long to be any; false where it is none of ours. */
  #readLine(line: string | null, offset: number): boolean {
    if (this.#state === "trailers") {
      this.isComplete = line === null || !addHeader(this.trailers, line);
      return line === "" || !this.isComplete;
    }
    if (this.#state === "line-end" && line === "") {
      this.#state = "size";
      return true;
    }
    const size = this.#state === "size" && line !== null ? CHUNK_SIZE.exec(line) : null;
    if (!size) {
      this.brokenAt = offset;
      this.#state = "broken";
      return false;
    }
    this.#remaining = Number.parseInt(size[1] ?? "0", 16);
    this.#state = this.#remaining === 0 ? "trailers" : "data";
    return true;
  }
}
