/** Messages on the timeline: each once, however often status, history and reply repeat it. */

import { isSameJson } from "../protocol/json.ts";
import type { Message } from "../protocol/model.ts";
import { joinPartTexts } from "../protocol/read-parts.ts";
import type { TaskLane } from "./task.ts";
import { Disorder, type MessageFact, type Place, type Timeline } from "./timeline.ts";
import { Track } from "./track.ts";

/** Where a message was met. */
export interface Sighting extends Place {
  readonly via: MessageFact["via"];
  readonly bytes: number;
}

/**
 * Adds a message, or notes that a known one was seen again. The same id with other content is
 * another message, and reported: nothing an agent said may disappear behind an id.
 */
export function meetMessage(
  timeline: Timeline,
  message: Message,
  at: Sighting,
): { fact: MessageFact; isNew: boolean; disorder: number } {
  const key = keyOf(message, at.task);
  const known = timeline.messageById.get(key);
  if (known && sameContent(known.message, message)) {
    if (at.via !== "request") known.seen.add(at.ordinal, at.bytes);
    return { fact: known, isNew: false, disorder: 0 };
  }
  const fact: MessageFact = {
    index: timeline.messages.length,
    birth: at.ordinal,
    message,
    task: at.task,
    entry: timeline.entries.length,
    via: at.via,
    seen: new Track(),
    joined: null,
  };
  if (at.via !== "request") fact.seen.add(at.ordinal, at.bytes);
  timeline.entries.push({ ...timeline.entryBase(at), kind: "message", message: fact });
  timeline.messages.push(fact);
  timeline.messageById.set(key, fact);
  return { fact, isNew: true, disorder: known ? Disorder.SameIdOtherContent : 0 };
}

/** A message sent before its task had a name belongs to the task that answers or repeats it. */
export function joinTask(
  timeline: Timeline,
  fact: MessageFact,
  lane: TaskLane,
  birth: number,
): void {
  if (fact.task >= 0 || fact.joined) return;
  fact.joined = { birth, task: lane.index };
  if (fact.message.messageId === null) {
    timeline.messageById.set(keyOf(fact.message, lane.index), fact);
  }
}

/** The task that a message belongs to as of event `n`; −1 for none. */
export function taskOf({ task, joined }: MessageFact, n: number): number {
  return joined && joined.birth <= n ? joined.task : task;
}

/** Without an id a message is known by what it says, in its task. */
function keyOf({ messageId, role, parts }: Message, task: number): string {
  return messageId ?? `${task}\u0000${role}\u0000${joinPartTexts(parts)}`;
}

function sameContent(a: Message, b: Message): boolean {
  if (a.role !== b.role || a.parts.length !== b.parts.length) return false;
  return a.parts.every((part, i) => samePart(part, b.parts[i]));
}

function samePart(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (isPlainText(a) && isPlainText(b)) return a.text === b.text;
  return isSameJson(a, b);
}

function isPlainText(part: unknown): part is { kind: "text"; text: string } {
  return typeof part === "object" && part !== null && "kind" in part && part.kind === "text";
}
