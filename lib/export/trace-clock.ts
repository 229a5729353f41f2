/**
 * When something was, in a trace: microseconds since the recording began. Where the log has no
 * times, events are a millisecond apart, which the trace says: they show an order and no duration.
 */

import type { Timeline } from "../timeline/timeline.ts";

export class TraceClock {
  readonly description: string;
  readonly #eventTimes: Float64Array;
  readonly #isTimed: boolean;

  constructor({ events, exchanges }: Timeline) {
    this.#eventTimes = new Float64Array(events.length);
    let isTimed = exchanges.some(({ open }) => !Number.isNaN(open.time));
    for (let n = 0; n < events.length && !isTimed; n++) isTimed = !Number.isNaN(events.time.at(n));
    this.#isTimed = isTimed;
    this.description = isTimed
      ? "microseconds since the recording began"
      : "no time is known: events stand a millisecond apart, in their order";
    let newest = 0;
    for (let n = 0; n < events.length; n++) {
      // What has no time is not before what came before it.
      const time = isTimed ? events.time.at(n) : n + 1;
      if (time > newest) newest = time;
      this.#eventTimes[n] = newest;
    }
  }

  /** Of an event; what is before the first one is at the beginning. */
  getEventTime(ordinal: number): number {
    return toMicroseconds(this.#eventTimes[ordinal] ?? 0);
  }

  /** Of what happened at a time of its own, after an event. */
  toTraceTime(time: number, firstEvent: number): number {
    return this.#isTimed && !Number.isNaN(time)
      ? toMicroseconds(time)
      : this.getEventTime(firstEvent);
  }
}

const toMicroseconds = (ms: number) => Math.round(ms * 1000);
