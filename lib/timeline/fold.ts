/**
 * The fold: adds one event at a time to the timeline.
 *
 * **Guarantees:** the work per event is constant or proportional to the event's own size; existing
 * facts are marked, never rewritten.
 */

import type { DecodedEvent } from "../protocol/classify.ts";
import type { DecodeFlags } from "../protocol/decode-flags.ts";
import type { CloudEvent } from "../protocol/envelope.ts";
import { getGrpcStatusName } from "../protocol/grpc/status.ts";
import {
  EVENT_KINDS,
  isTerminalOrWaiting,
  type ProtocolError,
  type ProtocolEvent,
  type Task,
} from "../protocol/model.ts";
import { getStateLabel } from "../protocol/state-names.ts";
import { formatPlural } from "../text/plural.ts";
import { markBits } from "./event-index.ts";
import type { Exchange } from "./exchange.ts";
import { applyArtifactUpdate } from "./fold-artifact.ts";
import { addToEntry, createEntryOrigin, type FoldContext } from "./fold-context.ts";
import { foldNotification } from "./fold-notification.ts";
import {
  applyRequest,
  applySnapshot,
  applyStatus,
  foldMessage,
  hasSeenEnd,
  resolveLane,
  takePendingMessage,
} from "./fold-task.ts";
import type { TaskLane } from "./task.ts";
import { type Entry, OrderIssue, type Timeline } from "./timeline.ts";

/** Where an event's frame is in its exchange's body, and when it was complete. */
export interface FrameExtent {
  readonly start: number;
  readonly end: number;
  readonly bytes: number;
  readonly time: number;
}

/** Folds one event. Returns its order issues: bits of `OrderIssue`. */
export function foldEvent(
  timeline: Timeline,
  exchange: Exchange,
  event: ProtocolEvent,
  notes: Readonly<DecodeFlags> & Pick<DecodedEvent, "cloudEvent">,
  frame: FrameExtent,
): number {
  const { time, bytes } = frame;
  const ordinal = timeline.events.length;
  const context: FoldContext = {
    timeline,
    exchange,
    ordinal,
    time,
    bytes,
    orderIssues: 0,
    entry: -1,
  };
  exchange.events.add(ordinal, bytes);
  exchange.recordEvidence(notes.evidence, ordinal);
  if (notes.cloudEvent) addCloudEvent(timeline, ordinal, event, notes.cloudEvent);
  if (event.kind === "request") exchange.finalEvent = -1;
  if (exchange.finalEvent >= 0) context.orderIssues |= OrderIssue.AfterFinal;
  if (exchange.open.record.inbound)
    foldNotification(context, event, () => foldByKind(context, event));
  else foldByKind(context, event);
  if (isQuotedByVerdict(event)) exchange.body.keep(frame.start, frame.end);

  const { events } = timeline;
  events.kind.push(KIND_NUMBERS[event.kind]);
  events.exchange.push(exchange.index);
  events.entry.push(Math.max(0, context.entry));
  events.start.push(frame.start);
  events.end.push(frame.end);
  events.time.push(time);
  events.evidence.push(notes.evidence);
  events.decodeIssues.push(notes.decodeIssues);
  events.orderIssues.push(context.orderIssues);
  events.entries.push(timeline.entries.length);
  const metadata = context.orderIssues & OrderIssue.Delivered ? null : getEventMetadata(event);
  if (metadata !== null) timeline.metadata.add(ordinal, metadata);
  const entry = timeline.entries[context.entry];
  if (notes.decodeIssues !== 0) {
    markBits(timeline.decodeIssueEvents, notes.decodeIssues, ordinal);
    if (entry) addIssues(entry, "decode", notes.decodeIssues, ordinal);
  }
  if (context.orderIssues !== 0) {
    markBits(timeline.orderIssueEvents, context.orderIssues, ordinal);
    if (entry) addIssues(entry, "order", context.orderIssues, ordinal);
  }
  return context.orderIssues;
}

/** Of a message, the type is enough; that of an update says no more than the update. */
function addCloudEvent(
  { cloudEvents }: Timeline,
  ordinal: number,
  { kind }: ProtocolEvent,
  { type, data }: CloudEvent,
): void {
  if (kind === "message") cloudEvents.add(ordinal, { type, data: null });
  else if (kind === "other") cloudEvents.add(ordinal, { type, data });
}

/** A verdict quotes the frames of errors, and of states in which a task stops. */
function isQuotedByVerdict(event: ProtocolEvent): boolean {
  if (event.kind === "error") return true;
  if (event.kind !== "status" && event.kind !== "task") return false;
  const { state } = event.kind === "task" ? event.task.status : event.status;
  return isTerminalOrWaiting(state);
}

function getEventMetadata(event: ProtocolEvent): unknown {
  if (event.kind === "status" || event.kind === "artifact") return event.metadata;
  return event.kind === "task" ? event.task.metadata : null;
}

/** An entry stores each kind of issue once, so a flood of one kind costs nothing more. */
function addIssues(entry: Entry, of: "decode" | "order", bits: number, firstEvent: number): void {
  const known = entry.issues.reduce((sum, p) => (p.of === of ? sum | p.bit : sum), 0);
  for (let rest = bits & ~known; rest !== 0; rest &= rest - 1) {
    entry.issues = [...entry.issues, { of, bit: rest & -rest, firstEvent }];
  }
}

const KIND_NUMBERS = Object.fromEntries(EVENT_KINDS.map((kind, i) => [kind, i])) as Readonly<
  Record<ProtocolEvent["kind"], number>
>;

function foldByKind(context: FoldContext, event: ProtocolEvent): void {
  switch (event.kind) {
    case "artifact": {
      const lane = resolveLane(context, event.taskId, event.contextId);
      if (hasSeenEnd(context, lane)) context.orderIssues |= OrderIssue.AfterTerminal;
      return applyArtifactUpdate(context, lane, event);
    }
    case "status": {
      const lane = resolveLane(context, event.taskId, event.contextId);
      if (hasSeenEnd(context, lane)) context.orderIssues |= OrderIssue.AfterTerminal;
      applyStatus(context, lane, event.status, "update");
      if (event.final === true) context.exchange.finalEvent = context.ordinal;
      return;
    }
    case "task": {
      const lane = resolveLane(context, event.task.id, event.task.contextId);
      return foldSnapshot(context, lane, event.task);
    }
    case "message":
      return foldReply(context, event);
    case "error":
      return foldError(context, event);
    case "request":
      return foldRequest(context, event);
    case "card":
      if (event.protocolVersion) {
        context.timeline.cardVersion.set(context.ordinal, event.protocolVersion);
      }
      return foldOther(context, "Agent card", event.name ?? "");
    case "tasks":
      return foldOther(context, ...describeTaskPage(event));
    case "configs":
      return foldOther(context, ...describeConfigs(event));
    case "answer":
      return foldOther(context, event.title, "");
    case "other":
      return isUnderFailure(context)
        ? foldError(context, { kind: "error", error: failureIn(event.reason) }, false)
        : foldOther(context, event.title, event.reason);
  }
}

type EventOf<K extends ProtocolEvent["kind"]> = Extract<ProtocolEvent, { kind: K }>;

/** A stream may send a finished task once more as a snapshot. */
function foldSnapshot(context: FoldContext, lane: TaskLane, task: Task): void {
  const { exchange } = context;
  const isOver = exchange.isStream && exchange.finishedTasks.has(lane.index);
  const known = lane.artifacts.length;
  applySnapshot(context, lane, task);
  if (!isOver) return;
  const isAgain = exchange.reshownTasks.has(lane.index);
  if (isAgain || lane.artifacts.length > known) context.orderIssues |= OrderIssue.AfterTerminal;
  exchange.reshownTasks.add(lane.index);
}

function foldReply(context: FoldContext, { message }: EventOf<"message">): void {
  const { exchange, timeline } = context;
  if (exchange.currentTask >= 0) context.orderIssues |= OrderIssue.MessageBesideTask;
  exchange.replies.add(context.ordinal);
  takePendingMessage(exchange);
  const known = message.taskId === null ? undefined : timeline.taskByKey.get(message.taskId);
  foldMessage(context, message, known ?? null, "reply", -1);
}

/** Did the response fail by its HTTP status? Then its row also shows the body. */
function isUnderFailure({ timeline, exchange }: FoldContext): boolean {
  return timeline.entries[exchange.entry]?.kind === "error";
}

/** The error of a failed response whose body is not JSON. */
function failureIn(message: string): ProtocolError {
  return { code: null, reason: null, message, data: null, layer: "http" };
}

/** `isExplicit`: the agent sent an error object, not only a failing status. */
function foldError(context: FoldContext, { error }: EventOf<"error">, isExplicit = true): void {
  const { exchange, timeline } = context;
  if (isExplicit) exchange.errors.add(context.ordinal);
  const own = timeline.entries[exchange.entry];
  // The response's own row already shows the failure; the body belongs to that row.
  if (error.layer !== "grpc" && own?.kind === "error") {
    own.body ??= { firstEvent: context.ordinal, error };
    return addToEntry(context, own.index);
  }
  const title = formatErrorTitle(error);
  timeline.entries.push({
    ...timeline.createEntryBase(createEntryOrigin(context, exchange.currentTask)),
    kind: "error",
    title,
    detail: error.message,
    error,
  });
  addToEntry(context, timeline.entries.length - 1);
}

function formatErrorTitle({ code, reason, layer }: ProtocolError): string {
  if (code === null) return reason ?? "Error";
  return layer === "grpc" ? `${getGrpcStatusName(code)} (${code})` : `Error ${code}`;
}

/** Number of earlier requests without a response whose messages are kept. */
const MAX_PENDING = 31;

/** Folds a request inside a log of payloads, between what the client received. */
function foldRequest(context: FoldContext, { request }: EventOf<"request">): void {
  const { timeline, exchange } = context;
  exchange.inlineRequest ??= { firstEvent: context.ordinal, request };
  // Later events respond to this request and may belong to another task.
  applyRequest(timeline, exchange, request);
  const lane = timeline.tasks[exchange.currentTask];
  if (request.message) {
    const fact = foldMessage(context, request.message, lane ?? null, "status", -1);
    if (lane) return;
    const pending = { requestId: request.id, message: fact };
    exchange.pendingMessages = [...exchange.pendingMessages.slice(-MAX_PENDING), pending];
    return;
  }
  timeline.entries.push({
    ...timeline.createEntryBase(createEntryOrigin(context, lane?.index ?? -1)),
    kind: "http",
    title: request.method,
    httpKind: "request",
  });
  addToEntry(context, timeline.entries.length - 1);
}

/** Describes a page of tasks. Listed tasks get no lane: they are partial and as old as the page. */
function describeTaskPage({
  tasks,
  nextPageToken,
}: EventOf<"tasks">): [title: string, detail: string] {
  const states = new Map<string, number>();
  for (const { status } of tasks) {
    const label = getStateLabel(status);
    states.set(label, (states.get(label) ?? 0) + 1);
  }
  const counts = [...states].map(([state, count]) => `${count} ${state}`);
  return [
    formatCount(tasks.length, "task"),
    [...counts, ...describeNextPage(nextPageToken)].join(", "),
  ];
}

function describeConfigs(event: EventOf<"configs">): [title: string, detail: string] {
  const { configs, isList, nextPageToken } = event;
  const what = "push notification configuration";
  const title = isList ? formatCount(configs.length, what) : "Push notification configuration";
  return [title, [...configs.map(({ url }) => url), ...describeNextPage(nextPageToken)].join(", ")];
}

function describeNextPage(nextPageToken: string | null): string[] {
  return nextPageToken ? ["more on the next page"] : [];
}

function formatCount(count: number, what: string): string {
  if (count === 0) return `No ${what}s`;
  return formatPlural(count, what);
}

function foldOther(context: FoldContext, title: string, detail: string): void {
  const { timeline, exchange } = context;
  const isCloudEvent = timeline.cloudEvents.get(context.ordinal) !== undefined;
  if (!isCloudEvent && exchange.entry >= 0 && exchange.request === null)
    return addToEntry(context, exchange.entry);
  timeline.entries.push({
    ...timeline.createEntryBase(createEntryOrigin(context, exchange.currentTask)),
    kind: "other",
    title,
    detail,
  });
  addToEntry(context, timeline.entries.length - 1);
}
