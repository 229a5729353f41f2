/**
 * Records of exchanges that overlap, in the order of their times: each exchange comes whole, when
 * it began, and what of it happened later waits for its turn.
 */

import type { WireRecord } from "../../wire/record.ts";

interface Waiting {
  readonly key: number;
  readonly record: WireRecord;
}

export class Overlap {
  readonly #emit: (record: WireRecord) => void;
  /** By time, and by their coming where that is equal. */
  #waiting: Waiting[] = [];

  constructor(emit: (record: WireRecord) => void) {
    this.#emit = emit;
  }

  /** The records of one exchange, which began not before the one taken last. */
  push(records: readonly WireRecord[]): void {
    let key = Number.NEGATIVE_INFINITY;
    const own = records.map((record): Waiting => {
      // What has no time stays behind what it came after.
      if ("t" in record && record.t !== null) key = Math.max(key, record.t);
      return { key, record };
    });
    this.#take(own, own[0]?.key ?? key);
  }

  /** The same where it is known as the how many-th record each came. */
  pushNumbered(numbered: readonly { readonly line: number; readonly record: WireRecord }[]): void {
    const own = numbered.map(({ line, record }) => ({ key: line, record }));
    this.#take(own, own[0]?.key ?? 0);
  }

  #take(own: readonly Waiting[], first: number): void {
    this.#flush(first);
    this.#waiting = [...this.#waiting, ...own].sort((a, b) => a.key - b.key);
  }

  end(): void {
    this.#flush(Number.POSITIVE_INFINITY);
  }

  /** What happened before. */
  #flush(time: number): void {
    const later = this.#waiting.findIndex(({ key }) => key >= time);
    const ready = this.#waiting.splice(0, later < 0 ? this.#waiting.length : later);
    for (const { record } of ready) this.#emit(record);
  }
}
