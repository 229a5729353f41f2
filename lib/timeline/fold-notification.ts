/**
 * Notifications: what an agent posts to Loupe besides what it says in streams and answers. They
 * come late, twice and in any order, and mostly repeat what a stream tells.
 *
 * The rule, decided at each event by what came before it:
 * - One that is not believed changes nothing.
 * - About a task that no stream has told of, notifications are news like any other, all that came
 *   to one inbox as one teller; only a state that follows a task's end is none.
 * - About a task that a stream has told of, a notification is a delivery: kept with its bytes and
 *   shown by its own row, to be compared. It changes nothing of the task, with one exception: when
 *   all those streams are over and left the task at work, how it came to rest is taken from it.
 */

import {
  type ProtocolEvent,
  type Status,
  type TaskState,
  TERMINAL_STATES,
  WAITING_STATES,
} from "../protocol/model.ts";
import { getStateLabel } from "../protocol/state-names.ts";
import { addToEntry, createEntryOrigin, type FoldContext } from "./fold-context.ts";
import { applyStatus, getOrCreateLane, resolveLane } from "./fold-task.ts";
import type { TaskLane } from "./task.ts";
import { OrderIssue } from "./timeline.ts";

/** Folds the event of a notification; `asUsual` folds it like one of an answer. */
export function foldNotification(
  context: FoldContext,
  event: ProtocolEvent,
  asUsual: () => void,
): void {
  const { exchange, timeline } = context;
  const subject = exchange.rejectionReason === null ? findSubject(context, event) : null;
  if (exchange.entry < 0) addNotificationEntry(context, event, subject?.lane?.index ?? -1);
  const own = timeline.entries[exchange.entry];
  if (!subject) return addToEntry(context, exchange.entry);
  const { lane, status } = subject;
  const taken = lane ? decideEffect(context, lane, status) : "all";
  if (taken === "all") {
    asUsual();
    if (context.entry !== exchange.entry) own?.events.add(context.ordinal, context.bytes);
    return;
  }
  if (lane) resolveLane(context, lane.id, subject.contextId);
  addToEntry(context, exchange.entry);
  if (taken === "state" && lane && status) applyStatus(context, lane, status, subject.source);
  else context.disorder |= OrderIssue.Delivered;
}

interface NotificationSubject {
  readonly lane: TaskLane | null;
  readonly contextId: string | null;
  readonly status: Status | null;
  readonly source: "update" | "snapshot";
}

/** What the event is about; `null` for what is no news of a task and no message. */
function findSubject(context: FoldContext, event: ProtocolEvent): NotificationSubject | null {
  switch (event.kind) {
    case "artifact":
      return createTaskSubject(context, event.taskId, event.contextId, null, "update");
    case "status":
      return createTaskSubject(context, event.taskId, event.contextId, event.status, "update");
    case "task": {
      const { id, contextId, status } = event.task;
      return createTaskSubject(context, id, contextId, status, "snapshot");
    }
    case "message": {
      const { taskId, contextId } = event.message;
      const lane = context.timeline.taskByKey.get(taskId ?? "") ?? null;
      return { lane, contextId, status: null, source: "update" };
    }
    default:
      return null;
  }
}

function createTaskSubject(
  context: FoldContext,
  id: string | null,
  contextId: string | null,
  status: Status | null,
  source: NotificationSubject["source"],
): NotificationSubject {
  const lane = id === null ? null : getOrCreateLane(context, id);
  return { lane, contextId, status, source };
}

function decideEffect(
  { timeline: { exchanges } }: FoldContext,
  lane: TaskLane,
  status: Status | null,
): "all" | "state" | "nothing" {
  const before = lane.state;
  const after = status?.state ?? null;
  if (lane.streams.length === 0) {
    const isOver = before !== null && TERMINAL_STATES.has(before);
    return isOver && after !== null && after !== before ? "nothing" : "all";
  }
  const isTold = lane.streams.some((index) => exchanges[index]?.end === null);
  const comesToRest =
    after !== null &&
    isTerminalOrWaiting(after) &&
    !(before !== null && isTerminalOrWaiting(before));
  return !isTold && comesToRest ? "state" : "nothing";
}

function isTerminalOrWaiting(state: TaskState): boolean {
  return TERMINAL_STATES.has(state) || WAITING_STATES.has(state);
}

/** The row of the notification itself. */
function addNotificationEntry(context: FoldContext, event: ProtocolEvent, task: number): void {
  const { exchange, timeline } = context;
  exchange.notification = { firstEvent: context.ordinal, label: describeEvent(event) };
  exchange.entry = timeline.entries.length;
  const received = exchange.rejectionReason === null ? "received" : "not believed";
  timeline.entries.push({
    ...timeline.createEntryBase(createEntryOrigin(context, task)),
    kind: "http",
    title: `Notification ${received}: ${exchange.notification.label}`,
    httpKind: "notification",
  });
}

function describeEvent(event: ProtocolEvent): string {
  switch (event.kind) {
    case "artifact":
      return `artifact ${event.artifact.name ?? event.artifact.artifactId ?? ""}`.trim();
    case "status":
      return `state ${getStateLabel(event.status)}`;
    case "task":
      return `task ${getStateLabel(event.task.status)}`;
    case "message":
      return "message";
    case "error":
      return "error";
    case "request":
      return event.request.method;
    default:
      return "nothing of A2A";
  }
}
