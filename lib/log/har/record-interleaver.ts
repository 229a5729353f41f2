/**
 * Merges the records of overlapping exchanges by time. Each exchange is added as a whole at its
 * start; its later records wait for their turn.
 */

import type { WireRecord } from "../../wire/record.ts";

interface QueuedRecord {
  readonly key: number;
  /** Insertion order. */
  readonly order: number;
  readonly record: WireRecord;
}

const isBefore = (a: QueuedRecord, b: QueuedRecord) =>
  a.key === b.key ? a.order < b.order : a.key < b.key;

/**
 * The sort keys of an exchange's records, never decreasing. Of records without times, the last one
 * belongs to the record after it: a body was there when the response was complete. Those before it
 * belong to the record before: what a client does while a stream is open follows what it has received.
 */
function createKeys(records: readonly WireRecord[]): number[] {
  let latest = Number.NEGATIVE_INFINITY;
  const times = records.map((record) => {
    if (!("t" in record) || record.t === null) return null;
    latest = Math.max(latest, record.t);
    return latest;
  });
  const keys = new Array<number>(records.length);
  let next = latest;
  for (let i = records.length - 1; i >= 0; i--) {
    next = times[i] ?? next;
    keys[i] = next;
  }
  for (let i = 1; i < records.length - 1; i++) {
    if (times[i] === null && times[i + 1] === null) keys[i] = keys[i - 1] ?? next;
  }
  return keys;
}

export class RecordInterleaver {
  readonly #emit: (record: WireRecord) => void;
  /** A heap, sorted by time and then by insertion order. */
  readonly #queue: QueuedRecord[] = [];
  #count = 0;

  constructor(emit: (record: WireRecord) => void) {
    this.#emit = emit;
  }

  /** Adds the records of one exchange. Exchanges must be added in order of their start. */
  push(records: readonly WireRecord[]): void {
    const own = createKeys(records).map((key, i): QueuedRecord => {
      return { key, order: this.#count++, record: records[i] as WireRecord };
    });
    this.#enqueue(own, own[0]?.key ?? Number.NEGATIVE_INFINITY);
  }

  /** Adds records whose order is known. */
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

  /** Emits the records before a time. */
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
