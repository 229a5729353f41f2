/**
 * Append-only lists of event ordinals, each with a running byte count, read as of any event by
 * bisection. A list of one event needs no column, because most things are touched by only one.
 */

import { NumberColumn } from "../collections/number-column.ts";

/** Ordinal −1 means “before the first event”, so ordinals are stored one higher. */
const SHIFT = 1;

export class EventIndex {
  #first = -1;
  #firstBytes = 0;
  /** The newest ordinal, and the running byte count up to it. */
  #last = -1;
  #lastBytes = 0;
  #ordinals: NumberColumn | null = null;
  #bytes: NumberColumn | null = null;
  #count = 0;

  /** Adds an event. Adding the newest event again has no effect. */
  add(ordinal: number, bytes = 0): void {
    if (this.#count > 0 && this.#last === ordinal) return;
    this.#last = ordinal;
    this.#lastBytes += bytes;
    if (this.#count++ === 0) {
      this.#first = ordinal;
      this.#firstBytes = bytes;
      return;
    }
    if (!this.#ordinals || !this.#bytes) {
      this.#ordinals = NumberColumn.u32();
      this.#bytes = NumberColumn.count();
      this.#ordinals.push(this.#first + SHIFT);
      this.#bytes.push(this.#firstBytes);
    }
    this.#ordinals.push(ordinal + SHIFT);
    this.#bytes.push(this.#lastBytes);
  }

  get count(): number {
    return this.#count;
  }

  get last(): number {
    return this.#last;
  }

  /** The ordinal at an index. */
  at(index: number): number {
    return this.#ordinals ? this.#ordinals.at(index) - SHIFT : this.#first;
  }

  /** Number of events up to and including event `n`. */
  countAt(n: number): number {
    if (this.#ordinals) return this.#ordinals.countUpTo(n + SHIFT);
    return this.#count > 0 && this.#first <= n ? 1 : 0;
  }

  /** A copy with the events up to and including event `n`. */
  copyUpTo(n: number): EventIndex {
    const copy = new EventIndex();
    const count = this.countAt(n);
    for (let index = 0; index < count; index++) {
      const at = this.at(index);
      copy.add(at, this.bytesAt(at) - copy.#lastBytes);
    }
    return copy;
  }

  /** The last event up to and including event `n`; `null` if there is none. */
  lastAt(n: number): number | null {
    const count = this.countAt(n);
    return count === 0 ? null : this.at(count - 1);
  }

  bytesAt(n: number): number {
    const count = this.countAt(n);
    if (count === 0) return 0;
    return this.#bytes ? this.#bytes.at(count - 1) : this.#firstBytes;
  }

  get byteLength(): number {
    return (this.#ordinals?.byteLength ?? 0) + (this.#bytes?.byteLength ?? 0);
  }
}

/** A value that changed at known events: read at any event by bisection. */
export class ValueHistory<T> {
  readonly #since = NumberColumn.u32();
  readonly #values: T[] = [];

  /**
   * Sets the value as of an event. An unchanged value is not stored; returns whether it changed.
   */
  set(ordinal: number, value: T): boolean {
    if (this.#values.length > 0 && this.#values[this.#values.length - 1] === value) return false;
    this.#since.push(ordinal + SHIFT);
    this.#values.push(value);
    return true;
  }

  at(n: number): T | undefined {
    const count = this.#since.countUpTo(n + SHIFT);
    return count === 0 ? undefined : this.#values[count - 1];
  }

  get latest(): T | undefined {
    const { length } = this.#values;
    // Reading past the end of an array is slow, and most histories are empty.
    return length === 0 ? undefined : this.#values[length - 1];
  }

  /** All values up to event `n`. */
  valuesUntil(n: number): readonly T[] {
    return this.#values.slice(0, this.#since.countUpTo(n + SHIFT));
  }
}

/** A sparse map from events to values. */
export class EventValues<T> {
  readonly #events = NumberColumn.u32();
  readonly #values: T[] = [];

  add(ordinal: number, value: T): void {
    this.#events.push(ordinal);
    this.#values.push(value);
  }

  get count(): number {
    return this.#values.length;
  }

  /** The value of exactly this event. */
  get(ordinal: number): T | undefined {
    const index = this.#events.countUpTo(ordinal) - 1;
    return index >= 0 && this.#events.at(index) === ordinal ? this.#values[index] : undefined;
  }
}

/** How many items, sorted by first event, exist as of event `n`. */
export function countUpToEvent(
  items: readonly { readonly firstEvent: number }[],
  n: number,
): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((items[middle]?.firstEvent ?? Number.POSITIVE_INFINITY) <= n) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Adds the event to the index of each of its bits. */
export function markBits(tracks: EventIndex[], bits: number, ordinal: number): void {
  let rest = bits;
  while (rest !== 0) {
    const bit = 31 - Math.clz32(rest);
    let track = tracks[bit];
    if (!track) {
      track = new EventIndex();
      tracks[bit] = track;
    }
    track.add(ordinal);
    rest &= ~(1 << bit);
  }
}
