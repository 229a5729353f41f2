/**
 * Incremental parser of the feed of one recording: records with their number and byte offset in its
 * file, and the control lines of the server.
 */

import type { FeedLine } from "../api/api-types.ts";
import { parseRecord } from "../log/record-shape.ts";
import { LineSplitter } from "../text/line-splitter.ts";
import { countIncompleteTail, getUtf8Length } from "../text/utf8.ts";
import type { WireRecord } from "../wire/record.ts";

export interface FeedListener {
  /** `at`: the byte offset of its line in the recording's file. */
  onRecord(number: number, record: WireRecord, at: number): void;
  onLine(line: FeedLine): void;
}

export class FeedReader {
  readonly #listener: FeedListener;
  readonly #lines = new LineSplitter((line) => this.#readLine(line));
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  #number = 0;
  /** The byte offset of the next line in the file. */
  #at = 0;
  /** Every character is one byte: in the last chunk, and in the current line. */
  #isPlain = true;
  #isLinePlain = true;
  #endsWithin = false;

  constructor(listener: FeedListener) {
    this.#listener = listener;
  }

  push(bytes: Uint8Array): void {
    const text = this.#decoder.decode(bytes, { stream: true });
    this.#isPlain = text.length === bytes.length && !this.#endsWithin;
    this.#isLinePlain &&= this.#isPlain;
    this.#endsWithin = countIncompleteTail(bytes) > 0;
    this.#lines.push(text);
  }

  #readLine(line: string): void {
    const isPlain = this.#isLinePlain;
    this.#isLinePlain = this.#isPlain;
    if (line.startsWith('{"feed":')) return this.#readControlLine(JSON.parse(line) as FeedLine);
    const number = this.#number++;
    const at = this.#at;
    this.#at += 1 + (isPlain ? line.length : getUtf8Length(line));
    // The server sends a blank line in place of a line that is not a record.
    const record = line.startsWith("{") ? parseRecord(line) : null;
    if (record) this.#listener.onRecord(number, record, at);
  }

  #readControlLine(line: FeedLine): void {
    if (line.feed === "recording") {
      this.#number = line.from;
      this.#at = line.at;
    }
    this.#listener.onLine(line);
  }
}
