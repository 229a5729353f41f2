/**
 * Violations of one rule, as reported by observers of the fold: append-only, a few bytes each, so a
 * flood is a single column of numbers.
 */

import { getOrCreate } from "../collections/maps.ts";
import { NumberColumn } from "../collections/number-column.ts";
import { countUpToEvent } from "./event-index.ts";

/** A part of an exchange that is not an event. */
export type ExchangePhase = "open" | "head" | "end";

interface PhaseViolation {
  /** The last event before it; −1 before the first. */
  readonly firstEvent: number;
  readonly exchange: number;
  readonly phase: ExchangePhase;
}

/** The violations of one rule, in order. */
export class RuleViolations {
  /** The entry that was marked last; −1 for none. */
  lastEntry = -1;
  readonly #events = NumberColumn.u32();
  readonly #phases: PhaseViolation[] = [];

  /** The same event twice counts once. */
  addEvent(ordinal: number): boolean {
    if (this.#events.length > 0 && this.#events.last === ordinal) return false;
    this.#events.push(ordinal);
    return true;
  }

  addPhase(violation: PhaseViolation): void {
    this.#phases.push(violation);
  }

  /** Copies with the violations of each wanted exchange. */
  splitByExchange(
    exchangeOf: (event: number) => number,
    isWanted: (exchange: number) => boolean,
  ): ReadonlyMap<number, RuleViolations> {
    const parts = new Map<number, RuleViolations>();
    const partOf = (exchange: number) => getOrCreate(parts, exchange, () => new RuleViolations());
    for (let i = 0; i < this.#events.length; i++) {
      const event = this.#events.at(i);
      const exchange = exchangeOf(event);
      if (isWanted(exchange)) partOf(exchange).addEvent(event);
    }
    for (const one of this.#phases) {
      if (isWanted(one.exchange)) partOf(one.exchange).addPhase(one);
    }
    return parts;
  }

  countAt(n: number): number {
    return this.eventsAt(n) + countUpToEvent(this.#phases, n);
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

  /** The violations by phases as of event `n`. */
  phasesAt(n: number): readonly PhaseViolation[] {
    return this.#phases.slice(0, countUpToEvent(this.#phases, n));
  }
}
