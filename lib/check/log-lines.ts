/** Index of the lines of a log file: finds the line of a record, so that a problem can point to it. */

import { countAtMost } from "../collections/bisect.ts";
import type { Exchange } from "../timeline/exchange.ts";
import type { WireRecord } from "../wire/record.ts";

const NEWLINE = 10;

export class LogLineIndex {
  /** The start of each line after the first, in bytes. */
  readonly #starts: number[] = [];
  #bytes = 0;
  /** The byte offset of each record, by its number; −1 if unknown. */
  readonly #offsets: number[] = [];
  readonly #offsetByRecord = new Map<WireRecord, number>();
  #isBody = false;

  /** Adds bytes of the file; call it before adding the records in them. */
  addChunk(chunk: Uint8Array): void {
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) {
      this.#starts.push(this.#bytes + at + 1);
    }
    this.#bytes += chunk.length;
  }

  addRecord(record: WireRecord, offset = -1): void {
    this.#offsets.push(offset);
    if (offset >= 0 && record.r !== "data") this.#offsetByRecord.set(record, offset);
  }

  /** Sets the kind of the file once it is known. */
  finish({ isBody }: { readonly isBody: boolean }): void {
    this.#isBody = isBody;
  }

  findRecordLine(record: WireRecord | undefined): number | null {
    return record ? this.#findLine(this.#offsetByRecord.get(record) ?? -1) : null;
  }

  /** The line of the character at a position in the exchange's body. */
  findPositionLine({ body }: Exchange, position: number): number | null {
    if (this.#isBody) return 1 + countLineBreaks(body.slice(0, position));
    const record = body.recordAt(position + 1);
    return this.#findLine(this.#offsets[record] ?? -1);
  }

  /** Whether the file is a response body, so that lines of the body are lines of the file. */
  get isBody(): boolean {
    return this.#isBody;
  }

  #findLine(offset: number): number | null {
    if (offset < 0) return null;
    return countAtMost(this.#starts, offset) + 1;
  }
}

function countLineBreaks(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}
