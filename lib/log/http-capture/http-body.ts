/**
 * Reads the bodies of HTTP messages in a capture, by their headers and by the bytes themselves:
 * people edit captures, and tools print bodies in another form than sent.
 */

import type { ByteQueue } from "../../text/byte-queue.ts";
import type { HeaderList } from "../../wire/record.ts";
import { toByteText } from "../byte-text.ts";
import { addHeader, parseStartLine } from "./http-head.ts";

export interface HttpBodyReader {
  /** Is the body as long as its headers say? `null` if they do not say. */
  readonly isComplete: boolean | null;
  readonly trailers: HeaderList;
  /** Reads what belongs to the body; true at its end. */
  read(queue: ByteQueue, isOver: boolean, emit: (bytes: Uint8Array) => void): boolean;
}

const LF = 10;
/** Maximum length of a start line. */
const LINE_LIMIT = 16_384;
const isCapital = (byte: number | undefined) => byte !== undefined && byte >= 65 && byte <= 90;

/**
 * A body of known length, or up to the next message. A message that starts on its own line ends it.
 */
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

/** Does a message start here? An incomplete line may not tell yet. */
function findMessageStart(bytes: Uint8Array, isOver: boolean): "message" | "wait" | null {
  const lf = bytes.subarray(0, LINE_LIMIT).indexOf(LF);
  if (lf < 0 && !isOver && bytes.length < LINE_LIMIT) return "wait";
  const line = toByteText(bytes.subarray(0, lf < 0 ? LINE_LIMIT : lf)).trimEnd();
  return parseStartLine(line) ? "message" : null;
}

const CHUNK_SIZE = /^([\da-f]{1,12})[ \t]*(?:;.*)?$/i;

export const isChunkSize = (line: string): boolean => CHUNK_SIZE.test(line);

/**
 * A chunked body. Extensions are ignored, trailers kept. If the format breaks, the rest is read as
 * is.
 */
export class ChunkedBody implements HttpBodyReader {
  readonly trailers: (readonly [string, string])[] = [];
  isComplete = false;
  /** Offset in the capture where the chunk format broke. */
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

  /**
   * Reads a line between chunks (`null` if it is too long); false if it is not part of the body.
   */
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
