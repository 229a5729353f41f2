/** Folds tasks: the lane an event belongs to, its states, and whole snapshots. */

import {
  type Message,
  type RpcRequest,
  type Status,
  type Task,
  type TaskState,
  TERMINAL_STATES,
} from "../protocol/model.ts";
import { getSessionId } from "../protocol/request.ts";
import { getStateLabel } from "../protocol/state-names.ts";
import { type ArtifactStream, createAnonymousIdentity, getArtifactIdentity } from "./artifact.ts";
import type { Exchange } from "./exchange.ts";
import { applySnapshotArtifact } from "./fold-artifact.ts";
import { addToEntry, createEntryOrigin, type FoldContext } from "./fold-context.ts";
import { addMessage, assignTask } from "./messages.ts";
import { isLegalTransition, TaskLane, type Transition } from "./task.ts";
import { OrderIssue, type Timeline, type TimelineMessage } from "./timeline.ts";

/** The lane of a task id; without an id, the current lane of the exchange. */
export function resolveLane(
  context: FoldContext,
  taskId: string | null,
  contextId: string | null,
): TaskLane {
  const { timeline, exchange } = context;
  if (taskId === null) context.orderIssues |= OrderIssue.NoTaskId;
  const current = timeline.tasks[exchange.currentTask];
  // The key of a task without an id is unique per exchange and cannot equal a sent id.
  const key = taskId ?? (current ? current.key : `\u0000${exchange.id}`);
  const known = current?.key === key ? current : timeline.taskByKey.get(key);
  const lane = known ?? createLane(context, key, taskId ?? "");
  // Notifications may arrive before the response, so a task that only they named is also new.
  const isNew = !lane.hasResponse && lane.firstEvent > exchange.firstEvent;
  if (isNew && exchange.finishedTaskAsked) startSilentTask(context, lane);
  else if (current && current !== lane) context.orderIssues |= OrderIssue.OtherTask;
  exchange.finishedTaskAsked = null;
  enterLane(context, lane);
  updateContext(context, lane, contextId ?? getRequestSession(exchange, lane));
  lane.events.add(context.ordinal, context.bytes);
  return lane;
}

/**
 * The message named a finished task, but a new task responds. Later events belong to the new one.
 */
function startSilentTask(context: FoldContext, lane: TaskLane): void {
  context.orderIssues |= OrderIssue.SilentNewTask;
  context.exchange.currentTask = lane.index;
}

/**
 * Records the request that is now current in the exchange, and whether it names a finished task.
 */
export function applyRequest(timeline: Timeline, exchange: Exchange, request: RpcRequest): void {
  const lane = request.taskId === null ? undefined : timeline.taskByKey.get(request.taskId);
  exchange.currentTask = lane?.index ?? -1;
  const isOver = lane?.state != null && TERMINAL_STATES.has(lane.state);
  exchange.finishedTaskAsked = request.message && lane && isOver ? lane : null;
  exchange.lastRequest = request;
}

/** The session id of the request (A2A 0.1), used if the agent sent no context. */
function getRequestSession({ lastRequest }: Exchange, lane: TaskLane): string | null {
  if (lastRequest === null || lastRequest.taskId !== lane.id || lane.contexts.latest !== undefined)
    return null;
  return getSessionId(lastRequest);
}

/** The lane of a task id, created if it does not exist. */
export function getOrCreateLane(context: FoldContext, id: string): TaskLane {
  return context.timeline.taskByKey.get(id) ?? createLane(context, id, id);
}

function createLane(context: FoldContext, key: string, id: string): TaskLane {
  const lane = new TaskLane(context.timeline.tasks.length, key, id, context.ordinal);
  context.timeline.tasks.push(lane);
  context.timeline.taskByKey.set(key, lane);
  return lane;
}

function enterLane(context: FoldContext, lane: TaskLane): void {
  const { exchange, timeline } = context;
  if (exchange.currentTask < 0) exchange.currentTask = lane.index;
  if (exchange.taskSet.has(lane.index)) return;
  exchange.taskSet.add(lane.index);
  exchange.tasks.push({ firstEvent: context.ordinal, task: lane.index });
  if (exchange.isStream) lane.streams.push(exchange.index);
  if (!exchange.open.record.inbound) lane.hasResponse = true;
  const message = takePendingMessage(exchange);
  if (message) assignTask(timeline, message, lane, context.ordinal);
}

/**
 * Removes and returns the message that the event responds to: the one whose request has its id, or
 * the latest. Earlier ones then have no response.
 */
export function takePendingMessage(exchange: Exchange): TimelineMessage | null {
  const { pendingMessages, envelopeId } = exchange;
  const asked = pendingMessages.findLast(({ requestId }) => requestId === envelopeId);
  exchange.pendingMessages = asked
    ? pendingMessages.filter(({ requestId }) => requestId !== envelopeId)
    : [];
  return (asked ?? pendingMessages.at(-1))?.message ?? null;
}

function updateContext(context: FoldContext, lane: TaskLane, contextId: string | null): void {
  if (contextId === null) return;
  const before = lane.contexts.latest;
  if (before === contextId) return;
  if (before !== undefined) context.orderIssues |= OrderIssue.ContextChanged;
  lane.contexts.set(context.ordinal, contextId);
  context.timeline.addContext(contextId, context.ordinal);
}

/**
 * Did this exchange already know that the task had finished? Parallel streams each report the same
 * end in their own time. Only what follows the end in the same stream, or in an exchange opened
 * after it, is late.
 */
export function hasSeenEnd({ exchange }: FoldContext, lane: TaskLane): boolean {
  // Notifications arrive in any order, so none is late.
  if (exchange.open.record.inbound) return false;
  const last = lane.transitions[lane.transitions.length - 1];
  if (last === undefined || !TERMINAL_STATES.has(last.state)) return false;
  return exchange.finishedTasks.has(lane.index) || exchange.firstEvent >= last.firstEvent;
}

export function applyStatus(
  context: FoldContext,
  lane: TaskLane,
  status: Status,
  source: Transition["source"],
): void {
  const entry = enterState(context, lane, status, source);
  if (entry >= 0) addToEntry(context, entry);
  if (status.message) foldMessage(context, status.message, lane, "status", entry);
}

/** Returns the entry of the task's current state; a change of state creates one. */
function enterState(
  context: FoldContext,
  lane: TaskLane,
  status: Status,
  source: Transition["source"],
): number {
  const before = lane.transitions[lane.transitions.length - 1];
  const { state, rawState } = status;
  lane.rawStates.set(context.ordinal, rawState);
  const label = getStateLabel(status);
  const isRepeat = before?.label === label;
  const afterEnd = before !== undefined && TERMINAL_STATES.has(before.state);
  const isLateRepeat = afterEnd && source === "update" && hasSeenEnd(context, lane);
  if (TERMINAL_STATES.has(state)) context.exchange.finishedTasks.add(lane.index);
  if (isRepeat && !isLateRepeat) return before.entry;

  const legal = isLegalTransition(before?.state ?? null, state);
  const ahead = legal ? null : findEarlierStateEntry(context, lane, state);
  if (ahead !== null) {
    context.orderIssues |= OrderIssue.AlreadyDelivered;
    return ahead;
  }
  const isBack = state === "submitted" && !afterEnd;
  // A repeated end is not a transition; that it is late is flagged elsewhere.
  if (!legal && !isRepeat)
    context.orderIssues |= isBack ? OrderIssue.BackToSubmitted : OrderIssue.IllegalTransition;
  const { timeline } = context;
  const entry = timeline.entries.length;
  const transition = { firstEvent: context.ordinal, state, rawState, label, legal, source, entry };
  lane.transitions.push(transition);
  timeline.entries.push({
    ...timeline.createEntryBase(createEntryOrigin(context, lane.index)),
    kind: "state",
    transition,
  });
  return entry;
}

/**
 * The entry of a state that a notification or another stream reported before this stream reached
 * it.
 */
function findEarlierStateEntry(
  { timeline, exchange }: FoldContext,
  lane: TaskLane,
  state: TaskState,
): number | null {
  const newest = lane.transitions.at(-1);
  const reporter = timeline.entries[newest?.entry ?? -1]?.exchange ?? -1;
  if (!newest || reporter === exchange.index || exchange.open.record.inbound) return null;
  const known = lane.transitions.findLast((one) => one.state === state)?.entry ?? null;
  if (timeline.exchanges[reporter]?.open.record.inbound === true) return known;
  const isBehind =
    newest.firstEvent > exchange.firstEvent && !exchange.finishedTasks.has(lane.index);
  return isBehind && !TERMINAL_STATES.has(state) ? (known ?? newest.entry) : null;
}

export function applySnapshot(context: FoldContext, lane: TaskLane, task: Task): void {
  // Some servers repeat the status message in the history. It belongs to its state.
  const own = task.status.message?.messageId ?? null;
  const isOwn = ({ messageId }: Message) => messageId !== null && messageId === own;
  for (const message of task.history)
    if (!isOwn(message)) foldMessage(context, message, lane, "history", -1);
  applyStatus(context, lane, task.status, "snapshot");
  for (const message of task.history)
    if (isOwn(message)) foldMessage(context, message, lane, "history", -1);
  const held = new Set<string>();
  let nameless = 0;
  for (const artifact of task.artifacts) {
    const identity = getArtifactIdentity(artifact) ?? createAnonymousIdentity(nameless++);
    held.add(applySnapshotArtifact(context, lane, artifact, identity));
  }
  lane.anonymousArtifacts = Math.max(lane.anonymousArtifacts, nameless);
  // Many snapshots omit all artifacts, so only one that has some can lack one.
  if (held.size === 0) return;
  for (const stream of lane.artifacts) {
    if (held.has(stream.key) || isFromOtherExchange(context, stream)) continue;
    stream.lackingSnapshots.add(context.ordinal);
    context.orderIssues |= OrderIssue.NotInSnapshot;
  }
}

/**
 * Did only another exchange deliver the artifact since this one was opened? Then the snapshot may
 * be older.
 */
function isFromOtherExchange(
  { exchange }: FoldContext,
  { firstEvent, duplicates }: ArtifactStream,
): boolean {
  return (
    firstEvent > exchange.streamSource.firstEvent && !duplicates.hasReported(exchange.streamSource)
  );
}

export function foldMessage(
  context: FoldContext,
  message: Message,
  lane: TaskLane | null,
  via: TimelineMessage["via"],
  parent: number,
): TimelineMessage {
  const { timeline } = context;
  if (message.contextId !== null) timeline.addContext(message.contextId, context.ordinal);
  const origin = createEntryOrigin(context, lane?.index ?? -1, parent);
  const occurrence = { ...origin, via, bytes: context.bytes };
  const { fact, isNew, orderIssues } = addMessage(timeline, message, occurrence);
  context.orderIssues |= orderIssues;
  if (!isNew && via === "status" && message.messageId === null) {
    timeline.repeatedMessages.add(context.ordinal, fact.index);
  }
  if (lane && !isNew) assignTask(timeline, fact, lane, context.ordinal);
  // Snapshots repeat old messages. Do not extend a message's events up to here.
  if (via !== "history" && (isNew || via === "reply")) addToEntry(context, fact.entry);
  else if (isNew) timeline.entries[fact.entry]?.events.add(context.ordinal, context.bytes);
  return fact;
}
