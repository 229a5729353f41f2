/**
 * Exporter for a trace for ui.perfetto.dev and chrome://tracing: a track for each exchange, and for
 * the states, artifacts and tools of each task; chunks are instants.
 *
 *     loupe export run.jsonl --as trace -o run.trace.json
 */

import { Interpretation } from "../dialects/interpretation.ts";
import type { ToolCall } from "../dialects/tool-calls.ts";
import { stringifyJson } from "../json/json-stringify.ts";
import { redactUrl } from "../secrets/redact-url.ts";
import type { ArtifactStream } from "../timeline/artifact.ts";
import { EventTimes } from "../timeline/event-times.ts";
import type { Exchange } from "../timeline/exchange.ts";
import type { TaskLane } from "../timeline/task.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { createTimelineWriter, type ExportContext, type Exporter } from "./exporter.ts";
import { getRequestTitle } from "./run-requests.ts";

export const trace: Exporter = {
  id: "trace",
  title: "Perfetto trace",
  extension: ".trace.json",
  mediaType: "application/json",
  description: "Opens in ui.perfetto.dev: tasks, tools and artifacts as tracks on a time axis.",
  missingFeatures: [
    "heads",
    "json",
    "comments",
    "broken",
    "framing",
    "grpc",
    "redirects",
    "hops",
    "edits",
  ],
  canReopen: false,
  start: (context) => createTimelineWriter(context, writeTrace),
};

const EXCHANGES_PID = 1;
const TASKLESS_PID = 2;
const FIRST_TASK_PID = 3;

/** Allocates thread ids that are unique across processes: some viewers identify threads by them alone. */
class TrackAllocator {
  #threads = 0;

  allocate(pid: number): TraceTrack {
    return { pid, tid: ++this.#threads };
  }
}

function* writeTrace(timeline: Timeline, { name, by }: ExportContext): Generator<string> {
  const clock = new TraceClock(timeline);
  const { at } = timeline;
  const otherData = { name, by, ...(at !== null && { began: at }), clock: clock.description };
  yield `{"displayTimeUnit":"ms","otherData":${JSON.stringify(otherData)},"traceEvents":[`;
  let before = "\n";
  for (const event of createTraceEvents(timeline, clock)) {
    yield `${before}${stringifyJson(event)}`;
    before = ",\n";
  }
  yield "\n]}\n";
}

function* createTraceEvents(timeline: Timeline, clock: TraceClock): Generator<TraceEvent> {
  const tracks = new TrackAllocator();
  yield* createNameEvents(EXCHANGES_PID, "Exchanges");
  // These tracks come first: notes address them by the index of their exchange.
  for (const exchange of timeline.exchanges) {
    yield* createExchangeEvents(exchange, tracks.allocate(EXCHANGES_PID), clock);
  }
  yield* createNoteEvents(timeline, clock);
  const interpretation = new Interpretation(timeline).update();
  const tools = groupByTask(interpretation.tools, timeline.lastEvent);
  for (const task of timeline.tasks) {
    const pid = FIRST_TASK_PID + task.index;
    yield* createNameEvents(pid, `Task ${task.id === "" ? "without an ID" : task.id}`);
    yield* createStateEvents(task, tracks.allocate(pid), clock);
    yield* createToolEvents(
      tools.get(task.index) ?? [],
      () => tracks.allocate(pid),
      timeline,
      clock,
    );
    for (const artifact of task.artifacts) {
      yield* createArtifactEvents(timeline, artifact, tracks.allocate(pid), clock);
    }
  }
  const taskless = tools.get(-1) ?? [];
  if (taskless.length > 0) yield* createNameEvents(TASKLESS_PID, "Without a task");
  yield* createToolEvents(taskless, () => tracks.allocate(TASKLESS_PID), timeline, clock);
}

function groupByTask(calls: readonly ToolCall[], n: number): Map<number, ToolCall[]> {
  const byTask = new Map<number, ToolCall[]>();
  for (const call of calls) {
    const task = call.item.taskAt(n);
    const known = byTask.get(task);
    if (known) known.push(call);
    else byTask.set(task, [call]);
  }
  return byTask;
}

function* createExchangeEvents(
  exchange: Exchange,
  track: TraceTrack,
  clock: TraceClock,
): Generator<TraceEvent> {
  const { id, open, head, end, events } = exchange;
  const from = clock.toTraceTime(open.time, open.firstEvent);
  const last = clock.getEventTime(events.count > 0 ? events.last : open.firstEvent);
  const to = end ? clock.toTraceTime(end.time, end.firstEvent) : last;
  yield* createNameEvents(track.pid, `${id} ${getRequestTitle(exchange)}`, track.tid);
  const facts = {
    exchange: id,
    url: redactUrl(open.record.url),
    status: head?.record.status,
    end: end?.record.cause,
    events: events.count,
  };
  yield createSlice(track, getRequestTitle(exchange), from, Math.max(last, to), facts);
  if (head) {
    yield createSlice(
      track,
      "waiting for the response",
      from,
      clock.toTraceTime(head.time, head.firstEvent),
      {},
    );
  }
}

function* createNoteEvents({ entries }: Timeline, clock: TraceClock): Generator<TraceEvent> {
  for (const entry of entries) {
    if (entry.kind !== "other" || entry.title !== "note") continue;
    const track: TraceTrack = { pid: EXCHANGES_PID, tid: entry.exchange + 1 };
    yield createInstant(track, "note", clock.toTraceTime(entry.time, entry.firstEvent), {
      text: entry.detail,
    });
  }
}

function* createStateEvents(
  task: TaskLane,
  track: TraceTrack,
  clock: TraceClock,
): Generator<TraceEvent> {
  const { transitions, events } = task;
  yield* createNameEvents(track.pid, "States", track.tid);
  for (const [i, { label, rawState, firstEvent, legal }] of transitions.entries()) {
    const next = transitions[i + 1];
    const to = clock.getEventTime(next ? next.firstEvent : Math.max(firstEvent, events.last));
    yield createSlice(track, label, clock.getEventTime(firstEvent), to, {
      rawState,
      event: firstEvent,
      legal,
    });
  }
}

/** Concurrent calls are in different lanes. */
function* createToolEvents(
  calls: readonly ToolCall[],
  allocateTrack: () => TraceTrack,
  timeline: Timeline,
  clock: TraceClock,
): Generator<TraceEvent> {
  const { lastEvent } = timeline;
  const spans = calls.map((call) => {
    const from = clock.toTraceTime(call.item.time, call.firstEvent);
    const end = call.end === null ? lastEvent : Math.max(call.end.firstEvent, call.firstEvent);
    return { call, from, to: Math.max(from, clock.getEventTime(end)) };
  });
  for (const [lane, inLane] of packLanes(spans).entries()) {
    const track = allocateTrack();
    yield* createNameEvents(track.pid, lane === 0 ? "Tools" : `Tools (${lane + 1})`, track.tid);
    for (const { call, from, to } of inLane) {
      const { name, agent, callId, args, result } = call.fieldsAt(lastEvent);
      const state = call.stateAt(timeline, lastEvent);
      const facts = { state, agent, callId, arguments: args, result, event: call.firstEvent };
      yield createSlice(track, name ?? agent ?? "tool", from, to, facts);
    }
  }
}

function* createArtifactEvents(
  { entries }: Timeline,
  artifact: ArtifactStream,
  track: TraceTrack,
  clock: TraceClock,
): Generator<TraceEvent> {
  const { artifactId, names, firstEvent, revisions, entry } = artifact;
  const title = names.latest ?? artifactId;
  yield* createNameEvents(track.pid, `Artifact ${title}`, track.tid);
  const last = entries[entry]?.events.last ?? firstEvent;
  const facts = { artifactId, revisions: revisions.length, chunks: artifact.current?.chunkCount };
  yield createSlice(track, title, clock.getEventTime(firstEvent), clock.getEventTime(last), facts);
  for (const revision of revisions) {
    for (let i = 0; i < revision.chunkCount; i++) {
      const { event, from, to } = revision.chunkAt(i);
      yield createInstant(track, "chunk", clock.getEventTime(event), {
        event,
        characters: to - from,
      });
    }
  }
}

interface TraceTrack {
  readonly pid: number;
  readonly tid: number;
}

interface TraceEvent extends TraceTrack {
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
function createNameEvents(pid: number, name: string, tid?: number): TraceEvent[] {
  const scope = tid === undefined ? "process" : "thread";
  const base = { ph: "M", pid, tid: tid ?? 0 } as const;
  return [
    { ...base, name: `${scope}_name`, args: { name } },
    { ...base, name: `${scope}_sort_index`, args: { sort_index: tid ?? pid } },
  ];
}

function createSlice(
  track: TraceTrack,
  name: string,
  from: number,
  to: number,
  args: object,
): TraceEvent {
  return { ph: "X", ...track, name, ts: from, dur: Math.max(0, to - from), args };
}

function createInstant(track: TraceTrack, name: string, ts: number, args: object): TraceEvent {
  return { ph: "i", ...track, name, ts, s: "t", args };
}

/** Distributes spans to lanes so that the spans of a lane do not overlap. */
function packLanes<S extends { readonly from: number; readonly to: number }>(
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
class TraceClock {
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
