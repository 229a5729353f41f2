/** Events of Chromium's trace event format, which Perfetto reads. */

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
