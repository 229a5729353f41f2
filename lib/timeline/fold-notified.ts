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
import { applyStatus, laneOf, meetLane } from "./fold-task.ts";
import { type Moment, placeOf, touch } from "./moment.ts";
import type { TaskLane } from "./task.ts";
import { Disorder } from "./timeline.ts";

/** Folds the event of a notification; `asUsual` folds it like one of an answer. */
export function foldNotified(moment: Moment, event: ProtocolEvent, asUsual: () => void): void {
  const { exchange, timeline } = moment;
  const subject = exchange.refused === null ? subjectOf(moment, event) : null;
  if (exchange.entry < 0) announce(moment, event, subject?.lane?.index ?? -1);
  const own = timeline.entries[exchange.entry];
  if (!subject) return touch(moment, exchange.entry);
  const { lane, status } = subject;
  const taken = lane ? takenOf(moment, lane, status) : "all";
  if (taken === "all") {
    asUsual();
    if (moment.entry !== exchange.entry) own?.track.add(moment.ordinal, moment.bytes);
    return;
  }
  if (lane) laneOf(moment, lane.id, subject.contextId);
  touch(moment, exchange.entry);
  if (taken === "state" && lane && status) applyStatus(moment, lane, status, subject.source);
  else moment.disorder |= Disorder.Delivered;
}

interface Subject {
  readonly lane: TaskLane | null;
  readonly contextId: string | null;
  readonly status: Status | null;
  readonly source: "update" | "snapshot";
}

/** What the event is about; `null` for what is no news of a task and no message. */
function subjectOf(moment: Moment, event: ProtocolEvent): Subject | null {
  switch (event.kind) {
    case "artifact":
      return aboutTask(moment, event.taskId, event.contextId, null, "update");
    case "status":
      return aboutTask(moment, event.taskId, event.contextId, event.status, "update");
    case "task": {
      const { id, contextId, status } = event.task;
      return aboutTask(moment, id, contextId, status, "snapshot");
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

function aboutTask(
  moment: Moment,
  id: string | null,
  contextId: string | null,
  status: Status | null,
  source: Subject["source"],
): Subject {
  const lane = id === null ? null : meetLane(moment, id);
  return { lane, contextId, status, source };
}

function takenOf(
  { timeline: { exchanges } }: Moment,
  lane: TaskLane,
  status: Status | null,
): "all" | "state" | "nothing" {
  const before = lane.state;
  const after = status?.state ?? null;
  if (lane.streams.length === 0) {
    const isOver = before !== null && TERMINAL_STATES.has(before);
    return isOver && after !== null && after !== before ? "nothing" : "all";
  }
  const isTold = lane.streams.some((index) => exchanges[index]?.ended === null);
  const comesToRest = after !== null && isAtRest(after) && !(before !== null && isAtRest(before));
  return !isTold && comesToRest ? "state" : "nothing";
}

function isAtRest(state: TaskState): boolean {
  return TERMINAL_STATES.has(state) || WAITING_STATES.has(state);
}

/** The row of the notification itself. */
function announce(moment: Moment, event: ProtocolEvent, task: number): void {
  const { exchange, timeline } = moment;
  exchange.notified = { birth: moment.ordinal, what: wordsFor(event) };
  exchange.entry = timeline.entries.length;
  const received = exchange.refused === null ? "received" : "not believed";
  timeline.entries.push({
    ...timeline.entryBase(placeOf(moment, task)),
    kind: "http",
    title: `Notification ${received}: ${exchange.notified.what}`,
    moment: "notification",
  });
}

function wordsFor(event: ProtocolEvent): string {
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
