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
  moment: FoldContext,
  event: ProtocolEvent,
  asUsual: () => void,
): void {
  const { exchange, timeline } = moment;
  const subject = exchange.rejectionReason === null ? findSubject(moment, event) : null;
  if (exchange.entry < 0) addNotificationEntry(moment, event, subject?.lane?.index ?? -1);
  const own = timeline.entries[exchange.entry];
  if (!subject) return addToEntry(moment, exchange.entry);
  const { lane, status } = subject;
  const taken = lane ? decideEffect(moment, lane, status) : "all";
  if (taken === "all") {
    asUsual();
    if (moment.entry !== exchange.entry) own?.events.add(moment.ordinal, moment.bytes);
    return;
  }
  if (lane) resolveLane(moment, lane.id, subject.contextId);
  addToEntry(moment, exchange.entry);
  if (taken === "state" && lane && status) applyStatus(moment, lane, status, subject.source);
  else moment.disorder |= OrderIssue.Delivered;
}

interface NotificationSubject {
  readonly lane: TaskLane | null;
  readonly contextId: string | null;
  readonly status: Status | null;
  readonly source: "update" | "snapshot";
}

/** What the event is about; `null` for what is no news of a task and no message. */
function findSubject(moment: FoldContext, event: ProtocolEvent): NotificationSubject | null {
  switch (event.kind) {
    case "artifact":
      return createTaskSubject(moment, event.taskId, event.contextId, null, "update");
    case "status":
      return createTaskSubject(moment, event.taskId, event.contextId, event.status, "update");
    case "task": {
      const { id, contextId, status } = event.task;
      return createTaskSubject(moment, id, contextId, status, "snapshot");
    }
    case "message": {
      const { taskId, contextId } = event.message;
      const lane = moment.timeline.taskByKey.get(taskId ?? "") ?? null;
      return { lane, contextId, status: null, source: "update" };
    }
    default:
      return null;
  }
}

function createTaskSubject(
  moment: FoldContext,
  id: string | null,
  contextId: string | null,
  status: Status | null,
  source: NotificationSubject["source"],
): NotificationSubject {
  const lane = id === null ? null : getOrCreateLane(moment, id);
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
function addNotificationEntry(moment: FoldContext, event: ProtocolEvent, task: number): void {
  const { exchange, timeline } = moment;
  exchange.notification = { firstEvent: moment.ordinal, label: describeEvent(event) };
  exchange.entry = timeline.entries.length;
  const received = exchange.rejectionReason === null ? "received" : "not believed";
  timeline.entries.push({
    ...timeline.createEntryBase(createEntryOrigin(moment, task)),
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
