/** Rules about how artifacts are streamed, and about their content when the task completes. */

import type { ArtifactStream, Revision } from "../../timeline/artifact.ts";
import type { TaskLane } from "../../timeline/task.ts";
import { OrderIssue, type Timeline } from "../../timeline/timeline.ts";
import type { EventContext } from "../../timeline/timeline-observer.ts";
import { isTaskSeenFromStart } from "../../timeline/timeline-queries.ts";
import type { Checker } from "../checkers/checker.ts";
import { findEnteredLane, getEventLane } from "../checkers/lookups.ts";
import type { ChunkFlags, MessageFactory } from "../examples/message-factory.ts";
import type { RecordingBuilder } from "../examples/recording-builder.ts";
import { recordWorkingTask } from "../examples/shared-examples.ts";
import { defineRule, type RuleGroup, VERSIONS_FROM_02 } from "./rule.ts";

const IDS = [
  ["artifact", "artifactId"],
  ["artifact", "artifact_id"],
  ["artifact", "index"],
  ["artifact"],
] as const;

const PARTS = [["artifact", "parts"], ["artifact"]] as const;

const APPEND = [["append"], ["artifact", "append"], ...IDS] as const;

/** Appends a chunk to an artifact that was or was not sent before. */
const APPENDED = {
  breaks: (factory: MessageFactory) =>
    recordWorkingTask(factory).addEvents(factory.artifact("a", "High ", APPENDED_FLAGS)),
  nearly: (factory: MessageFactory) =>
    recordWorkingTask(factory).addEvents(
      factory.artifact("a", "High "),
      factory.artifact("a", "water", APPENDED_FLAGS),
    ),
};

export const ARTIFACTS = {
  title: "Artifacts",
  rules: [
    defineRule({
      id: "ART-AFTER-LAST",
      severity: "warning",
      title: "chunk after lastChunk",
      message: "A chunk was sent after lastChunk: true.",
      clients:
        "The SDKs append it anyway; a client that passes an artifact on once it is complete has passed on an incomplete one.",
      remedy: "Set lastChunk: true only on the very last chunk; it may be empty.",
      spec: "1.0 §4.2.2, 0.3 §7.2.3, 0.2 §7.2.3, 0.1 §6.7",
      at: APPEND,
      breaks: (factory) =>
        recordWorkingTask(factory).addEvents(
          factory.artifact("a", "High ", { last: true }),
          factory.artifact("a", "water", APPENDED_FLAGS),
        ),
      nearly: (factory) =>
        recordWorkingTask(factory).addEvents(
          factory.artifact("a", "High ", { last: true }),
          factory.artifact("b", "water"),
        ),
      check: { orderIssue: OrderIssue.AfterLastChunk },
    }),
    defineRule({
      id: "ART-DUP",
      severity: "warning",
      title: "duplicate chunk",
      message: "The same chunk was sent twice in a row.",
      clients: "The SDKs append it again, so the text appears twice.",
      remedy: "Send each chunk once, even when an operation is retried.",
      spec: "1.0 §4.2.2, 0.3 §7.2.3, 0.2 §7.2.3, 0.1 §6.7",
      at: PARTS,
      breaks: (factory) =>
        recordWorkingTask(factory).addEvents(
          factory.artifact("a", "Today: "),
          factory.artifact("a", LINE, APPENDED_FLAGS),
          factory.artifact("a", LINE, APPENDED_FLAGS),
        ),
      nearly: (factory) =>
        recordWorkingTask(factory).addEvents(
          factory.artifact("a", "Today: "),
          factory.artifact("a", "ha ", APPENDED_FLAGS),
          factory.artifact("a", "ha ", APPENDED_FLAGS),
        ),
      check: { orderIssue: OrderIssue.DuplicateChunk },
    }),
    defineRule({
      id: "ART-RESEND",
      severity: "warning",
      title: "text repeated",
      message: "An appended chunk repeats the whole text so far.",
      clients: "The SDKs append the whole text to its own chunks, so the text appears twice.",
      remedy: "Send the whole text with append: false, or don't send it again.",
      spec: "1.0 §4.2.2, 0.3 §7.2.3, 0.2 §7.2.3, 0.1 §6.7",
      at: PARTS,
      breaks: (factory) =>
        recordWorkingTask(factory).addEvents(
          factory.artifact("a", LINE.slice(0, 9)),
          factory.artifact("a", LINE.slice(9), APPENDED_FLAGS),
          factory.artifact("a", LINE, APPENDED_FLAGS),
        ),
      nearly: (factory) =>
        recordWorkingTask(factory).addEvents(
          factory.artifact("a", LINE.slice(0, 9)),
          factory.artifact("a", LINE.slice(9), APPENDED_FLAGS),
          factory.artifact("a", LINE),
        ),
      check: { orderIssue: OrderIssue.ResentWhole },
    }),
    defineRule({
      id: "ART-ID-REUSE-NAME",
      severity: "warning",
      title: "artifact renamed",
      message: "The same artifactId was sent with a different name.",
      clients:
        "The JavaScript SDK renames the artifact, the Python SDK keeps the first name: the same run is shown under two names.",
      remedy: "Use a new artifactId for an artifact with a different name.",
      spec: "1.0 §4.1.7, 0.3 §6.7, 0.2 §6.7, 0.1 §6.7",
      at: [["artifact", "name"], ["artifact"], ["artifacts"]],
      breaks: (factory) =>
        recordWorkingTask(factory).addEvents(
          factory.artifact("a", "High ", { name: "tide" }),
          factory.artifact("a", "water", { ...APPENDED_FLAGS, name: "harbour" }),
        ),
      nearly: (factory) =>
        recordWorkingTask(factory).addEvents(
          factory.artifact("a", "High ", { name: "tide" }),
          factory.artifact("a", "water", APPENDED_FLAGS),
        ),
      check: { orderIssue: OrderIssue.NameChanged },
    }),
    defineRule({
      id: "ART-REPLACE",
      severity: "info",
      title: "artifact replaced",
      message: "append: false replaced an existing artifact.",
      clients: "The SDKs replace the old content with the new: what was shown before is gone.",
      remedy: "None if the replacement is intended; otherwise append, or use another artifactId.",
      spec: "1.0 §4.2.2, 0.3 §7.2.3, 0.2 §7.2.3, 0.1 §6.7",
      at: APPEND,
      breaks: (factory) =>
        recordWorkingTask(factory).addEvents(
          factory.artifact("a", "High"),
          factory.artifact("a", "High water"),
        ),
      nearly: (factory) =>
        recordWorkingTask(factory).addEvents(
          factory.artifact("a", "High"),
          factory.artifact("b", "High water"),
        ),
      check: { orderIssue: OrderIssue.Replaced },
    }),
    defineRule({
      id: "ART-REPLACE-SHRINK",
      severity: "warning",
      title: "replaced with shorter text",
      message: "The replacement is shorter and starts differently: append: true may be missing.",
      clients: "Text that users have already read disappears, and the stored task lacks it.",
      remedy:
        "Set append: true on every chunk except the first, unless the text should be replaced.",
      spec: "1.0 §4.2.2, 0.3 §7.2.3, 0.2 §7.2.3, 0.1 §6.7",
      at: PARTS,
      breaks: (factory) =>
        recordWorkingTask(factory).addEvents(
          factory.artifact("a", LINE),
          factory.artifact("a", "water"),
        ),
      nearly: (factory) =>
        recordWorkingTask(factory).addEvents(
          factory.artifact("a", LINE),
          factory.artifact("a", "High water"),
        ),
      check: { orderIssue: OrderIssue.ReplacedShorter },
    }),
    defineRule({
      id: "ART-APPEND-UNKNOWN",
      severity: "error",
      versions: VERSIONS_FROM_02,
      title: "append to unknown artifact",
      message:
        "append: true for an artifact that was never sent: some clients drop the chunk, some fail, some create the artifact.",
      clients:
        "The Python SDK up to 0.3 ignores the chunk; since 1.1 it breaks the stream with InvalidAgentResponseError. The JavaScript SDK creates an artifact from it.",
      remedy: "Send the first chunk of every artifactId with append: false, or without append.",
      spec: "1.0 §4.2.2, 0.3 §7.2.3, 0.2 §7.2.3",
      at: APPEND,
      ...APPENDED,
      // The task is resumed, so the artifact may have started before the log.
      nearly: (factory) =>
        factory.stream({ taskId: "t1" }).addEvents(factory.artifact("a", "water", APPENDED_FLAGS)),
      check: { kinds: ["artifact"], onEvent: (seen) => isUnknownAppend(seen, false) },
    }),
    defineRule({
      id: "ART-APPEND-FIRST-0.1",
      severity: "error",
      versions: ["0.1"],
      title: "append to unknown artifact",
      message: "append: true for an index under which no artifact was sent.",
      clients: "Clients find no artifact at that index and drop the chunk or fail.",
      remedy: "Send the first chunk of every index without append.",
      spec: "0.1 §6.7",
      at: APPEND,
      ...APPENDED,
      check: { kinds: ["artifact"], onEvent: (seen) => isUnknownAppend(seen, true) },
    }),
    defineRule({
      id: "ART-FORGOT-APPEND",
      severity: "warning",
      title: "append missing",
      message:
        "Three text fragments replace one another: append: true is likely missing, and only the last fragment is kept.",
      clients: "Clients show one fragment at a time, and the stored artifact is the last one.",
      remedy: "Set append: true on every chunk except the first.",
      spec: "1.0 §4.2.2, 0.3 §7.2.3, 0.2 §7.2.3, 0.1 §6.7",
      at: APPEND,
      breaks: (factory) =>
        recordWorkingTask(factory).addEvents(
          factory.artifact("a", "High "),
          factory.artifact("a", "water is "),
          factory.artifact("a", "at 14:20."),
        ),
      nearly: (factory) =>
        recordWorkingTask(factory).addEvents(
          factory.artifact("a", "10 %"),
          factory.artifact("a", "50 %"),
          factory.artifact("a", "90 %"),
        ),
      check: {
        kinds: ["artifact"],
        onEvent({ timeline, ordinal, orderIssues }) {
          const issues = orderIssues & (OrderIssue.AppendUnknown | OrderIssue.Replaced);
          if (issues !== OrderIssue.Replaced) return false;
          const entry = timeline.entries[timeline.events.entry.at(ordinal)];
          return entry?.kind === "artifact" && isForgottenAppend(entry.artifact);
        },
      },
    }),
    defineRule({
      id: "ART-NO-LAST",
      severity: "info",
      title: "missing lastChunk",
      message:
        "The task completed, but an artifact that was streamed in chunks was never marked lastChunk.",
      clients:
        "Clients don't know that the artifact is complete until the task ends, so anything that waits for it waits longer.",
      remedy: "Set lastChunk: true on the last chunk of an artifact that is sent in chunks.",
      spec: "1.0 §4.2.2, 0.3 §7.2.3, 0.2 §7.2.3, 0.1 §6.7",
      at: [["status", "state"], ["status"]],
      breaks: (factory) =>
        addCompletion(
          factory,
          recordWorkingTask(factory).addEvents(
            factory.artifact("a", "High "),
            factory.artifact("a", "water", APPENDED_FLAGS),
          ),
        ),
      nearly: (factory) =>
        addCompletion(
          factory,
          recordWorkingTask(factory).addEvents(
            factory.artifact("a", "High "),
            factory.artifact("a", "water", LAST_FLAGS),
          ),
        ),
      check: createCompletionChecker,
    }),
    defineRule({
      id: "ART-SAME-CONTENT",
      severity: "info",
      title: "duplicate artifact text",
      message: "Two artifacts of a completed task contain the same text.",
      clients: "Clients that show all artifacts show the same result twice.",
      remedy: "Send the final text under the ID it was streamed with.",
      spec: "1.0 §4.1.7, 0.3 §6.7, 0.2 §6.7, 0.1 §6.7",
      at: [["status", "state"], ["status"]],
      breaks: (factory) =>
        addCompletion(
          factory,
          recordWorkingTask(factory).addEvents(
            factory.artifact("a", LINE, { last: true }),
            factory.artifact("b", LINE, { last: true }),
          ),
        ),
      nearly: (factory) =>
        addCompletion(
          factory,
          recordWorkingTask(factory).addEvents(
            factory.artifact("a", LINE, { last: true }),
            factory.artifact("b", LINE.replace("14", "15"), { last: true }),
          ),
        ),
      check: createCompletionChecker,
    }),
  ],
} as const satisfies RuleGroup;

/** Whether the chunk is appended to an artifact that the log would show if it had been sent. */
function isUnknownAppend(seen: EventContext, isNamedByClient: boolean): boolean {
  if ((seen.orderIssues & OrderIssue.AppendUnknown) === 0) return false;
  const lane = getEventLane(seen);
  return (
    lane !== undefined &&
    isTaskSeenFromStart(seen.timeline, seen.exchange, lane, {
      event: seen.ordinal,
      isNamedByClient,
    })
  );
}

function createCompletionChecker(): Checker {
  return {
    kinds: ["status", "task"],
    onEvent(seen) {
      const lane = findEnteredLane(seen);
      // Failed and canceled tasks may leave artifacts unfinished.
      if (lane?.state === "completed") checkCompleted(seen.timeline, lane, seen.ordinal);
    },
  };
}

const APPENDED_FLAGS: ChunkFlags = { append: true };

const LAST_FLAGS: ChunkFlags = { append: true, last: true };

/** The task completes. */
const addCompletion = (factory: MessageFactory, recording: RecordingBuilder): RecordingBuilder =>
  recording.addEvents(factory.status("completed")).addEnd();

const LINE = "High water is at 14:20.";

/** Longer texts that replace one another are intended. */
const MAX_FRAGMENT_LENGTH = 24;

/** Shorter texts may be equal by chance. */
const MIN_SAME_LENGTH = 16;

/** Whether the last three revisions are fragments with nothing in common, with spaces at their ends. */
function isForgottenAppend({ revisions }: ArtifactStream): boolean {
  const [first, second, third] = revisions.slice(-3);
  if (!first || !second || !third) return false;
  const isApart = second.relation === "differs" && third.relation === "differs";
  if (!isApart || ![first, second, third].every(isFragment)) return false;
  return [first, second, third].some((one) => /^\s|\s$/.test(getTextPreview(one)));
}

function isFragment({ source, chunkCount, textLength }: Revision): boolean {
  const isShort = textLength > 0 && textLength <= MAX_FRAGMENT_LENGTH;
  return source === "update" && chunkCount === 1 && isShort;
}

function getTextPreview(revision: Revision): string {
  return revision.textPreviewAt(revision.getChunkEvent(0), MAX_FRAGMENT_LENGTH);
}

/** Checks the artifacts of a task that has completed. */
function checkCompleted(timeline: Timeline, lane: TaskLane, ordinal: number): void {
  const revisionsByText = new Map<string, Revision>();
  for (const artifact of lane.artifacts) {
    const revision = artifact.current;
    if (!revision) continue;
    const isStreamed = revision.source === "update" && revision.chunkCount > 1;
    if (isStreamed && revision.lastChunkEvent < 0) timeline.reportViolation("ART-NO-LAST", ordinal);
    if (revision.textLength < MIN_SAME_LENGTH) continue;
    // Different texts rarely have the same length and start, so whole texts are rarely compared.
    const key = `${revision.textLength} ${revision.textPreviewAt(ordinal, MIN_SAME_LENGTH)}`;
    const other = revisionsByText.get(key);
    if (!other) revisionsByText.set(key, revision);
    else if (other.textAt(ordinal) === revision.textAt(ordinal)) {
      timeline.reportViolation("ART-SAME-CONTENT", ordinal);
    }
  }
}
