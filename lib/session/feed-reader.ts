/**
 * Reads the bytes of a feed as they come: record lines with the recording and number they have and
 * their place in its file, and what the server says in between. Knows nothing of fetching.
 */

import { parseRecord } from "../log/record-shape.ts";
import type { FeedLine } from "../wire/api-types.ts";
import { LineSplitter } from "../wire/line-splitter.ts";
import type { WireRecord } from "../wire/record.ts";
import { countIncompleteTail, getUtf8Length } from "../wire/utf8.ts";

export interface FeedListener {
  /** `at`: where its line begins in the recording's file. */
  onRecord(recording: string, number: number, record: WireRecord, at: number): void;
  onLine(line: FeedLine): void;
}

export class FeedReader {
  readonly #listener: FeedListener;
  readonly #lines = new LineSplitter((line) => this.#readLine(line));
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  #recording = "";
  #number = 0;
  /** Where the next line begins in the file. */
  #at = 0;
  /** Characters and bytes are one: in what was pushed last, and in the line that is being read. */
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
    // A line of blanks stands for one that is no record.
    const record = line.startsWith("{") ? parseRecord(line) : null;
    if (record) this.#listener.onRecord(this.#recording, number, record, at);
  }

  #readControlLine(line: FeedLine): void {
    if (line.feed === "recording") {
      this.#recording = line.recording;
      this.#number = line.from;
      this.#at = line.at;
    }
    this.#listener.onLine(line);
  }
}
