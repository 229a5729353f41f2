/**
 * Maps character positions of a long text to byte offsets, with checkpoints so that it need not
 * count from the start each time.
 */

import { findByteOfUnit, getUtf8Length } from "./utf8.ts";

const STEP = 1024;
/** Counting is as fast in a shorter text. */
export const LONG_TEXT = 4 * STEP;

export class ByteSteps {
  readonly #text: string;
  /** Its bytes, if they differ from the text's own encoding. */
  readonly #raw: Uint8Array | null;
  /** For each step of UTF-16 units: the last character at or before it, and its byte offset. */
  readonly #units: number[] = [0];
  readonly #bytes: number[] = [0];

  constructor(text: string, raw: Uint8Array | null) {
    this.#text = text;
    this.#raw = raw;
    for (let unit = STEP; unit < text.length; unit += STEP) {
      const start = isLowSurrogate(text.charCodeAt(unit)) ? unit - 1 : unit;
      const byte = this.byteOf(start);
      this.#units.push(start);
      this.#bytes.push(byte);
    }
  }

  /** Byte offset of a UTF-16 unit. */
  byteOf(unit: number): number {
    const step = Math.min(Math.floor(unit / STEP), this.#units.length - 1);
    const from = this.#units[step] ?? 0;
    const byte = this.#bytes[step] ?? 0;
    return this.#raw
      ? byte + findByteOfUnit(this.#raw.subarray(byte), unit - from)
      : byte + getUtf8Length(this.#text.slice(from, unit));
  }
}

const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit < 0xe000;
