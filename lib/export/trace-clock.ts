/**
 * Timestamps of a trace, in microseconds since the recording began. If the log has no times, events
 * are placed 1 ms apart, and the trace states that they show an order but no durations.
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
      : "no times recorded: events are placed 1 ms apart, in order";
    let newest = 0;
    for (let n = 0; n < events.length; n++) {
      // An event without a time is not placed before its predecessor.
      const time = isTimed ? events.time.at(n) : n + 1;
      if (time > newest) newest = time;
      this.#eventTimes[n] = newest;
    }
  }

  /** The time of an event; 0 before the first event. */
  getEventTime(ordinal: number): number {
    return toMicroseconds(this.#eventTimes[ordinal] ?? 0);
  }

  /** `time` if it is known, else the time of the event. */
  toTraceTime(time: number, firstEvent: number): number {
    return this.#isTimed && !Number.isNaN(time)
      ? toMicroseconds(time)
      : this.getEventTime(firstEvent);
  }
}

const toMicroseconds = (ms: number) => Math.round(ms * 1000);
