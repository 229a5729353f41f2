/**
 * A trace for ui.perfetto.dev and chrome://tracing: exchanges, and for each task its states,
 * artifacts and tools, each on a track of its own; chunks are instants.
 */

import { Interpretation } from "../dialects/interpretation.ts";
import type { ToolCall } from "../dialects/tool-calls.ts";
import type { ArtifactStream } from "../timeline/artifact.ts";
import type { Exchange } from "../timeline/exchange.ts";
import type { TaskLane } from "../timeline/task.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { stringifyJson } from "../wire/json-stringify.ts";
import { type ExportContext, type Exporter, fromTimeline } from "./exporter.ts";
import { titleOf } from "./requests.ts";
import { shownUrl } from "./shown-url.ts";
import { TraceClock } from "./trace-clock.ts";
import { instant, lanesOf, named, slice, type TraceEvent, type Track } from "./trace-event.ts";

export const trace: Exporter = {
  id: "trace",
  title: "Perfetto trace",
  extension: ".trace.json",
  mediaType: "application/json",
  purpose: "Opens in ui.perfetto.dev: tasks, tools and artifacts as tracks along the time.",
  lacks: ["heads", "json", "comments", "broken", "framing", "grpc", "redirects"],
  opens: false,
  start: (context) => fromTimeline(context, traceOf),
};

const EXCHANGES = 1;
const TASKLESS = 2;
const FIRST_TASK = 3;

/** Threads of different processes are told apart by their number alone in some viewers. */
class Tracks {
  #threads = 0;

  next(pid: number): Track {
    return { pid, tid: ++this.#threads };
  }
}

function* traceOf(timeline: Timeline, { name, by }: ExportContext): Generator<string> {
  const clock = new TraceClock(timeline);
  const { at } = timeline;
  const otherData = { name, by, ...(at !== null && { began: at }), clock: clock.what };
  yield `{"displayTimeUnit":"ms","otherData":${JSON.stringify(otherData)},"traceEvents":[`;
  let before = "\n";
  for (const event of eventsOf(timeline, clock)) {
    yield `${before}${stringifyJson(event)}`;
    before = ",\n";
  }
  yield "\n]}\n";
}

function* eventsOf(timeline: Timeline, clock: TraceClock): Generator<TraceEvent> {
  const tracks = new Tracks();
  yield* named(EXCHANGES, "Exchanges");
  // Their notes find them by their place: these tracks are the first.
  for (const exchange of timeline.exchanges) {
    yield* ofExchange(exchange, tracks.next(EXCHANGES), clock);
  }
  yield* notesOf(timeline, clock);
  const reading = new Interpretation(timeline).update();
  const tools = byTask(reading.tools, timeline.lastEvent);
  for (const task of timeline.tasks) {
    const pid = FIRST_TASK + task.index;
    yield* named(pid, `Task ${task.id === "" ? "without an id" : task.id}`);
    yield* statesOf(task, tracks.next(pid), clock);
    yield* ofTools(tools.get(task.index) ?? [], () => tracks.next(pid), timeline, clock);
    for (const artifact of task.artifacts) {
      yield* ofArtifact(timeline, artifact, tracks.next(pid), clock);
    }
  }
  const loose = tools.get(-1) ?? [];
  if (loose.length > 0) yield* named(TASKLESS, "Without a task");
  yield* ofTools(loose, () => tracks.next(TASKLESS), timeline, clock);
}

function byTask(calls: readonly ToolCall[], n: number): Map<number, ToolCall[]> {
  const found = new Map<number, ToolCall[]>();
  for (const call of calls) {
    const task = call.item.taskAt(n);
    const known = found.get(task);
    if (known) known.push(call);
    else found.set(task, [call]);
  }
  return found;
}

function* ofExchange(exchange: Exchange, track: Track, clock: TraceClock): Generator<TraceEvent> {
  const { id, open, head, end: ended, events } = exchange;
  const from = clock.of(open.time, open.firstEvent);
  const last = clock.ofEvent(events.count > 0 ? events.last : open.firstEvent);
  const to = ended ? clock.of(ended.time, ended.firstEvent) : last;
  yield* named(track.pid, `${id} ${titleOf(exchange)}`, track.tid);
  const facts = {
    exchange: id,
    url: shownUrl(open.record.url),
    status: head?.record.status,
    end: ended?.record.cause,
    events: events.count,
  };
  yield slice(track, titleOf(exchange), from, Math.max(last, to), facts);
  if (head) {
    yield slice(track, "until the answer began", from, clock.of(head.time, head.firstEvent), {});
  }
}

function* notesOf({ entries }: Timeline, clock: TraceClock): Generator<TraceEvent> {
  for (const entry of entries) {
    if (entry.kind !== "other" || entry.title !== "note") continue;
    const track: Track = { pid: EXCHANGES, tid: entry.exchange + 1 };
    yield instant(track, "note", clock.of(entry.time, entry.firstEvent), { text: entry.detail });
  }
}

function* statesOf(task: TaskLane, track: Track, clock: TraceClock): Generator<TraceEvent> {
  const { transitions, events } = task;
  yield* named(track.pid, "States", track.tid);
  for (const [i, { label, rawState, firstEvent: birth, legal }] of transitions.entries()) {
    const next = transitions[i + 1];
    const to = clock.ofEvent(next ? next.firstEvent : Math.max(birth, events.last));
    yield slice(track, label, clock.ofEvent(birth), to, { rawState, event: birth, legal });
  }
}

/** Calls that run at once are beside each other. */
function* ofTools(
  calls: readonly ToolCall[],
  next: () => Track,
  timeline: Timeline,
  clock: TraceClock,
): Generator<TraceEvent> {
  const { lastEvent } = timeline;
  const spans = calls.map((call) => {
    const from = clock.of(call.item.time, call.firstEvent);
    const end = call.end === null ? lastEvent : Math.max(call.end.firstEvent, call.firstEvent);
    return { call, from, to: Math.max(from, clock.ofEvent(end)) };
  });
  for (const [lane, inLane] of lanesOf(spans).entries()) {
    const track = next();
    yield* named(track.pid, lane === 0 ? "Tools" : `Tools (${lane + 1})`, track.tid);
    for (const { call, from, to } of inLane) {
      const { name, agent, callId, args, result } = call.fieldsAt(lastEvent);
      const state = call.stateAt(timeline, lastEvent);
      const facts = { state, agent, callId, arguments: args, result, event: call.firstEvent };
      yield slice(track, name ?? agent ?? "tool", from, to, facts);
    }
  }
}

function* ofArtifact(
  { entries }: Timeline,
  artifact: ArtifactStream,
  track: Track,
  clock: TraceClock,
): Generator<TraceEvent> {
  const { artifactId, names, firstEvent: birth, revisions, entry } = artifact;
  const title = names.latest ?? artifactId;
  yield* named(track.pid, `Artifact ${title}`, track.tid);
  const last = entries[entry]?.events.last ?? birth;
  const facts = { artifactId, revisions: revisions.length, chunks: artifact.current?.chunkCount };
  yield slice(track, title, clock.ofEvent(birth), clock.ofEvent(last), facts);
  for (const revision of revisions) {
    for (let i = 0; i < revision.chunkCount; i++) {
      const { event, from, to } = revision.chunkAt(i);
      yield instant(track, "chunk", clock.ofEvent(event), { event, characters: to - from });
    }
  }
}
