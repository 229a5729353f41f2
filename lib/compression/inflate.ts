/**
 * Decompresses deflate (RFC 1951) incrementally: everything readable is emitted before more input
 * is needed, even if the stream is cut off.
 *
 * **Guarantees:** the output does not depend on how the input was split; an invalid stream throws
 * `InflateError` after emitting what precedes the error.
 */

import { buildHuffmanCode, type HuffmanCode } from "./huffman.ts";

export class InflateError extends Error {
  override readonly name = "InflateError";
}

/** Deflate expands up to 1032 times; logs expand some tens of times. */
const MAX_RATIO = 200;
const UNCHECKED_OUTPUT = 1 << 24;

/** Detects decompression bombs, across one or several streams. */
export class DecompressionLimit {
  #packed = 0;
  #made = 0;

  addInput(bytes: number): void {
    this.#packed += bytes;
  }

  addOutput(bytes: number): void {
    this.#made += bytes;
    if (this.#made > UNCHECKED_OUTPUT + MAX_RATIO * this.#packed) {
      throw new InflateError("the compression ratio is too high for a log");
    }
  }
}

const WINDOW = 1 << 15;
const OUT = 3 * WINDOW;
const LONGEST_COPY = 258;
const END_OF_BLOCK = 256;

/** Order of the code length code lengths in a block (RFC 1951, 3.2.7). */
const LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const LENGTH_BITS = [...createBitsInFours(7, 0), 0];
const LENGTH_BASE = [...createBases(3, LENGTH_BITS.slice(0, 28)), 258];
const DISTANCE_BITS = createBitsInPairs(15);
const DISTANCE_BASE = createBases(1, DISTANCE_BITS);

/** Extra bits of lengths: 0 eight times, then 1, 2, … four times each. */
function createBitsInFours(groups: number, first: number): number[] {
  return Array.from({ length: groups * 4 }, (_, i) => Math.max(first, (i >> 2) - 1));
}

/** Extra bits of distances: 0 four times, then 1, 2, … twice each. */
function createBitsInPairs(groups: number): number[] {
  return Array.from({ length: groups * 2 }, (_, i) => Math.max(0, (i >> 1) - 1));
}

function createBases(first: number, bits: readonly number[]): number[] {
  let base = first;
  return bits.map((extra) => {
    const own = base;
    base += 1 << extra;
    return own;
  });
}

const FIXED = {
  literals: createCode(
    Uint8Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8)),
  ),
  distances: createCode(new Uint8Array(30).fill(5)),
};

function createCode(lengths: Uint8Array): HuffmanCode {
  const code = buildHuffmanCode(lengths);
  if (!code) throw new InflateError("inconsistent code lengths");
  return code;
}

type State =
  | "block"
  | "stored-length"
  | "stored"
  | "counts"
  | "length-lengths"
  | "lengths"
  | "symbol"
  | "length-extra"
  | "distance"
  | "distance-extra";

export class Inflate {
  /** The stream is complete. */
  isDone = false;
  readonly #emit: (bytes: Uint8Array) => void;
  readonly #limit: DecompressionLimit;
  #state: State = "block";
  #isLast = false;

  #input: Uint8Array = new Uint8Array(0);
  #at = 0;
  #bits = 0;
  #count = 0;

  readonly #out = new Uint8Array(OUT);
  #end = 0;
  #handedOut = 0;

  #literals = FIXED.literals;
  #distances = FIXED.distances;
  #lengths = new Uint8Array(0);
  #literalCount = 0;
  #lengthsRead = 0;
  #lengthLengths = 0;
  readonly #codeLengths = new Uint8Array(19);
  #copyLength = 0;
  #copySymbol = 0;
  #storedLeft = 0;

  /** Streams of one source share a limit. */
  constructor(emit: (bytes: Uint8Array) => void, limit = new DecompressionLimit()) {
    this.#emit = emit;
    this.#limit = limit;
  }

  /** Returns how many of the bytes belong to the stream: all of them until it is done. */
  push(bytes: Uint8Array): number {
    this.#input = bytes;
    this.#at = 0;
    this.#limit.addInput(bytes.length);
    try {
      while (!this.isDone && this.#step()) {
        if (this.#end <= OUT - LONGEST_COPY) continue;
        this.#limit.addOutput(this.#end - this.#handedOut);
        this.#handOut();
      }
    } finally {
      this.#handOut();
    }
    // Unused whole bytes after the end do not belong to the stream.
    const ahead = this.isDone ? this.#count >> 3 : 0;
    return Math.max(0, this.#at - ahead);
  }

  /** False where more bytes are needed. */
  #step(): boolean {
    switch (this.#state) {
      case "block":
        return this.#block();
      case "stored-length":
        return this.#storedLength();
      case "stored":
        return this.#stored();
      case "counts":
        return this.#counts();
      case "length-lengths":
        return this.#lengthLength();
      case "lengths":
        return this.#length();
      case "symbol":
        return this.#symbols();
      case "length-extra":
        return this.#lengthExtra();
      case "distance":
        return this.#distance();
      case "distance-extra":
        return this.#distanceExtra();
    }
  }

  #block(): boolean {
    if (this.#isLast) {
      this.isDone = true;
      return false;
    }
    if (!this.#need(3)) return false;
    this.#isLast = this.#take(1) === 1;
    const type = this.#take(2);
    if (type === 3) throw new InflateError("unknown block type");
    if (type === 0) {
      this.#take(this.#count & 7);
      this.#state = "stored-length";
    } else if (type === 1) {
      this.#literals = FIXED.literals;
      this.#distances = FIXED.distances;
      this.#state = "symbol";
    } else this.#state = "counts";
    return true;
  }

  #storedLength(): boolean {
    // The bit buffer cannot hold 32 bits, so read the length and its complement separately.
    if (this.#storedLeft === 0) {
      if (!this.#need(16)) return false;
      this.#storedLeft = this.#take(16) | 0x10000;
    }
    if (!this.#need(16)) return false;
    const length = this.#storedLeft & 0xffff;
    if (this.#take(16) !== (~length & 0xffff))
      throw new InflateError("the lengths of a stored block do not match");
    this.#storedLeft = length;
    this.#state = "stored";
    return true;
  }

  #stored(): boolean {
    while (this.#storedLeft > 0 && this.#count >= 8 && this.#end < OUT) {
      this.#out[this.#end++] = this.#take(8);
      this.#storedLeft--;
    }
    if (this.#count < 8) {
      const room = Math.min(this.#storedLeft, OUT - this.#end, this.#input.length - this.#at);
      this.#out.set(this.#input.subarray(this.#at, this.#at + room), this.#end);
      this.#at += room;
      this.#end += room;
      this.#storedLeft -= room;
    }
    if (this.#storedLeft === 0) this.#state = "block";
    else if (this.#end < OUT) return false;
    return true;
  }

  #counts(): boolean {
    if (!this.#need(14)) return false;
    this.#literalCount = this.#take(5) + 257;
    const distances = this.#take(5) + 1;
    if (this.#literalCount > 286) throw new InflateError("too many literal codes");
    this.#lengthLengths = this.#take(4) + 4;
    this.#lengths = new Uint8Array(this.#literalCount + distances);
    this.#lengthsRead = 0;
    this.#codeLengths.fill(0);
    this.#state = "length-lengths";
    return true;
  }

  #lengthLength(): boolean {
    while (this.#lengthsRead < this.#lengthLengths) {
      if (!this.#need(3)) return false;
      this.#codeLengths[LENGTH_ORDER[this.#lengthsRead++] ?? 0] = this.#take(3);
    }
    this.#lengthsRead = 0;
    this.#literals = createCode(this.#codeLengths);
    this.#state = "lengths";
    return true;
  }

  /** Reads the code lengths of the two codes of a block. */
  #length(): boolean {
    while (this.#lengthsRead < this.#lengths.length) {
      const entry = this.#peekSymbol(this.#literals);
      if (entry < 0) return false;
      const symbol = entry >> 4;
      const bits = entry & 15;
      const extra = symbol < 16 ? 0 : symbol === 16 ? 2 : symbol === 17 ? 3 : 7;
      if (!this.#need(bits + extra)) return false;
      this.#take(bits);
      if (symbol < 16) this.#lengths[this.#lengthsRead++] = symbol;
      else this.#repeat(symbol, this.#take(extra) + (symbol === 18 ? 11 : 3));
    }
    this.#literals = createCode(this.#lengths.subarray(0, this.#literalCount));
    this.#distances = createCode(this.#lengths.subarray(this.#literalCount));
    if (this.#lengths[END_OF_BLOCK] === 0) throw new InflateError("a block without an end code");
    this.#state = "symbol";
    return true;
  }

  #repeat(symbol: number, times: number): void {
    if (symbol === 16 && this.#lengthsRead === 0) throw new InflateError("nothing to repeat");
    if (this.#lengthsRead + times > this.#lengths.length)
      throw new InflateError("too many lengths");
    const value = symbol === 16 ? (this.#lengths[this.#lengthsRead - 1] ?? 0) : 0;
    this.#lengths.fill(value, this.#lengthsRead, this.#lengthsRead + times);
    this.#lengthsRead += times;
  }

  /** Reads literals up to the next copy or the end of the block. */
  #symbols(): boolean {
    while (this.#end < OUT - LONGEST_COPY) {
      const entry = this.#peekSymbol(this.#literals);
      if (entry < 0) return false;
      this.#take(entry & 15);
      const symbol = entry >> 4;
      if (symbol < END_OF_BLOCK) {
        this.#out[this.#end++] = symbol;
        continue;
      }
      this.#copySymbol = symbol - END_OF_BLOCK - 1;
      if (this.#copySymbol > 28) throw new InflateError("unknown length code");
      this.#state = symbol === END_OF_BLOCK ? "block" : "length-extra";
      return true;
    }
    this.#handOut();
    return true;
  }

  #lengthExtra(): boolean {
    const extra = LENGTH_BITS[this.#copySymbol] ?? 0;
    if (!this.#need(extra)) return false;
    this.#copyLength = (LENGTH_BASE[this.#copySymbol] ?? 0) + this.#take(extra);
    this.#state = "distance";
    return true;
  }

  #distance(): boolean {
    const entry = this.#peekSymbol(this.#distances);
    if (entry < 0) return false;
    this.#take(entry & 15);
    this.#copySymbol = entry >> 4;
    if (this.#copySymbol > 29) throw new InflateError("unknown distance code");
    this.#state = "distance-extra";
    return true;
  }

  #distanceExtra(): boolean {
    const extra = DISTANCE_BITS[this.#copySymbol] ?? 0;
    if (!this.#need(extra)) return false;
    const distance = (DISTANCE_BASE[this.#copySymbol] ?? 0) + this.#take(extra);
    if (distance > this.#end) throw new InflateError("a copy from before the start");
    for (let left = this.#copyLength; left > 0; left--) {
      this.#out[this.#end] = this.#out[this.#end - distance] ?? 0;
      this.#end++;
    }
    this.#state = "symbol";
    return true;
  }

  /** The table entry of the next symbol, without consuming it; −1 if more input is needed. */
  #peekSymbol({ table, longest }: HuffmanCode): number {
    this.#need(longest);
    const entry = table[this.#bits & ((1 << longest) - 1)] ?? 0;
    const length = entry & 15;
    if (length > 0 && length <= this.#count) return entry;
    if (length === 0 && this.#count >= longest) throw new InflateError("unknown code");
    return -1;
  }

  #need(count: number): boolean {
    while (this.#count < count && this.#at < this.#input.length) {
      this.#bits |= (this.#input[this.#at++] ?? 0) << this.#count;
      this.#count += 8;
    }
    return this.#count >= count;
  }

  #take(count: number): number {
    const bits = this.#bits & ((1 << count) - 1);
    this.#bits >>>= count;
    this.#count -= count;
    return bits;
  }

  /** Emits new output and keeps the window for later copies. */
  #handOut(): void {
    if (this.#end > this.#handedOut) this.#emit(this.#out.slice(this.#handedOut, this.#end));
    if (this.#end > 2 * WINDOW) {
      this.#out.copyWithin(0, this.#end - WINDOW, this.#end);
      this.#end = WINDOW;
    }
    this.#handedOut = this.#end;
  }
}
