/**
 * Writes the bytes of one response as `data` records: as text if they are valid UTF-8, without
 * splitting characters.
 */

import { concatBytes, countIncompleteTail, decodeStrict, encodeBase64 } from "../text/utf8.ts";
import type { Time } from "../wire/record.ts";
import type { ImportSink } from "./importer.ts";

const NO_BYTES = new Uint8Array(0);

export class BodyWriter {
  readonly #sink: ImportSink;
  readonly #exchange: string;
  /** The start of an incomplete character. */
  #held: Uint8Array = NO_BYTES;
  #time: Time = null;

  constructor(sink: ImportSink, exchange: string) {
    this.#sink = sink;
    this.#exchange = exchange;
  }

  /** `at`: byte offset in the file, if the file is the body itself. */
  push(bytes: Uint8Array, time: Time, at?: number): void {
    const offset = this.#held.length === 0 ? at : undefined;
    const all = this.#held.length === 0 ? bytes : concatBytes(this.#held, bytes);
    const readable = all.length - countIncompleteTail(all);
    this.#held = all.slice(readable);
    this.#time = time;
    this.#write(all.subarray(0, readable), offset);
  }

  end(): void {
    const held = this.#held;
    this.#held = NO_BYTES;
    this.#write(held);
  }

  #write(bytes: Uint8Array, at?: number): void {
    if (bytes.length === 0) return;
    const text = decodeStrict(bytes);
    const content = text === null ? { b64: encodeBase64(bytes) } : { text };
    this.#sink.record({ r: "data", x: this.#exchange, t: this.#time, ...content }, at);
  }
}
