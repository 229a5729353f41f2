/**
 * Wall clock of a recording, in nanoseconds since 1970 as OTLP writes them.
 *
 * A log without a date begins in 1970, and one without times has its events one millisecond apart:
 * OTLP requires a time for everything. `description` says so.
 */

import { EventTimes } from "../timeline/event-times.ts";
import type { Timeline } from "../timeline/timeline.ts";

/** Not 0, which OTLP reads as unknown. */
const NO_DATE = 1;
const NS_PER_MS = 1_000_000n;

interface ClockAnchor {
  /** Milliseconds since the recording began. */
  readonly time: number;
  /** Milliseconds since 1970. */
  readonly wall: number;
}

export class WallClock {
  /** What the times are, if they are not those of a clock. */
  readonly description: string | null;
  /** The log has times, and its date is known. */
  readonly isDated: boolean;
  readonly isTimed: boolean;
  readonly #times: EventTimes;
  /** In ascending order. */
  readonly #anchors: ClockAnchor[];

  constructor(timeline: Timeline) {
    this.#times = new EventTimes(timeline);
    const start = parseInstant(timeline.at);
    this.#anchors = [
      { time: 0, wall: start ?? NO_DATE },
      ...timeline.resumes.flatMap(({ t, at }) => {
        const wall = parseInstant(at);
        return start === null || wall === null || t === null ? [] : [{ time: t, wall }];
      }),
    ].sort((a, b) => a.time - b.time);
    this.isTimed = this.#times.isTimed;
    this.isDated = this.isTimed && start !== null;
    this.description = describeTimes(this.#times.isTimed, start !== null);
  }

  /** The wall clock at `time`, or at the event if that is not known. */
  getTime(time: number, firstEvent: number): bigint {
    return this.#toNanoseconds(this.#times.getTime(time, firstEvent));
  }

  getEventTime(ordinal: number): bigint {
    return this.#toNanoseconds(this.#times.getEventTime(ordinal));
  }

  /** Milliseconds since the recording began at a wall clock; the inverse of `getTime`. */
  getRecordingTime(wall: bigint): number {
    const anchor = this.#anchors.findLast((one) => BigInt(one.wall) * NS_PER_MS <= wall);
    const { time, wall: base } = anchor ?? this.#firstAnchor;
    return time + Number(wall - BigInt(base) * NS_PER_MS) / 1e6;
  }

  get #firstAnchor(): ClockAnchor {
    return this.#anchors[0] ?? { time: 0, wall: NO_DATE };
  }

  #toNanoseconds(ms: number): bigint {
    const anchor = this.#anchors.findLast(({ time }) => time <= ms) ?? this.#firstAnchor;
    return BigInt(anchor.wall) * NS_PER_MS + BigInt(Math.round((ms - anchor.time) * 1e6));
  }
}

function parseInstant(at: string | null): number | null {
  const wall = at === null ? Number.NaN : Date.parse(at);
  return Number.isNaN(wall) ? null : wall;
}

function describeTimes(isTimed: boolean, isDated: boolean): string | null {
  if (!isTimed) return "none: the spans show an order, one millisecond per event";
  return isDated ? null : "relative: the recording has no date and begins in 1970";
}
