/**
 * What Loupe read into an event beyond its bytes: what its frame says otherwise than any version,
 * what was missing and taken from the stream, and what is out of order, each at its place.
 */

import { type DecodeAnnotation, findDecodeAnnotations } from "../protocol/decode-annotations.ts";
import { isObject } from "../protocol/json.ts";
import type { JsonPath } from "./string-ranges.ts";
import { OrderIssue, type Timeline } from "./timeline.ts";

/** Where an event's payload stands in its frame: under these members, the outermost first. */
const PAYLOAD_MEMBERS = [
  "result",
  "statusUpdate",
  "status_update",
  "artifactUpdate",
  "artifact_update",
];

/** A note per bit, at the first of these members that is there. */
const ORDER_ISSUE_NOTES: readonly (readonly [bit: number, note: string, ...members: string[]])[] = [
  [
    OrderIssue.AppendUnknown,
    "Appends to an artifact never seen before: a new one was made.",
    "append",
  ],
  [OrderIssue.AfterLastChunk, "Comes after lastChunk: true; added all the same.", "artifact"],
  [OrderIssue.DuplicateChunk, "The same chunk as the one before; added all the same.", "artifact"],
  [OrderIssue.ResentWhole, "Repeats the whole text so far; added all the same.", "artifact"],
  [OrderIssue.NameChanged, "Another name than before for the same id.", "artifact"],
  [OrderIssue.Replaced, "Replaces what was known: a new revision.", "append", "artifact"],
  [OrderIssue.ReplacedShorter, "Shorter than what it replaces.", "artifact"],
  [
    OrderIssue.SilentNewTask,
    "A new task, where the message named one that is over.",
    "taskId",
    "task_id",
    "id",
  ],
  [OrderIssue.OtherTask, "Another task than the one this stream began with.", "taskId", "task_id"],
  [
    OrderIssue.ContextChanged,
    "Another context than this task had before.",
    "contextId",
    "context_id",
  ],
  [OrderIssue.AfterTerminal, "The task was already over.", "status", "artifact"],
  [OrderIssue.IllegalTransition, "May not follow the state before.", "status"],
  [OrderIssue.BackToSubmitted, "Back to submitted.", "status"],
  [OrderIssue.AfterFinal, "Comes after final: true."],
  [OrderIssue.MessageBesideTask, "A message in a stream that has a task."],
  [
    OrderIssue.SameIdOtherContent,
    "A known messageId with other content.",
    "messageId",
    "message_id",
  ],
  [OrderIssue.NotInSnapshot, "Lacks an artifact that was streamed.", "artifacts"],
  [
    OrderIssue.SnapshotDiffers,
    "Holds another text than was streamed: a new revision.",
    "artifacts",
  ],
];

/** The marks of an event on its frame's value. */
export function getEventAnnotations(
  timeline: Timeline,
  ordinal: number,
  value: unknown,
): DecodeAnnotation[] {
  const { events } = timeline;
  const disorder = events.orderIssues.at(ordinal);
  const bits = {
    evidence: events.evidence.at(ordinal),
    decodeIssues: events.decodeIssues.at(ordinal),
  };
  const marks = findDecodeAnnotations(value, bits);
  const payload = findPayload(value);
  for (const [bit, note, ...members] of ORDER_ISSUE_NOTES) {
    if (disorder & bit)
      marks.push({ path: getMemberPath(payload, members), kind: "irregular", note });
  }
  if (disorder & OrderIssue.ToldBefore) {
    const note = "Another exchange told this of the task before: counted once.";
    marks.push({ path: payload.path, kind: "inferred", note });
  }
  if (disorder & OrderIssue.Delivered) {
    const note = "Streams tell of this task: the notification is compared, not counted.";
    marks.push({ path: payload.path, kind: "inferred", note });
  }
  if (disorder & OrderIssue.NoTaskId) {
    const id = timeline.tasks[timeline.entries[events.entry.at(ordinal)]?.task ?? -1]?.id;
    const note = id
      ? `No task id: taken from the stream, ${id}.`
      : "No task id, and the stream names none: shown as a task without a name.";
    marks.push({ path: payload.path, kind: "inferred", note });
  }
  if (disorder & OrderIssue.NoArtifactId) {
    const entry = timeline.entries[events.entry.at(ordinal)];
    const id = entry?.kind === "artifact" ? entry.artifact.artifactId : "one by its order";
    const note = `No artifactId: known here as ${id}.`;
    marks.push({ path: getMemberPath(payload, ["artifact"]), kind: "inferred", note });
  }
  return marks;
}

/** Where a frame's value shows one bit of `Disorder`; `null` where nobody can tell. */
export function findOrderIssuePath(value: unknown, bit: number): JsonPath | null {
  const note = ORDER_ISSUE_NOTES.find(([noted]) => noted === bit);
  if (!note) return null;
  const [, , ...members] = note;
  return getMemberPath(findPayload(value), members);
}

interface FramePayload {
  readonly path: JsonPath;
  readonly value: unknown;
}

function findPayload(frame: unknown): FramePayload {
  let at: FramePayload = { path: [], value: frame };
  for (const key of PAYLOAD_MEMBERS) {
    const inner = isObject(at.value) ? at.value[key] : undefined;
    if (isObject(inner)) at = { path: [...at.path, key], value: inner };
  }
  return at;
}

function getMemberPath({ path, value }: FramePayload, keys: readonly string[]): JsonPath {
  const key = keys.find((name) => isObject(value) && value[name] !== undefined);
  return key === undefined ? path : [...path, key];
}
