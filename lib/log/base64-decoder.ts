/**
 * Base64 in pieces to bytes: white space is passed over, and what is no base64 ends it at the same
 * place, however the text was cut.
 */

import { decodeBase64 } from "../wire/utf8.ts";

const GROUP_LENGTH = 4;

export class Base64Decoder {
  readonly #emit: (bytes: Uint8Array) => void;
  /** Of a group that is not whole yet. */
  #letters = "";
  /** Only padding may follow, and so much of it. */
  #missing: number | null = null;

  constructor(emit: (bytes: Uint8Array) => void) {
    this.#emit = emit;
  }

  /** Is there no group that lacks its rest? */
  get isComplete(): boolean {
    return this.#letters === "";
  }

  /** Says where in the text something stands that may not; -1 where nothing does. */
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
