/**
 * Annotations on an event's frame: deviations from every protocol version, missing values inferred
 * from the stream, and order issues, each at its member.
 */

import type { JsonPath } from "../json/json-source.ts";
import { type DecodeAnnotation, findDecodeAnnotations } from "../protocol/decode-annotations.ts";
import { isObject } from "../protocol/json.ts";
import { OrderIssue, type Timeline } from "./timeline.ts";

/** The members that wrap an event's payload in its frame, outermost first. */
const PAYLOAD_MEMBERS = [
  "result",
  "statusUpdate",
  "status_update",
  "artifactUpdate",
  "artifact_update",
];

/** One note per bit, attached to the first of these members that exists. */
const ORDER_ISSUE_NOTES: readonly (readonly [bit: number, note: string, ...members: string[]])[] = [
  [OrderIssue.AppendUnknown, "Appends to an unknown artifact: Loupe created a new one.", "append"],
  [OrderIssue.AfterLastChunk, "Follows lastChunk: true; appended anyway.", "artifact"],
  [OrderIssue.DuplicateChunk, "Same chunk as the one before; appended anyway.", "artifact"],
  [OrderIssue.ResentWhole, "Repeats the whole text so far; appended anyway.", "artifact"],
  [OrderIssue.NameChanged, "Different name than before for the same id.", "artifact"],
  [OrderIssue.Replaced, "Replaces the artifact: a new revision.", "append", "artifact"],
  [OrderIssue.ReplacedShorter, "Shorter than the text it replaces.", "artifact"],
  [
    OrderIssue.SilentNewTask,
    "A new task, although the message named a finished one.",
    "taskId",
    "task_id",
    "id",
  ],
  [OrderIssue.OtherTask, "Not the task that this stream began with.", "taskId", "task_id"],
  [
    OrderIssue.ContextChanged,
    "Not the context that this task had before.",
    "contextId",
    "context_id",
  ],
  [OrderIssue.AfterTerminal, "The task had already finished.", "status", "artifact"],
  [OrderIssue.IllegalTransition, "Not allowed after the previous state.", "status"],
  [OrderIssue.BackToSubmitted, "Back to submitted.", "status"],
  [OrderIssue.AfterFinal, "Follows final: true."],
  [OrderIssue.MessageBesideTask, "A message in a stream that has a task."],
  [
    OrderIssue.SameIdOtherContent,
    "Known messageId with different content.",
    "messageId",
    "message_id",
  ],
  [OrderIssue.NotInSnapshot, "A streamed artifact is missing.", "artifacts"],
  [OrderIssue.SnapshotDiffers, "Text differs from the streamed text: a new revision.", "artifacts"],
];

/** The annotations of an event on its frame's value. */
export function getEventAnnotations(
  timeline: Timeline,
  ordinal: number,
  value: unknown,
): DecodeAnnotation[] {
  const { events } = timeline;
  const orderIssues = events.orderIssues.at(ordinal);
  const bits = {
    evidence: events.evidence.at(ordinal),
    decodeIssues: events.decodeIssues.at(ordinal),
  };
  const marks = findDecodeAnnotations(value, bits);
  const payload = findPayload(value);
  for (const [bit, note, ...members] of ORDER_ISSUE_NOTES) {
    if (orderIssues & bit)
      marks.push({ path: getMemberPath(payload, members), kind: "irregular", note });
  }
  if (orderIssues & OrderIssue.AlreadyDelivered) {
    const note = "Another exchange already delivered this: counted once.";
    marks.push({ path: payload.path, kind: "inferred", note });
  }
  if (orderIssues & OrderIssue.Delivered) {
    const note = "Streams already cover this task: the notification is compared, not counted.";
    marks.push({ path: payload.path, kind: "inferred", note });
  }
  if (orderIssues & OrderIssue.NoTaskId) {
    const id = timeline.tasks[timeline.entries[events.entry.at(ordinal)]?.task ?? -1]?.id;
    const note = id
      ? `No task id: taken from the stream: ${id}.`
      : "No task id, and the stream has none: shown as an unnamed task.";
    marks.push({ path: payload.path, kind: "inferred", note });
  }
  if (orderIssues & OrderIssue.NoArtifactId) {
    const entry = timeline.entries[events.entry.at(ordinal)];
    const id =
      entry?.kind === "artifact"
        ? entry.artifact.artifactId
        : "an artifact identified by its order";
    const note = `No artifactId: shown as ${id}.`;
    marks.push({ path: getMemberPath(payload, ["artifact"]), kind: "inferred", note });
  }
  return marks;
}

/** Path of the member that shows an order issue; `null` if it has no known member. */
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
