/**
 * Times for formats that require one for everything: those of the log, or the order of its events,
 * one millisecond apart, if it has none.
 *
 * Guarantees: no event is before its predecessor.
 */

import type { Timeline } from "./timeline.ts";

export class EventTimes {
  /** Whether the log has times at all. */
  readonly isTimed: boolean;
  readonly #times: Float64Array;

  constructor({ events, exchanges }: Timeline) {
    this.#times = new Float64Array(events.length);
    let isTimed = exchanges.some(({ open }) => !Number.isNaN(open.time));
    for (let n = 0; n < events.length && !isTimed; n++) isTimed = !Number.isNaN(events.time.at(n));
    this.isTimed = isTimed;
    let newest = 0;
    for (let n = 0; n < events.length; n++) {
      // An event without a time is not placed before its predecessor.
      const time = isTimed ? events.time.at(n) : n + 1;
      if (time > newest) newest = time;
      this.#times[n] = newest;
    }
  }

  /** Milliseconds since the recording began; 0 before the first event. */
  getEventTime(ordinal: number): number {
    return this.#times[ordinal] ?? 0;
  }

  /** `time` if it is known, else the time of the event. */
  getTime(time: number, firstEvent: number): number {
    return this.isTimed && !Number.isNaN(time) ? time : this.getEventTime(firstEvent);
  }
}
