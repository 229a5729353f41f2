/** Events of Chromium's trace event format, which Perfetto reads. */

import { EventTimes } from "../timeline/event-times.ts";
import type { Timeline } from "../timeline/timeline.ts";

export interface TraceTrack {
  readonly pid: number;
  readonly tid: number;
}

export interface TraceEvent extends TraceTrack {
  /** Slice with a duration, instant, or metadata. */
  readonly ph: "X" | "i" | "M";
  readonly name: string;
  readonly ts?: number;
  readonly dur?: number;
  /** Scope of an instant: its thread. */
  readonly s?: "t";
  readonly args: object;
}

/** Names a track, or without `tid` a group of tracks, and sorts it by its number. */
export function createNameEvents(pid: number, name: string, tid?: number): TraceEvent[] {
  const scope = tid === undefined ? "process" : "thread";
  const base = { ph: "M", pid, tid: tid ?? 0 } as const;
  return [
    { ...base, name: `${scope}_name`, args: { name } },
    { ...base, name: `${scope}_sort_index`, args: { sort_index: tid ?? pid } },
  ];
}

export function createSlice(
  track: TraceTrack,
  name: string,
  from: number,
  to: number,
  args: object,
): TraceEvent {
  return { ph: "X", ...track, name, ts: from, dur: Math.max(0, to - from), args };
}

export function createInstant(
  track: TraceTrack,
  name: string,
  ts: number,
  args: object,
): TraceEvent {
  return { ph: "i", ...track, name, ts, s: "t", args };
}

/** Distributes spans to lanes so that the spans of a lane do not overlap. */
export function packLanes<S extends { readonly from: number; readonly to: number }>(
  spans: readonly S[],
): S[][] {
  const lanes: S[][] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const free = lanes.find((lane) => (lane.at(-1)?.to ?? 0) <= span.from);
    if (free) free.push(span);
    else lanes.push([span]);
  }
  return lanes;
}

/**
 * Timestamps of a trace, in microseconds since the recording began. If the log has no times, events
 * are placed 1 ms apart, and the trace states that they show an order but no durations.
 */
export class TraceClock {
  readonly description: string;
  readonly #times: EventTimes;

  constructor(timeline: Timeline) {
    this.#times = new EventTimes(timeline);
    this.description = this.#times.isTimed
      ? "microseconds since the recording began"
      : "no times recorded: events are placed 1 ms apart, in order";
  }

  /** The time of an event; 0 before the first event. */
  getEventTime(ordinal: number): number {
    return toMicroseconds(this.#times.getEventTime(ordinal));
  }

  /** `time` if it is known, else the time of the event. */
  toTraceTime(time: number, firstEvent: number): number {
    return toMicroseconds(this.#times.getTime(time, firstEvent));
  }
}

const toMicroseconds = (ms: number) => Math.round(ms * 1000);
