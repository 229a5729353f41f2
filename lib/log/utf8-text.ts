/** The text of a source that should be UTF-8, and a word about where it is not. */

import { decodeLenient, getUtf8Length } from "../wire/utf8.ts";
import type { ImportSink } from "./importer.ts";

const SHOWN = 40;
const SHOWN_BEFORE = SHOWN / 2;
const REPLACED = "\uFFFD";

export class Utf8Text {
  readonly #sink: ImportSink;
  #offset = 0;
  /** What stands just before the next piece. */
  #before = "";
  /** The first place that is not UTF-8, and the text around it as far as it has come. */
  #found: { readonly at: number; text: string; readonly length: number } | null = null;

  constructor(sink: ImportSink) {
    this.#sink = sink;
  }

  /** Characters are not cut between two pieces. */
  of(bytes: Uint8Array): string {
    const { text, invalid } = decodeLenient(bytes);
    const found = this.#found;
    if (found) found.text += text.slice(0, Math.max(0, found.length - found.text.length));
    else if (invalid) this.#find(bytes, text);
    else this.#before = (this.#before + text.slice(-SHOWN_BEFORE)).slice(-SHOWN_BEFORE);
    this.#offset += bytes.length;
    return text;
  }

  /** Says it once, when the source is over: in a file of another encoding they are everywhere. */
  end(): void {
    if (!this.#found) return;
    const { at, text } = this.#found;
    const reason = "not UTF-8 from here on: what is no character of it is shown as \uFFFD";
    this.#sink.skip({ at, reason, text });
  }

  #find(bytes: Uint8Array, text: string): void {
    let at = 0;
    let from = 0;
    for (let place = text.indexOf(REPLACED); place >= 0; place = text.indexOf(REPLACED, from)) {
      at += getUtf8Length(text.slice(from, place));
      if (!isReplacement(bytes, at)) {
        const before = (this.#before + text.slice(0, place)).slice(-SHOWN_BEFORE);
        const shown = before + text.slice(place, place + SHOWN);
        this.#found = { at: this.#offset + at, text: shown, length: before.length + SHOWN };
        return;
      }
      at += getUtf8Length(REPLACED);
      from = place + 1;
    }
  }
}

/** Somebody may have written U+FFFD himself. */
function isReplacement(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd;
}
