/**
 * Sorts log entries by time: collectors return the newest first, or one source after the other.
 * Entries are kept until all are read, up to a memory limit.
 */

import type { Instant } from "./instant.ts";

interface TimedEntry {
  readonly instant: Instant | null;
  /** Length of its text. */
  readonly length: number;
}

const HELD_LIMIT = 1 << 26;

export class TimeSorter<E extends TimedEntry> {
  /** The memory limit was exceeded: entries keep the order of the file. */
  isUnsorted = false;
  readonly #emit: (entry: E) => void;
  /** The lists of the source; each is in one order. */
  #lists: E[][] = [];
  #held = 0;

  constructor(emit: (entry: E) => void) {
    this.#emit = emit;
  }

  push(entry: E, list: number): void {
    if (this.isUnsorted) return this.#emit(entry);
    while (this.#lists.length <= list) this.#lists.push([]);
    this.#lists[list]?.push(entry);
    this.#held += entry.length;
    if (this.#held <= HELD_LIMIT) return;
    for (const held of this.#lists.flat()) this.#emit(held);
    this.#lists = [];
    this.isUnsorted = true;
  }

  end(): void {
    const lists = this.#lists.map((list) => (isNewestFirst(list) ? list.reverse() : list));
    const sorted = lists.length === 1 ? (lists[0] ?? []) : mergeByTime(lists.flat());
    for (const entry of sorted) this.#emit(entry);
    this.#lists = [];
  }
}

function isNewestFirst(list: readonly TimedEntry[]): boolean {
  const times = list.flatMap(({ instant }) => (instant ? [instant.ms] : []));
  const first = times[0] ?? 0;
  return (times.at(-1) ?? first) < first;
}

/** The sort is stable for entries with equal or no times. */
function mergeByTime<E extends TimedEntry>(entries: readonly E[]): E[] {
  let before = Number.NEGATIVE_INFINITY;
  const timed = entries.map((entry) => {
    before = entry.instant?.ms ?? before;
    return { entry, ms: before };
  });
  return timed.sort((a, b) => a.ms - b.ms).map(({ entry }) => entry);
}
