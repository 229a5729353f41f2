/**
 * Entries in the order in which they happened: collectors answer with the newest first, or with one
 * source after another. They are held until all are there, as long as that is no hardship.
 */

import type { Instant } from "./instant.ts";

interface TimedEntry {
  readonly instant: Instant | null;
  /** Length of what is held. */
  readonly length: number;
}

const HELD_LIMIT = 1 << 26;

export class TimeSorter<E extends TimedEntry> {
  /** There was too much to hold: entries come as they stood. */
  isUnsorted = false;
  readonly #emit: (entry: E) => void;
  /** Lists as they were told, each in one order. */
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

/** Sorting keeps the order of what has the same time, or none. */
function mergeByTime<E extends TimedEntry>(entries: readonly E[]): E[] {
  let before = Number.NEGATIVE_INFINITY;
  const timed = entries.map((entry) => {
    before = entry.instant?.ms ?? before;
    return { entry, ms: before };
  });
  return timed.sort((a, b) => a.ms - b.ms).map(({ entry }) => entry);
}
