/**
 * Splits a source that should be UTF-8 into lines with byte offsets. Offsets stay exact after
 * invalid bytes, whose replacement has another length.
 */

import { LineSplitter } from "../text/line-splitter.ts";
import type { ImportSink } from "./importer.ts";
import { Utf8Decoder } from "./utf8-decoder.ts";

const LF = 10;
const BOM = "\uFEFF";
const BOM_BYTES = 3;

export class SourceLines {
  readonly #text: Utf8Decoder;
  readonly #lines: LineSplitter;
  readonly #onLine: (line: string, at: number) => void;
  /** Bytes before the current piece. */
  #offset = 0;
  /** Offset of the current line. */
  #at = 0;
  /** Offsets of the following lines in the current piece, in reverse order. */
  #next: number[] | null = null;

  /** `onLine` gets each line without its line feed. */
  constructor(sink: ImportSink, onLine: (line: string, at: number) => void) {
    this.#text = new Utf8Decoder(sink);
    this.#onLine = onLine;
    this.#lines = new LineSplitter((line, end) => {
      this.#emitLine(line);
      this.#at = this.#offset + (this.#next ? (this.#next.pop() ?? 0) : end);
    });
  }

  /** Pieces must not split a character. */
  push(bytes: Uint8Array): void {
    const text = this.#text.decode(bytes);
    // Most pieces are ASCII. Searching for line ends in both text and bytes would take twice as
    // long.
    this.#next = text.length === bytes.length ? null : findLineStarts(bytes).reverse();
    this.#lines.push(text);
    this.#offset += bytes.length;
  }

  /** Ends the source. `onRest` gets the last line if it has no line end. */
  end(onRest = this.#onLine): void {
    const rest = this.#lines.takeRest();
    if (rest !== "") this.#emitLine(rest, onRest);
    this.#text.end();
  }

  #emitLine(line: string, onLine = this.#onLine): void {
    const hasBom = this.#at === 0 && line.startsWith(BOM);
    if (hasBom) onLine(line.slice(1), BOM_BYTES);
    else onLine(line, this.#at);
  }
}

function findLineStarts(bytes: Uint8Array): number[] {
  const starts: number[] = [];
  for (let lf = bytes.indexOf(LF); lf >= 0; lf = bytes.indexOf(LF, lf + 1)) starts.push(lf + 1);
  return starts;
}
