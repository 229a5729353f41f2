/** The text of a source that should be UTF-8, and a word about where it is not. */

import { decodeLenient } from "../wire/utf8.ts";
import type { ImportSink } from "./importer.ts";

const SHOWN = 40;

export class Utf8Text {
  readonly #sink: ImportSink;
  #offset = 0;
  #isTold = false;

  constructor(sink: ImportSink) {
    this.#sink = sink;
  }

  /** Characters are not cut between two pieces. */
  of(bytes: Uint8Array): string {
    const { text, invalid } = decodeLenient(bytes);
    if (invalid && !this.#isTold) this.#tell(bytes, text);
    this.#offset += bytes.length;
    return text;
  }

  /** Once: in a file of another encoding they are everywhere. */
  #tell(bytes: Uint8Array, text: string): void {
    this.#isTold = true;
    const place = text.indexOf("\uFFFD");
    const at = this.#offset + new TextEncoder().encode(text.slice(0, place)).length;
    const shown = text.slice(Math.max(0, place - SHOWN / 2), place + SHOWN);
    const reason = "not UTF-8 from here on: what is no character of it is shown as \uFFFD";
    this.#sink.skip({ at: Math.min(at, this.#offset + bytes.length), reason, text: shown });
  }
}
