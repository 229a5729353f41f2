/**
 * Folds push notifications, which an agent posts in addition to its streams and responses. They
 * arrive late, repeatedly and in any order, and mostly repeat a stream.
 *
 * The rule, decided at each event by what precedes it:
 * - A rejected notification changes nothing.
 * - If no stream has delivered the task, notifications are folded like any other event, and all
 *   notifications to one inbox count as one stream. Only a state after the task's end is ignored.
 * - If a stream has delivered the task, a notification is a delivery: kept with its bytes, shown as
 *   its own row and compared with the stream. It does not change the task, with one exception: if
 *   all those streams ended while the task was running, its terminal or waiting state is taken from
 *   the notification.
 */

import {
  isTerminalOrWaiting,
  type ProtocolEvent,
  type Status,
  TERMINAL_STATES,
} from "../protocol/model.ts";
import { getStateLabel } from "../protocol/state-names.ts";
import { addToEntry, createEntryOrigin, type FoldContext } from "./fold-context.ts";
import { applyStatus, getOrCreateLane, resolveLane } from "./fold-task.ts";
import type { TaskLane } from "./task.ts";
import { OrderIssue } from "./timeline.ts";

/** Folds the event of a notification; `foldNormally` folds it like the event of a response. */
export function foldNotification(
  context: FoldContext,
  event: ProtocolEvent,
  foldNormally: () => void,
): void {
  const { exchange, timeline } = context;
  const subject = exchange.rejectionReason === null ? findSubject(context, event) : null;
  if (exchange.entry < 0) addNotificationEntry(context, event, subject?.lane?.index ?? -1);
  const own = timeline.entries[exchange.entry];
  if (!subject) return addToEntry(context, exchange.entry);
  const { lane, status } = subject;
  const taken = lane ? decideEffect(context, lane, status) : "all";
  if (taken === "all") {
    foldNormally();
    if (context.entry !== exchange.entry) own?.events.add(context.ordinal, context.bytes);
    return;
  }
  if (lane) resolveLane(context, lane.id, subject.contextId);
  addToEntry(context, exchange.entry);
  if (taken === "state" && lane && status) applyStatus(context, lane, status, subject.source);
  else context.orderIssues |= OrderIssue.Delivered;
}

interface NotificationSubject {
  readonly lane: TaskLane | null;
  readonly contextId: string | null;
  readonly status: Status | null;
  readonly source: "update" | "snapshot";
}

/** The task or message the event is about; `null` for other events. */
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
  const isStreaming = lane.streams.some((index) => exchanges[index]?.end === null);
  const comesToRest = isTerminalOrWaiting(after) && !isTerminalOrWaiting(before);
  return !isStreaming && comesToRest ? "state" : "nothing";
}

/** Adds the notification's own row. */
function addNotificationEntry(context: FoldContext, event: ProtocolEvent, task: number): void {
  const { exchange, timeline } = context;
  exchange.notification = { firstEvent: context.ordinal, label: describeEvent(event) };
  exchange.entry = timeline.entries.length;
  const received = exchange.rejectionReason === null ? "received" : "rejected";
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
      return "no A2A";
  }
}
