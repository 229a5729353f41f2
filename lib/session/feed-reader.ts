/**
 * Reads the text of a feed as it comes: record lines with the recording and number they have, and
 * what the server says in between. Knows nothing of fetching.
 */

import { recordIn } from "../log/record-shape.ts";
import { LineSplitter } from "../wire/lines.ts";
import type { WireRecord } from "../wire/record.ts";
import type { FeedLine } from "../wire/service.ts";

export interface FeedListener {
  record(recording: string, number: number, record: WireRecord): void;
  line(line: FeedLine): void;
}

export class FeedReader {
  readonly #listener: FeedListener;
  readonly #lines = new LineSplitter((line) => this.#line(line));
  #recording = "";
  #number = 0;

  constructor(listener: FeedListener) {
    this.#listener = listener;
  }

  push(text: string): void {
    this.#lines.push(text);
  }

  #line(line: string): void {
    if (line.startsWith('{"feed":')) return this.#control(JSON.parse(line) as FeedLine);
    const number = this.#number++;
    const record = recordIn(line);
    if (record) this.#listener.record(this.#recording, number, record);
  }

  #control(line: FeedLine): void {
    if (line.feed === "recording") {
      this.#recording = line.recording;
      this.#number = line.from;
    }
    this.#listener.line(line);
  }
}
