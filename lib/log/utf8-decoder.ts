/** Decodes a source that should be UTF-8, and reports if it is not. */

import { decodeLenient, getUtf8Length } from "../text/utf8.ts";
import type { ImportSink } from "./importer.ts";

const SHOWN_LENGTH = 40;
const SHOWN_BEFORE_LENGTH = SHOWN_LENGTH / 2;
const REPLACEMENT_CHARACTER = "\uFFFD";

export class Utf8Decoder {
  readonly #sink: ImportSink;
  #offset = 0;
  /** The text just before the next piece. */
  #before = "";
  /** The first invalid byte, and the text around it so far. */
  #firstInvalid: { readonly at: number; text: string; readonly length: number } | null = null;

  constructor(sink: ImportSink) {
    this.#sink = sink;
  }

  /** Pieces must not split a character. */
  decode(bytes: Uint8Array): string {
    const { text, invalid } = decodeLenient(bytes);
    const found = this.#firstInvalid;
    if (found) found.text += text.slice(0, Math.max(0, found.length - found.text.length));
    else if (invalid) this.#findInvalid(bytes, text);
    else
      this.#before = (this.#before + text.slice(-SHOWN_BEFORE_LENGTH)).slice(-SHOWN_BEFORE_LENGTH);
    this.#offset += bytes.length;
    return text;
  }

  /** Reports invalid bytes once, at the end: in a file of another encoding they are everywhere. */
  end(): void {
    if (!this.#firstInvalid) return;
    const { at, text } = this.#firstInvalid;
    const reason = "not UTF-8 from here on: invalid bytes are shown as \uFFFD";
    this.#sink.skip({ at, reason, text });
  }

  #findInvalid(bytes: Uint8Array, text: string): void {
    let at = 0;
    let from = 0;
    for (
      let index = text.indexOf(REPLACEMENT_CHARACTER);
      index >= 0;
      index = text.indexOf(REPLACEMENT_CHARACTER, from)
    ) {
      at += getUtf8Length(text.slice(from, index));
      if (!isReplacement(bytes, at)) {
        const before = (this.#before + text.slice(0, index)).slice(-SHOWN_BEFORE_LENGTH);
        const shown = before + text.slice(index, index + SHOWN_LENGTH);
        this.#firstInvalid = {
          at: this.#offset + at,
          text: shown,
          length: before.length + SHOWN_LENGTH,
        };
        return;
      }
      at += getUtf8Length(REPLACEMENT_CHARACTER);
      from = index + 1;
    }
  }
}

/** Is this U+FFFD part of the source? */
function isReplacement(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd;
}
