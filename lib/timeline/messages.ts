/** Adds messages to the timeline: each once, even if status, history and reply repeat it. */

import { isSameJson } from "../json/json-stringify.ts";
import type { Message } from "../protocol/model.ts";
import { joinPartTexts } from "../protocol/read-parts.ts";
import { EventIndex } from "./event-index.ts";
import type { TaskLane } from "./task.ts";
import { type EntryOrigin, OrderIssue, type Timeline, type TimelineMessage } from "./timeline.ts";

/** One occurrence of a message. */
interface MessageOccurrence extends EntryOrigin {
  readonly via: TimelineMessage["via"];
  readonly bytes: number;
}

/**
 * Adds a message, or another occurrence of a known one. The same id with other content is another
 * message and is reported: nothing an agent sent may be hidden by an id.
 */
export function addMessage(
  timeline: Timeline,
  message: Message,
  at: MessageOccurrence,
): { fact: TimelineMessage; isNew: boolean; orderIssues: number } {
  const key = getMessageKey(message, at.task);
  const known = timeline.messageById.get(key);
  if (known && hasSameContent(known.message, message)) {
    if (at.via !== "request") known.events.add(at.ordinal, at.bytes);
    return { fact: known, isNew: false, orderIssues: 0 };
  }
  const fact: TimelineMessage = {
    index: timeline.messages.length,
    firstEvent: at.ordinal,
    message,
    task: at.task,
    entry: timeline.entries.length,
    via: at.via,
    events: new EventIndex(),
    assignedTask: null,
  };
  if (at.via !== "request") fact.events.add(at.ordinal, at.bytes);
  timeline.entries.push({ ...timeline.createEntryBase(at), kind: "message", message: fact });
  timeline.messages.push(fact);
  timeline.messageById.set(key, fact);
  return { fact, isNew: true, orderIssues: known ? OrderIssue.SameIdOtherContent : 0 };
}

/**
 * Assigns a message that was sent before its task was known to the task that responds to it or
 * repeats it.
 */
export function assignTask(
  timeline: Timeline,
  fact: TimelineMessage,
  lane: TaskLane,
  firstEvent: number,
): void {
  if (fact.task >= 0 || fact.assignedTask) return;
  fact.assignedTask = { firstEvent, task: lane.index };
  if (fact.message.messageId === null) {
    timeline.messageById.set(getMessageKey(fact.message, lane.index), fact);
  }
}

/** The task that a message belongs to as of event `n`; −1 for none. */
export function getMessageTask({ task, assignedTask }: TimelineMessage, n: number): number {
  return assignedTask && assignedTask.firstEvent <= n ? assignedTask.task : task;
}

/** The key of a message: its id, or its role and text within its task. */
function getMessageKey({ messageId, role, parts }: Message, task: number): string {
  return messageId ?? `${task}\u0000${role}\u0000${joinPartTexts(parts)}`;
}

function hasSameContent(a: Message, b: Message): boolean {
  if (a.role !== b.role || a.parts.length !== b.parts.length) return false;
  return a.parts.every((part, i) => isSamePart(part, b.parts[i]));
}

function isSamePart(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (isPlainText(a) && isPlainText(b)) return a.text === b.text;
  return isSameJson(a, b);
}

function isPlainText(part: unknown): part is { kind: "text"; text: string } {
  return typeof part === "object" && part !== null && "kind" in part && part.kind === "text";
}
