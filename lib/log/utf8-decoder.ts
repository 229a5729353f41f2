/** The text of a source that should be UTF-8, and a word about where it is not. */

import { decodeLenient, getUtf8Length } from "../wire/utf8.ts";
import type { ImportSink } from "./importer.ts";

const SHOWN_LENGTH = 40;
const SHOWN_BEFORE_LENGTH = SHOWN_LENGTH / 2;
const REPLACEMENT_CHARACTER = "\uFFFD";

export class Utf8Decoder {
  readonly #sink: ImportSink;
  #offset = 0;
  /** What stands just before the next piece. */
  #before = "";
  /** The first place that is not UTF-8, and the text around it as far as it has come. */
  #firstInvalid: { readonly at: number; text: string; readonly length: number } | null = null;

  constructor(sink: ImportSink) {
    this.#sink = sink;
  }

  /** Characters are not cut between two pieces. */
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

  /** Says it once, when the source is over: in a file of another encoding they are everywhere. */
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
      let place = text.indexOf(REPLACEMENT_CHARACTER);
      place >= 0;
      place = text.indexOf(REPLACEMENT_CHARACTER, from)
    ) {
      at += getUtf8Length(text.slice(from, place));
      if (!isReplacement(bytes, at)) {
        const before = (this.#before + text.slice(0, place)).slice(-SHOWN_BEFORE_LENGTH);
        const shown = before + text.slice(place, place + SHOWN_LENGTH);
        this.#firstInvalid = {
          at: this.#offset + at,
          text: shown,
          length: before.length + SHOWN_LENGTH,
        };
        return;
      }
      at += getUtf8Length(REPLACEMENT_CHARACTER);
      from = place + 1;
    }
  }
}

/** Somebody may have written U+FFFD himself. */
function isReplacement(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd;
}
