/** Bytes that came and were not taken yet: whole lines or counts of them, however they were cut. */

import { concatBytes } from "./utf8.ts";

const LF = 10;
const NOTHING = new Uint8Array(0);

export class ByteQueue {
  /** Where the next byte stands in all that came. */
  offset = 0;
  #held: Uint8Array = NOTHING;
  #at = 0;
  /** Up to here there is no line feed. */
  #looked = 0;

  get length(): number {
    return this.#held.length - this.#at;
  }

  push(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    const rest = this.#held.subarray(this.#at);
    this.#looked -= this.#at;
    this.#at = 0;
    this.#held = rest.length === 0 ? bytes : concatBytes(rest, bytes);
  }

  /** At most so many bytes, and away with them. */
  take(most: number): Uint8Array {
    const bytes = this.#held.subarray(this.#at, this.#at + most);
    this.#at += bytes.length;
    this.offset += bytes.length;
    if (this.#looked < this.#at) this.#looked = this.#at;
    return bytes;
  }

  /** At most so many bytes, which stay. */
  peek(most: number): Uint8Array {
    return this.#held.subarray(this.#at, this.#at + most);
  }

  /** Length of the next line with its line feed; −1 while none has come. */
  lineLength(): number {
    const lf = this.#held.indexOf(LF, Math.max(this.#looked, this.#at));
    this.#looked = lf < 0 ? this.#held.length : lf;
    return lf < 0 ? -1 : lf + 1 - this.#at;
  }
}
