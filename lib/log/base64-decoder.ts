/**
 * Decodes base64 incrementally. White space is skipped; invalid text ends decoding at the same
 * position, however the text was split.
 */

import { decodeBase64 } from "../text/utf8.ts";

const GROUP_LENGTH = 4;

export class Base64Decoder {
  readonly #emit: (bytes: Uint8Array) => void;
  /** Letters of an incomplete group. */
  #letters = "";
  /** Number of padding characters that may still follow; `null` before padding. */
  #missing: number | null = null;

  constructor(emit: (bytes: Uint8Array) => void) {
    this.#emit = emit;
  }

  /** Is the last group complete? */
  get isComplete(): boolean {
    return this.#letters === "";
  }

  /** Returns the position of the first invalid character; −1 if there is none. */
  push(text: string): number {
    const end = this.#missing === null ? text.search(/[^A-Za-z0-9+/\s]/) : 0;
    if (this.#missing === null) {
      this.#decode(end < 0 ? text : text.slice(0, end));
      if (end < 0) return -1;
      this.#missing = this.#letters.length < 2 ? 0 : GROUP_LENGTH - this.#letters.length;
    }
    for (let at = end; at < text.length; at++) {
      const char = text.charAt(at);
      if (/\s/.test(char)) continue;
      if (char !== "=" || this.#missing === 0) return at;
      this.#missing--;
      this.#decode(char);
    }
    return -1;
  }

  #decode(text: string): void {
    const letters = this.#letters + text.replace(/\s+/g, "");
    const whole = letters.length - (letters.length % GROUP_LENGTH);
    if (whole > 0) this.#emit(decodeBase64(letters.slice(0, whole)));
    this.#letters = letters.slice(whole);
  }
}
