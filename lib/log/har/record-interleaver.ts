/**
 * Records of exchanges that overlap, in the order of their times: each exchange comes whole, when
 * it began, and what of it happened later waits for its turn.
 */

import type { WireRecord } from "../../wire/record.ts";

interface QueuedRecord {
  readonly key: number;
  /** As the how many-th it came. */
  readonly order: number;
  readonly record: WireRecord;
}

const isBefore = (a: QueuedRecord, b: QueuedRecord) =>
  a.key === b.key ? a.order < b.order : a.key < b.key;

export class RecordInterleaver {
  readonly #emit: (record: WireRecord) => void;
  /** A heap, by time, and by their coming where that is equal. */
  readonly #queue: QueuedRecord[] = [];
  #count = 0;

  constructor(emit: (record: WireRecord) => void) {
    this.#emit = emit;
  }

  /** The records of one exchange, which began not before the one taken last. */
  push(records: readonly WireRecord[]): void {
    let key = Number.NEGATIVE_INFINITY;
    const own = records.map((record): QueuedRecord => {
      // What has no time stays behind what it came after.
      if ("t" in record && record.t !== null) key = Math.max(key, record.t);
      return { key, order: this.#count++, record };
    });
    this.#enqueue(own, own[0]?.key ?? key);
  }

  /** The same where it is known as the how many-th record each came. */
  pushNumbered(numbered: readonly { readonly line: number; readonly record: WireRecord }[]): void {
    const own = numbered.map(({ line, record }) => ({ key: line, order: this.#count++, record }));
    this.#enqueue(own, own[0]?.key ?? 0);
  }

  #enqueue(own: readonly QueuedRecord[], first: number): void {
    this.#flush(first);
    for (const one of own) this.#insert(one);
  }

  end(): void {
    this.#flush(Number.POSITIVE_INFINITY);
  }

  /** What happened before. */
  #flush(time: number): void {
    const isOver = time === Number.POSITIVE_INFINITY;
    for (let [next] = this.#queue; next && (isOver || next.key < time); [next] = this.#queue) {
      this.#emit(next.record);
      this.#removeFirst();
    }
  }

  #insert(one: QueuedRecord): void {
    const heap = this.#queue;
    let at = heap.length;
    while (at > 0) {
      const up = (at - 1) >> 1;
      const parent = heap[up];
      if (!parent || !isBefore(one, parent)) break;
      heap[at] = parent;
      at = up;
    }
    heap[at] = one;
  }

  #removeFirst(): void {
    const heap = this.#queue;
    const last = heap.pop();
    if (!last || heap.length === 0) return;
    let at = 0;
    for (;;) {
      const left = heap[2 * at + 1];
      const right = heap[2 * at + 2];
      const isRight = left !== undefined && right !== undefined && isBefore(right, left);
      const child = isRight ? right : left;
      if (!child || !isBefore(child, last)) break;
      heap[at] = child;
      at = 2 * at + (isRight ? 2 : 1);
    }
    heap[at] = last;
  }
}
