/** The lines of a log's file: on which one a record stands, so that a finding can point at it. */

import type { Exchange } from "../timeline/exchange.ts";
import type { WireRecord } from "../wire/record.ts";

const NEWLINE = 10;

export class LogLineIndex {
  /** Where each line but the first begins, in bytes. */
  readonly #starts: number[] = [];
  #bytes = 0;
  /** The place of each record, by its number; −1 where it has none. */
  readonly #offsets: number[] = [];
  readonly #offsetByRecord = new Map<WireRecord, number>();
  #isBody = false;

  /** What is read of the file, before the records in it. */
  addChunk(chunk: Uint8Array): void {
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) {
      this.#starts.push(this.#bytes + at + 1);
    }
    this.#bytes += chunk.length;
  }

  addRecord(record: WireRecord, place = -1): void {
    this.#offsets.push(place);
    if (place >= 0 && record.r !== "data") this.#offsetByRecord.set(record, place);
  }

  /** What the file turned out to be. */
  finish({ isBody }: { readonly isBody: boolean }): void {
    this.#isBody = isBody;
  }

  findRecordLine(record: WireRecord | undefined): number | null {
    return record ? this.#findLine(this.#offsetByRecord.get(record) ?? -1) : null;
  }

  /** Of the character at a position in the exchange's body. */
  findPositionLine({ body }: Exchange, position: number): number | null {
    if (this.#isBody) return 1 + countLineBreaks(body.slice(0, position));
    const record = body.recordAt(position + 1);
    return this.#findLine(this.#offsets[record] ?? -1);
  }

  /** Is the file itself what the agent said, so that a line of that is a line of the file? */
  get isBody(): boolean {
    return this.#isBody;
  }

  #findLine(place: number): number | null {
    if (place < 0) return null;
    let from = 0;
    let to = this.#starts.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.#starts[middle] ?? 0) <= place) from = middle + 1;
      else to = middle;
    }
    return from + 1;
  }
}

function countLineBreaks(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}
