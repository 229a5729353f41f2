/** Queue of received bytes, read as whole lines or by count, however they were split. */

import { concatBytes } from "./utf8.ts";

const LF = 10;
const NOTHING = new Uint8Array(0);

export class ByteQueue {
  /** Offset of the next byte in the whole input. */
  offset = 0;
  #held: Uint8Array = NOTHING;
  #at = 0;
  /** No line feed before this offset. */
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

  /** Removes and returns at most `most` bytes. */
  take(most: number): Uint8Array {
    const bytes = this.#held.subarray(this.#at, this.#at + most);
    this.#at += bytes.length;
    this.offset += bytes.length;
    if (this.#looked < this.#at) this.#looked = this.#at;
    return bytes;
  }

  /** Returns at most `most` bytes without removing them. */
  peek(most: number): Uint8Array {
    return this.#held.subarray(this.#at, this.#at + most);
  }

  /** Length of the next line including its line feed; −1 if it is incomplete. */
  lineLength(): number {
    const lf = this.#held.indexOf(LF, Math.max(this.#looked, this.#at));
    this.#looked = lf < 0 ? this.#held.length : lf;
    return lf < 0 ? -1 : lf + 1 - this.#at;
  }
}
