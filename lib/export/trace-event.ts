/** Events of the trace format that Chromium made and Perfetto reads. */

export interface TraceTrack {
  readonly pid: number;
  readonly tid: number;
}

export interface TraceEvent extends TraceTrack {
  /** A slice with its duration, an instant, a name. */
  readonly ph: "X" | "i" | "M";
  readonly name: string;
  readonly ts?: number;
  readonly dur?: number;
  /** An instant of its thread alone. */
  readonly s?: "t";
  readonly args: object;
}

/** Names a track, or without one the group of tracks; the order is that of their numbers. */
export function createNameEvents(pid: number, name: string, tid?: number): TraceEvent[] {
  const what = tid === undefined ? "process" : "thread";
  const place = { ph: "M", pid, tid: tid ?? 0 } as const;
  return [
    { ...place, name: `${what}_name`, args: { name } },
    { ...place, name: `${what}_sort_index`, args: { sort_index: tid ?? pid } },
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

/** Spans that overlap in different lanes; within a lane one begins when the one before is over. */
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
