/** Reads the chunks of an HTTP body. */

import type { ByteQueue } from "../text/byte-queue.ts";
import { toBinaryString } from "../text/utf8.ts";
import { addHeader } from "./http-head.ts";
import type { HeaderList } from "./record.ts";

export interface HttpBodyReader {
  /** Is the body as long as its headers say? `null` if they do not say. */
  readonly isComplete: boolean | null;
  readonly trailers: HeaderList;
  /** What was read ends where a piece of the sender ends; false inside a chunk. */
  readonly isBetweenChunks?: boolean;
  /** Reads what belongs to the body; true at its end. */
  read(queue: ByteQueue, isOver: boolean, emit: (bytes: Uint8Array) => void): boolean;
}

/** Maximum length of a line between chunks. */
const LINE_LIMIT = 16_384;

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
  readonly #rest: HttpBodyReader;

  /** `rest` reads what follows if the format breaks. */
  constructor(rest: HttpBodyReader) {
    this.#rest = rest;
  }

  get isBetweenChunks(): boolean {
    return this.#remaining === 0 && this.#state !== "broken";
  }

  read(queue: ByteQueue, isOver: boolean, emit: (bytes: Uint8Array) => void): boolean {
    for (;;) {
      if (this.#state === "broken") return this.#rest.read(queue, isOver, emit);
      if (this.#state === "data") {
        const bytes = queue.take(this.#remaining);
        this.#remaining -= bytes.length;
        if (bytes.length > 0) emit(bytes);
        if (this.#remaining > 0) return false;
        this.#state = "line-end";
      }
      const length = queue.lineLength();
      if (length < 0 && queue.length < LINE_LIMIT) return false;
      const line = length < 0 ? null : toBinaryString(queue.peek(length)).trimEnd();
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
