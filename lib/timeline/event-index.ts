/**
 * The ordinals of the events that touched one thing, with their running bytes: append-only, one
 * allocation for the many things that only one event touches, read at any event by bisection.
 */

import { NumberColumn } from "../wire/number-column.ts";

/** Ordinals begin at −1, "before the first event", so they are stored one higher. */
const SHIFT = 1;

export class EventIndex {
  #first = -1;
  #firstBytes = 0;
  /** The newest ordinal, and the bytes up to it. */
  #last = -1;
  #lastBytes = 0;
  #ordinals: NumberColumn | null = null;
  #bytes: NumberColumn | null = null;
  #count = 0;

  /** Notes that the event touched this; the same event twice counts once. */
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

  /** The `index`-th ordinal. */
  at(index: number): number {
    return this.#ordinals ? this.#ordinals.at(index) - SHIFT : this.#first;
  }

  /** How many events touched this up to and including event `n`. */
  countAt(n: number): number {
    if (this.#ordinals) return this.#ordinals.countUpTo(n + SHIFT);
    return this.#count > 0 && this.#first <= n ? 1 : 0;
  }

  /** These events up to and including event `n`, as a track of its own. */
  copyUpTo(n: number): EventIndex {
    const copy = new EventIndex();
    const count = this.countAt(n);
    for (let index = 0; index < count; index++) {
      const at = this.at(index);
      copy.add(at, this.bytesAt(at) - copy.#lastBytes);
    }
    return copy;
  }

  /** The last of those events; `null` where there is none. */
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

  /** Notes the value as of an event; an unchanged value takes no room. */
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
    // To read beside a list is slow, and most histories of most logs are empty.
    return length === 0 ? undefined : this.#values[length - 1];
  }

  /** All values up to event `n`. */
  valuesUntil(n: number): readonly T[] {
    return this.#values.slice(0, this.#since.countUpTo(n + SHIFT));
  }
}

/** Values that only some events have. */
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

/** How many of these, in order of birth, were born by event `n`. */
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

/** An event that shows what some bits mean: a track each. */
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
