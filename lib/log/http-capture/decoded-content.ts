/**
 * Decodes the content encoding of a body if it is still encoded. Tools often print a decoded
 * response with the original headers.
 */

import { type Decompressor, Gunzip, ZlibInflate } from "../../compression/gunzip.ts";
import { InflateError } from "../../compression/inflate.ts";

const GZIP_FIRST_BYTE = 0x1f;

const isZlib = ([first = 0, second = 0]: Uint8Array) =>
  (first & 15) === 8 && (first * 256 + second) % 31 === 0;

/** Does the body start like one that is not encoded? */
const isUncompressed = (start: Uint8Array) =>
  start.length === 0 || (start.every((byte) => byte >= 9 && byte < 127) && !isZlib(start));

export class DecodedContent {
  /** The encoding that was removed, as in `head.decoded`. */
  readonly decoded: string | null;
  /** A note for the user. */
  readonly note: string | null = null;
  /** Why decoding failed; reported once. */
  problem: string | null = null;
  /** Number of encoded bytes; `null` if the body was not encoded. */
  wireBytes: number | null = null;
  readonly #emit: (bytes: Uint8Array) => void;
  #unpacker: Decompressor | null = null;

  /** `start`: the first bytes of the body. */
  constructor(coding: string | null, start: Uint8Array, emit: (bytes: Uint8Array) => void) {
    this.#emit = emit;
    const name = coding?.trim().toLowerCase() ?? "identity";
    // No text starts with gzip's first byte, and the first chunk may be a single byte.
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
