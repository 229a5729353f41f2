/**
 * Keeps records in the order of their times while some of them are not known yet, because a response
 * is being decompressed.
 *
 * Guarantees: records reach the sink in the order in which their places were taken, however long one
 * of them takes.
 */

import type { WireRecord } from "../../wire/record.ts";
import type { RecordSink } from "../exchange/exchange-context.ts";

/** A place in the order of records. */
export interface RecordPlace {
  /** Adds records at this place. */
  append(record: WireRecord): void;
  /** No more records come here. */
  close(): void;
}

interface OpenPlace {
  readonly records: WireRecord[];
  isClosed: boolean;
}

export class RecordQueue {
  readonly #sink: Pick<RecordSink, "append">;
  #places: OpenPlace[] = [];
  #waiting: (() => void)[] = [];

  constructor(sink: Pick<RecordSink, "append">) {
    this.#sink = sink;
  }

  /** Records that wait for an earlier one. */
  get length(): number {
    return this.#places.length;
  }

  append(record: WireRecord): void {
    if (this.#places.length === 0) this.#sink.append(record);
    else this.#places.push({ records: [record], isClosed: true });
  }

  takePlace(): RecordPlace {
    const place: OpenPlace = { records: [], isClosed: false };
    this.#places.push(place);
    return {
      append: (record) => {
        if (!place.isClosed) place.records.push(record);
      },
      close: () => {
        place.isClosed = true;
        this.#flush();
      },
    };
  }

  /** Resolves when no record waits. */
  async waitUntilEmpty(): Promise<void> {
    if (this.#places.length === 0) return;
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #flush(): void {
    const open = this.#places.findIndex(({ isClosed }) => !isClosed);
    const ready = open < 0 ? this.#places.splice(0) : this.#places.splice(0, open);
    for (const { records } of ready) for (const record of records) this.#sink.append(record);
    if (this.#places.length > 0) return;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
