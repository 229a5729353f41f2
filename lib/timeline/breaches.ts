/**
 * What whoever watches the fold found to be wrong, by the name of its rule: append-only, a few
 * bytes a finding, so that a flood of one rule is one column of numbers.
 */

import { NumberColumn } from "../wire/number-column.ts";
import { bornBy } from "./track.ts";

/** A part of an exchange that is no event. */
export type Happening = "open" | "head" | "end";

export interface HappeningBreach {
  /** The last event before it; −1 before the first. */
  readonly birth: number;
  readonly exchange: number;
  readonly happening: Happening;
}

/** Where one rule was broken, in order. */
export class Breaches {
  /** The entry that was told last; −1 for none. */
  noted = -1;
  readonly #events = NumberColumn.u32();
  readonly #happenings: HappeningBreach[] = [];

  /** The same event twice counts once. */
  addEvent(ordinal: number): boolean {
    if (this.#events.length > 0 && this.#events.last === ordinal) return false;
    this.#events.push(ordinal);
    return true;
  }

  addHappening(breach: HappeningBreach): void {
    this.#happenings.push(breach);
  }

  /** Those that an exchange shows, in a list of their own. */
  within(exchange: number, exchangeOf: (event: number) => number): Breaches {
    const own = new Breaches();
    for (let i = 0; i < this.#events.length; i++) {
      const event = this.#events.at(i);
      if (exchangeOf(event) === exchange) own.addEvent(event);
    }
    for (const one of this.#happenings) if (one.exchange === exchange) own.addHappening(one);
    return own;
  }

  countAt(n: number): number {
    return this.eventsAt(n) + bornBy(this.#happenings, n);
  }

  eventsAt(n: number): number {
    return this.#events.countUpTo(n);
  }

  hasEvent(ordinal: number): boolean {
    const count = this.eventsAt(ordinal);
    return count > 0 && this.eventAt(count - 1) === ordinal;
  }

  eventAt(index: number): number {
    return this.#events.at(index);
  }

  /** Those that were there by event `n`. */
  happeningsAt(n: number): readonly HappeningBreach[] {
    return this.#happenings.slice(0, bornBy(this.#happenings, n));
  }
}
