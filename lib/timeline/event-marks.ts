/**
 * What Loupe read into an event beyond its bytes: what its frame says otherwise than any version,
 * what was missing and taken from the stream, and what is out of order, each at its place.
 */

import { type DecodeAnnotation, findDecodeAnnotations } from "../protocol/decode-annotations.ts";
import { isObject } from "../protocol/json.ts";
import type { Path } from "./frame-strings.ts";
import { Disorder, type Timeline } from "./timeline.ts";

/** Where an event's payload stands in its frame: under these members, the outermost first. */
const AROUND = ["result", "statusUpdate", "status_update", "artifactUpdate", "artifact_update"];

/** A note per bit, at the first of these members that is there. */
const NOTES: readonly (readonly [bit: number, note: string, ...members: string[]])[] = [
  [
    Disorder.AppendUnknown,
    "Appends to an artifact never seen before: a new one was made.",
    "append",
  ],
  [Disorder.AfterLastChunk, "Comes after lastChunk: true; added all the same.", "artifact"],
  [Disorder.DuplicateChunk, "The same chunk as the one before; added all the same.", "artifact"],
  [Disorder.ResentWhole, "Repeats the whole text so far; added all the same.", "artifact"],
  [Disorder.NameChanged, "Another name than before for the same id.", "artifact"],
  [Disorder.Replaced, "Replaces what was known: a new revision.", "append", "artifact"],
  [Disorder.ReplacedShorter, "Shorter than what it replaces.", "artifact"],
  [
    Disorder.SilentNewTask,
    "A new task, where the message named one that is over.",
    "taskId",
    "task_id",
    "id",
  ],
  [Disorder.OtherTask, "Another task than the one this stream began with.", "taskId", "task_id"],
  [
    Disorder.ContextChanged,
    "Another context than this task had before.",
    "contextId",
    "context_id",
  ],
  [Disorder.AfterTerminal, "The task was already over.", "status", "artifact"],
  [Disorder.IllegalTransition, "May not follow the state before.", "status"],
  [Disorder.BackToSubmitted, "Back to submitted.", "status"],
  [Disorder.AfterFinal, "Comes after final: true."],
  [Disorder.MessageBesideTask, "A message in a stream that has a task."],
  [Disorder.SameIdOtherContent, "A known messageId with other content.", "messageId", "message_id"],
  [Disorder.NotInSnapshot, "Lacks an artifact that was streamed.", "artifacts"],
  [Disorder.SnapshotDiffers, "Holds another text than was streamed: a new revision.", "artifacts"],
];

/** The marks of an event on its frame's value. */
export function marksOf(timeline: Timeline, ordinal: number, value: unknown): DecodeAnnotation[] {
  const { events } = timeline;
  const disorder = events.disorder.at(ordinal);
  const bits = { evidence: events.evidence.at(ordinal), irregular: events.irregular.at(ordinal) };
  const marks = findDecodeAnnotations(value, bits);
  const payload = payloadIn(value);
  for (const [bit, note, ...members] of NOTES) {
    if (disorder & bit) marks.push({ path: member(payload, members), kind: "irregular", note });
  }
  if (disorder & Disorder.ToldBefore) {
    const note = "Another exchange told this of the task before: counted once.";
    marks.push({ path: payload.path, kind: "inferred", note });
  }
  if (disorder & Disorder.Delivered) {
    const note = "Streams tell of this task: the notification is compared, not counted.";
    marks.push({ path: payload.path, kind: "inferred", note });
  }
  if (disorder & Disorder.NoTaskId) {
    const id = timeline.tasks[timeline.entries[events.entry.at(ordinal)]?.task ?? -1]?.id;
    const note = id
      ? `No task id: taken from the stream, ${id}.`
      : "No task id, and the stream names none: shown as a task without a name.";
    marks.push({ path: payload.path, kind: "inferred", note });
  }
  if (disorder & Disorder.NoArtifactId) {
    const entry = timeline.entries[events.entry.at(ordinal)];
    const id = entry?.kind === "artifact" ? entry.artifact.artifactId : "one by its order";
    const note = `No artifactId: known here as ${id}.`;
    marks.push({ path: member(payload, ["artifact"]), kind: "inferred", note });
  }
  return marks;
}

/** Where a frame's value shows one bit of `Disorder`; `null` where nobody can tell. */
export function placeOfDisorder(value: unknown, bit: number): Path | null {
  const note = NOTES.find(([noted]) => noted === bit);
  if (!note) return null;
  const [, , ...members] = note;
  return member(payloadIn(value), members);
}

interface Payload {
  readonly path: Path;
  readonly value: unknown;
}

function payloadIn(frame: unknown): Payload {
  let at: Payload = { path: [], value: frame };
  for (const key of AROUND) {
    const inner = isObject(at.value) ? at.value[key] : undefined;
    if (isObject(inner)) at = { path: [...at.path, key], value: inner };
  }
  return at;
}

function member({ path, value }: Payload, keys: readonly string[]): Path {
  const key = keys.find((name) => isObject(value) && value[name] !== undefined);
  return key === undefined ? path : [...path, key];
}
