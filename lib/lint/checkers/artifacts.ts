/** Checks how artifacts are streamed, and their content when the task completes. */

import { EVENT_KINDS } from "../../protocol/model.ts";
import type { ArtifactStream, Revision } from "../../timeline/artifact.ts";
import type { TaskLane } from "../../timeline/task.ts";
import { OrderIssue, type Timeline } from "../../timeline/timeline.ts";
import type { EventContext } from "../../timeline/timeline-observer.ts";
import { VERSIONS_FROM_02 } from "../rules/rule.ts";
import type { CheckerFactory } from "./checker.ts";
import { findEnteredLane, getEventLane } from "./state-entry.ts";
import type { VersionTracker } from "./version-tracker.ts";

/** Longer texts that replace one another are intended. */
const MAX_FRAGMENT_LENGTH = 24;
/** Shorter texts may be equal by chance. */
const MIN_SAME_LENGTH = 16;

export const createArtifactChecker: CheckerFactory = (versions) => ({
  kinds: ["artifact", "status", "task"],
  onEvent(seen) {
    const { event, orderIssues, timeline, ordinal } = seen;
    if (event.kind === "artifact") {
      if (orderIssues & OrderIssue.AppendUnknown) checkAppend(seen, versions);
      else if (orderIssues & OrderIssue.Replaced) {
        const entry = timeline.entries[timeline.events.entry.at(ordinal)];
        const isForgotten = entry?.kind === "artifact" && isForgottenAppend(entry.artifact);
        if (isForgotten) timeline.reportViolation("ART-FORGOT-APPEND", ordinal);
      }
      return;
    }
    if (event.kind !== "status" && event.kind !== "task") return;
    const lane = findEnteredLane(seen);
    // Failed and canceled tasks may leave artifacts unfinished.
    if (lane?.state === "completed") checkCompleted(timeline, lane, ordinal);
  },
});

function checkAppend(seen: EventContext, versions: VersionTracker): void {
  const lane = getEventLane(seen);
  const { timeline, exchange, ordinal } = seen;
  const version = versions.getVersion(timeline, exchange);
  if (!lane || !isSeenFromStart(seen, lane, version === "0.1")) return;
  if (version === "0.1") timeline.reportViolation("ART-APPEND-FIRST-0.1", ordinal);
  else if (VERSIONS_FROM_02.includes(version))
    timeline.reportViolation("ART-APPEND-UNKNOWN", ordinal);
}

const TASK = EVENT_KINDS.indexOf("task");

/**
 * Whether the log covers the task from its start. A stream without a request, or one that resumes a
 * task, may continue an artifact from before the log. If clients assign task IDs, naming a task does
 * not mean resuming it.
 */
function isSeenFromStart(
  { timeline, exchange }: EventContext,
  lane: TaskLane,
  isNamedByClient: boolean,
): boolean {
  if (timeline.events.kind.at(lane.firstEvent) === TASK) return true;
  if (lane.transitions[0]?.state === "submitted") return true;
  const { request, head, firstEvent } = exchange;
  const isNamed = !isNamedByClient && request?.taskId != null;
  const isResumed = request?.operation === "subscribe" || isNamed;
  if (isResumed) return lane.firstEvent <= firstEvent;
  return request !== null || head !== null;
}

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
