/**
 * The fold: one event at a time onto the timeline. Work per event is constant, or in proportion
 * to the event's own size; what was there before is stamped, never rewritten.
 */

import type { DecodeFlags } from "../protocol/decode-flags.ts";
import { getGrpcStatusName } from "../protocol/grpc/status-names.ts";
import {
  EVENT_KINDS,
  type ProtocolError,
  type ProtocolEvent,
  type Task,
} from "../protocol/model.ts";
import { getStateLabel } from "../protocol/state-names.ts";
import { formatPlural } from "../wire/plural.ts";
import type { Exchange } from "./exchange.ts";
import { applyArtifact } from "./fold-artifact.ts";
import { foldNotified } from "./fold-notified.ts";
import { applySnapshot, applyStatus, knowsEnd, laneOf, meet, noteAsked } from "./fold-task.ts";
import { type Moment, placeOf, touch } from "./moment.ts";
import type { TaskLane } from "./task.ts";
import { Disorder, type Entry, type Timeline } from "./timeline.ts";
import { trackBits } from "./track.ts";

/** Where an event's frame stood in its exchange's body, and when it was complete. */
export interface FramePlace {
  readonly start: number;
  readonly end: number;
  readonly bytes: number;
  readonly time: number;
}

/** Gives what it noticed about the event's place among the others: bits of `Disorder`. */
export function fold(
  timeline: Timeline,
  exchange: Exchange,
  event: ProtocolEvent,
  notes: Readonly<DecodeFlags>,
  frame: FramePlace,
): number {
  const { time, bytes } = frame;
  const ordinal = timeline.events.length;
  const moment: Moment = { timeline, exchange, ordinal, time, bytes, disorder: 0, entry: -1 };
  exchange.events.add(ordinal, bytes);
  exchange.noteEvidence(notes.evidence, ordinal);
  if (event.kind === "request") exchange.final = -1;
  if (exchange.final >= 0) moment.disorder |= Disorder.AfterFinal;
  if (exchange.open.record.inbound) foldNotified(moment, event, () => place(moment, event));
  else place(moment, event);

  const { events } = timeline;
  events.kind.push(KIND_NUMBER[event.kind]);
  events.exchange.push(exchange.index);
  events.entry.push(Math.max(0, moment.entry));
  events.start.push(frame.start);
  events.end.push(frame.end);
  events.time.push(time);
  events.evidence.push(notes.evidence);
  events.irregular.push(notes.irregular);
  events.disorder.push(moment.disorder);
  events.entries.push(timeline.entries.length);
  const metadata = moment.disorder & Disorder.Delivered ? null : metadataOf(event);
  if (metadata !== null) timeline.metadata.add(ordinal, metadata);
  const entry = timeline.entries[moment.entry];
  if (notes.irregular !== 0) {
    trackBits(timeline.irregular, notes.irregular, ordinal);
    if (entry) noteProblems(entry, "irregular", notes.irregular, ordinal);
  }
  if (moment.disorder !== 0) {
    trackBits(timeline.disorder, moment.disorder, ordinal);
    if (entry) noteProblems(entry, "disorder", moment.disorder, ordinal);
  }
  return moment.disorder;
}

function metadataOf(event: ProtocolEvent): unknown {
  if (event.kind === "status" || event.kind === "artifact") return event.metadata;
  return event.kind === "task" ? event.task.metadata : null;
}

/** An entry remembers each kind of problem once; a flood of one costs it nothing more. */
function noteProblems(
  entry: Entry,
  of: "irregular" | "disorder",
  bits: number,
  birth: number,
): void {
  const known = entry.problems.reduce((sum, p) => (p.of === of ? sum | p.bit : sum), 0);
  for (let rest = bits & ~known; rest !== 0; rest &= rest - 1) {
    entry.problems = [...entry.problems, { of, bit: rest & -rest, birth }];
  }
}

const KIND_NUMBER = Object.fromEntries(EVENT_KINDS.map((kind, i) => [kind, i])) as Readonly<
  Record<ProtocolEvent["kind"], number>
>;

function place(moment: Moment, event: ProtocolEvent): void {
  switch (event.kind) {
    case "artifact": {
      const lane = laneOf(moment, event.taskId, event.contextId);
      if (knowsEnd(moment, lane)) moment.disorder |= Disorder.AfterTerminal;
      return applyArtifact(moment, lane, event);
    }
    case "status": {
      const lane = laneOf(moment, event.taskId, event.contextId);
      if (knowsEnd(moment, lane)) moment.disorder |= Disorder.AfterTerminal;
      applyStatus(moment, lane, event.status, "update");
      if (event.final === true) moment.exchange.final = moment.ordinal;
      return;
    }
    case "task": {
      const lane = laneOf(moment, event.task.id, event.task.contextId);
      return showWhole(moment, lane, event.task);
    }
    case "message":
      return placeReply(moment, event);
    case "error":
      return placeError(moment, event);
    case "request":
      return placeRequest(moment, event);
    case "card":
      if (event.protocolVersion) {
        moment.timeline.cardVersion.set(moment.ordinal, event.protocolVersion);
      }
      return placeOther(moment, "Agent card", event.name ?? "");
    case "tasks":
      return placeOther(moment, ...toldOfList(event));
    case "configs":
      return placeOther(moment, ...toldOfConfigs(event));
    case "answer":
      return placeOther(moment, event.title, "");
    case "other":
      return isUnderFailure(moment)
        ? placeError(moment, { kind: "error", error: failureIn(event.reason) }, false)
        : placeOther(moment, event.title, event.reason);
  }
}

type EventOf<K extends ProtocolEvent["kind"]> = Extract<ProtocolEvent, { kind: K }>;

/** A stream may show the task that it told the end of once more, as it is then known. */
function showWhole(moment: Moment, lane: TaskLane, task: Task): void {
  const { exchange } = moment;
  const isOver = exchange.isStream && exchange.over.has(lane.index);
  const known = lane.artifacts.length;
  applySnapshot(moment, lane, task);
  if (!isOver) return;
  const isAgain = exchange.shownOver.has(lane.index);
  if (isAgain || lane.artifacts.length > known) moment.disorder |= Disorder.AfterTerminal;
  exchange.shownOver.add(lane.index);
}

function placeReply(moment: Moment, { message }: EventOf<"message">): void {
  const { exchange, timeline } = moment;
  if (exchange.currentTask >= 0) moment.disorder |= Disorder.MessageBesideTask;
  exchange.replies.add(moment.ordinal);
  exchange.sent = null;
  const known = message.taskId === null ? undefined : timeline.taskByKey.get(message.taskId);
  meet(moment, message, known ?? null, "reply", -1);
}

/** Did the answer fail by its status of HTTP, so that its row has what the body says? */
function isUnderFailure({ timeline, exchange }: Moment): boolean {
  return timeline.entries[exchange.entry]?.kind === "error";
}

/** What is no JSON says in its own words why it failed. */
function failureIn(message: string): ProtocolError {
  return { code: null, reason: null, message, data: null, layer: "http" };
}

/** `isTold`: the agent called it an error, and not only its status does. */
function placeError(moment: Moment, { error }: EventOf<"error">, isTold = true): void {
  const { exchange, timeline } = moment;
  if (isTold) exchange.errors.add(moment.ordinal);
  const own = timeline.entries[exchange.entry];
  // The answer's own row already says that it failed; its body belongs to that row.
  if (error.layer !== "grpc" && own?.kind === "error") {
    own.body ??= { birth: moment.ordinal, error };
    return touch(moment, own.index);
  }
  const title = titleOf(error);
  timeline.entries.push({
    ...timeline.entryBase(placeOf(moment, exchange.currentTask)),
    kind: "error",
    title,
    detail: error.message,
    error,
  });
  touch(moment, timeline.entries.length - 1);
}

function titleOf({ code, reason, layer }: ProtocolError): string {
  if (code === null) return reason ?? "Error";
  return layer === "grpc" ? `${getGrpcStatusName(code)} (${code})` : `Error ${code}`;
}

/** A request inside a log of payloads: what a client sent, between what it received. */
function placeRequest(moment: Moment, { request }: EventOf<"request">): void {
  const { timeline, exchange } = moment;
  exchange.spoken ??= { birth: moment.ordinal, request };
  // What follows answers this request, and need not be of the task before.
  noteAsked(timeline, exchange, request);
  const lane = timeline.tasks[exchange.currentTask];
  if (request.message) {
    const fact = meet(moment, request.message, lane ?? null, "status", -1);
    if (!lane) exchange.sent = fact;
    return;
  }
  timeline.entries.push({
    ...timeline.entryBase(placeOf(moment, lane?.index ?? -1)),
    kind: "http",
    title: request.method,
    moment: "request",
  });
  touch(moment, timeline.entries.length - 1);
}

/**
 * What is listed stands in no lane: an item is a task in passing, without what it was not asked
 * for, and as old as its page.
 */
function toldOfList({ tasks, nextPageToken }: EventOf<"tasks">): [title: string, detail: string] {
  const states = new Map<string, number>();
  for (const { status } of tasks) {
    const label = getStateLabel(status);
    states.set(label, (states.get(label) ?? 0) + 1);
  }
  const counts = [...states].map(([state, count]) => `${count} ${state}`);
  return [counted(tasks.length, "task"), [...counts, ...goesOn(nextPageToken)].join(", ")];
}

function toldOfConfigs(event: EventOf<"configs">): [title: string, detail: string] {
  const { configs, isList, nextPageToken } = event;
  const what = "push notification configuration";
  const title = isList ? counted(configs.length, what) : "Push notification configuration";
  return [title, [...configs.map(({ url }) => url), ...goesOn(nextPageToken)].join(", ")];
}

function goesOn(nextPageToken: string | null): string[] {
  return nextPageToken ? ["more on the next page"] : [];
}

function counted(count: number, what: string): string {
  if (count === 0) return `No ${what}s`;
  return formatPlural(count, what);
}

function placeOther(moment: Moment, title: string, detail: string): void {
  const { timeline, exchange } = moment;
  if (exchange.entry >= 0 && exchange.request === null) return touch(moment, exchange.entry);
  timeline.entries.push({
    ...timeline.entryBase(placeOf(moment, exchange.currentTask)),
    kind: "other",
    title,
    detail,
  });
  touch(moment, timeline.entries.length - 1);
}
