/** Where in the bytes of a long text its characters begin, without counting from its start each time. */

import { findByteOfUnit, getUtf8Length } from "./utf8.ts";

const STEP = 1024;
/** In a shorter text counting is as fast. */
export const LONG_TEXT = 4 * STEP;

export class ByteSteps {
  readonly #text: string;
  /** Its bytes where they are not those that the text would have. */
  readonly #raw: Uint8Array | null;
  /** For each so many UTF-16 units the last character that begins there or before, and its byte. */
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

  /** The byte at which the unit begins. */
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
