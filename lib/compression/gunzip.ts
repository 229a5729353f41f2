/**
 * Decompresses gzip (including several members) and HTTP `deflate`: zlib, or raw deflate from
 * servers that omit the wrapper. Incremental, like `Inflate`.
 */

import { ByteQueue } from "../text/byte-queue.ts";
import { crc32 } from "./crc32.ts";
import { DecompressionLimit, Inflate, InflateError } from "./inflate.ts";

type Emit = (bytes: Uint8Array) => void;

/** Decompresses input incrementally. */
export interface Decompressor {
  push(bytes: Uint8Array): void;
  /** Ends the input. Returns what is wrong with it, or `null`. */
  end(): string | null;
}

/** Flags in the header's fourth byte for optional fields. */
const HAS_CHECKSUM = 2;
const HAS_EXTRA = 4;
const HAS_NAME = 8;
const HAS_COMMENT = 16;
const HEADER = 10;
const TRAILER = 8;
/** Longer than any real file name in a gzip header. */
const HEADER_LIMIT = 1 << 17;

export const isGzip = (start: Uint8Array): boolean => start[0] === 0x1f && start[1] === 0x8b;

export class Gunzip implements Decompressor {
  readonly #emit: Emit;
  readonly #queue = new ByteQueue();
  readonly #limit = new DecompressionLimit();
  #member: Inflate | null = null;
  #members = 0;
  #crc = 0;
  #size = 0;
  #problem: string | null = null;
  /** Other data follows the last member. Many readers ignore it too. */
  #isOver = false;

  constructor(emit: Emit) {
    this.#emit = emit;
  }

  push(bytes: Uint8Array): void {
    if (this.#isOver) return;
    this.#queue.push(bytes);
    while (this.#member ? this.#inMember(this.#member) : this.#header());
  }

  end(): string | null {
    if (this.#problem) return this.#problem;
    if (this.#member) return this.#member.isDone ? "cut off in its checksum" : "cut off";
    return this.#members === 0 || this.#queue.length > 0 ? "cut off in its header" : null;
  }

  #header(): boolean {
    const start = this.#queue.peek(HEADER_LIMIT);
    if (start.length < HEADER) return false;
    if (!isGzip(start) || start[2] !== 8) {
      this.#isOver = true;
      this.#problem ??= "followed by data that is not gzip";
      return false;
    }
    const length = getHeaderLength(start);
    if (length > start.length) {
      if (start.length === HEADER_LIMIT) throw new InflateError("the header does not end");
      return false;
    }
    this.#queue.take(length);
    this.#members++;
    this.#crc = 0;
    this.#size = 0;
    this.#member = new Inflate((bytes) => {
      this.#crc = crc32(bytes, this.#crc);
      this.#size = (this.#size + bytes.length) >>> 0;
      this.#emit(bytes);
    }, this.#limit);
    return true;
  }

  #inMember(member: Inflate): boolean {
    if (!member.isDone) {
      const bytes = this.#queue.peek(Number.POSITIVE_INFINITY);
      if (bytes.length === 0) return false;
      this.#queue.take(member.push(bytes));
      return member.isDone;
    }
    if (this.#queue.length < TRAILER) return false;
    const { buffer, byteOffset } = this.#queue.take(TRAILER);
    const trailer = new DataView(buffer, byteOffset, TRAILER);
    const isWhole =
      trailer.getUint32(0, true) === this.#crc && trailer.getUint32(4, true) === this.#size;
    if (!isWhole) this.#problem ??= "damaged: its checksum does not match";
    this.#member = null;
    return this.#queue.length > 0;
  }
}

/** Length of the header; more than the input if it is incomplete. */
function getHeaderLength(start: Uint8Array): number {
  const flags = start[3] ?? 0;
  let length = HEADER;
  if (flags & HAS_EXTRA) length += 2 + (start[length] ?? 0) + ((start[length + 1] ?? 0) << 8);
  for (const text of [HAS_NAME, HAS_COMMENT]) {
    if (!(flags & text)) continue;
    const end = start.indexOf(0, length);
    if (end < 0) return Number.POSITIVE_INFINITY;
    length = end + 1;
  }
  return flags & HAS_CHECKSUM ? length + 2 : length;
}

/** HTTP `deflate`: zlib or raw deflate. */
export class ZlibInflate implements Decompressor {
  readonly #queue = new ByteQueue();
  readonly #inflate: Inflate;
  #isBegun = false;

  constructor(emit: Emit) {
    this.#inflate = new Inflate(emit);
  }

  push(bytes: Uint8Array): void {
    this.#queue.push(bytes);
    if (!this.#isBegun) {
      const [first, second] = this.#queue.peek(2);
      if (first === undefined || second === undefined) return;
      const isWrapped = (first & 15) === 8 && (first * 256 + second) % 31 === 0;
      this.#queue.take(isWrapped ? 2 : 0);
      this.#isBegun = true;
    }
    const rest = this.#queue.take(Number.POSITIVE_INFINITY);
    if (!this.#inflate.isDone) this.#inflate.push(rest);
  }

  end(): string | null {
    return this.#inflate.isDone ? null : "cut off";
  }
}
