/**
 * The content of a body, with its content coding undone where it is still there: tools that print
 * an answer have often undone it, and print the head that says otherwise.
 */

import { type Decompressor, Gunzip, ZlibInflate } from "../../wire/gunzip.ts";
import { InflateError } from "../../wire/inflate.ts";

const GZIP_FIRST_BYTE = 0x1f;

const isZlib = ([first = 0, second = 0]: Uint8Array) =>
  (first & 15) === 8 && (first * 256 + second) % 31 === 0;

/** Does a body begin like one that nothing was done to? */
const isUncompressed = (start: Uint8Array) =>
  start.length === 0 || (start.every((byte) => byte >= 9 && byte < 127) && !isZlib(start));

export class DecodedContent {
  /** How the body is encoded, and decoded in the end: as `head.decoded` says it. */
  readonly decoded: string | null;
  /** What somebody should know about it. */
  readonly note: string | null = null;
  /** The coding broke off, or was none; said once. */
  problem: string | null = null;
  /** Bytes before the coding was undone; `null` where none was. */
  wireBytes: number | null = null;
  readonly #emit: (bytes: Uint8Array) => void;
  #unpacker: Decompressor | null = null;

  /** `start` is how the body begins. */
  constructor(coding: string | null, start: Uint8Array, emit: (bytes: Uint8Array) => void) {
    this.#emit = emit;
    const name = coding?.trim().toLowerCase() ?? "identity";
    // No text begins with the first byte of gzip, and a first chunk may be no longer.
    const isZipped = /^(?:x-)?gzip$/.test(name) && start[0] === GZIP_FIRST_BYTE;
    if (isZipped) this.#unpacker = new Gunzip(emit);
    else if (name === "deflate" && !isUncompressed(start)) this.#unpacker = new ZlibInflate(emit);
    const isUndone = name !== "identity" && name !== "" && isUncompressed(start);
    this.decoded = this.#unpacker || isUndone ? name : null;
    if (this.#unpacker) this.wireBytes = 0;
    else if (name !== "identity" && name !== "" && !isUndone) {
      this.note = `Loupe cannot decode the content encoding ${name}. The response body is shown as received.`;
    }
  }

  push(bytes: Uint8Array): void {
    if (this.wireBytes !== null) this.wireBytes += bytes.length;
    if (!this.#unpacker) {
      if (this.problem === null) this.#emit(bytes);
      return;
    }
    try {
      this.#unpacker.push(bytes);
    } catch (error) {
      if (!(error instanceof InflateError)) throw error;
      this.#unpacker = null;
      this.problem = `its ${this.decoded} encoding is damaged (${error.message}), the rest is skipped`;
    }
  }

  end(): void {
    const problem = this.#unpacker?.end() ?? null;
    if (problem) this.problem ??= `its ${this.decoded} encoding is ${problem}`;
  }
}
