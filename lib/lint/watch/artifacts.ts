/** Watches how artifacts are streamed, and what became of them when their task is over. */

import { EVENT_KINDS } from "../../protocol/model.ts";
import type { ArtifactStream, Revision } from "../../timeline/artifact.ts";
import type { TaskLane } from "../../timeline/task.ts";
import { Disorder, type Timeline } from "../../timeline/timeline.ts";
import type { Seen } from "../../timeline/watcher.ts";
import { FROM_02 } from "../rules/rule.ts";
import { enteredBy, laneOf } from "./entered.ts";
import type { VersionBook } from "./versions.ts";
import type { MakeWatch } from "./watch.ts";

/** Longer texts that replace one another are meant to. */
const FRAGMENT_LENGTH = 24;
/** Shorter ones are equal by chance. */
const SAME_MIN = 16;

export const watchArtifacts: MakeWatch = (versions) => ({
  kinds: ["artifact", "status", "task"],
  saw(seen) {
    const { event, disorder, timeline, ordinal } = seen;
    if (event.kind === "artifact") {
      if (disorder & Disorder.AppendUnknown) appended(seen, versions);
      else if (disorder & Disorder.Replaced) {
        const entry = timeline.entries[timeline.events.entry.at(ordinal)];
        const isForgotten = entry?.kind === "artifact" && isForgottenAppend(entry.artifact);
        if (isForgotten) timeline.breach("ART-FORGOT-APPEND", ordinal);
      }
      return;
    }
    if (event.kind !== "status" && event.kind !== "task") return;
    const lane = enteredBy(seen);
    // Who fails, or is stopped, leaves things unfinished.
    if (lane?.state === "completed") completed(timeline, lane, ordinal);
  },
});

function appended(seen: Seen, versions: VersionBook): void {
  const lane = laneOf(seen);
  const { timeline, exchange, ordinal } = seen;
  const version = versions.of(timeline, exchange);
  if (!lane || !isFromItsBeginning(seen, lane, version === "0.1")) return;
  if (version === "0.1") timeline.breach("ART-APPEND-FIRST-0.1", ordinal);
  else if (FROM_02.includes(version)) timeline.breach("ART-APPEND-UNKNOWN", ordinal);
}

const TASK = EVENT_KINDS.indexOf("task");

/**
 * What came before the log may have begun the artifact: of a bare stream, and of one taken up. Where
 * the client gives new tasks their ids, to name one is not to take it up.
 */
function isFromItsBeginning(
  { timeline, exchange }: Seen,
  lane: TaskLane,
  isNamedByClient: boolean,
): boolean {
  if (timeline.events.kind.at(lane.birth) === TASK) return true;
  if (lane.transitions[0]?.state === "submitted") return true;
  const { request, head, birth } = exchange;
  const isNamed = !isNamedByClient && request?.taskId != null;
  const isTakenUp = request?.operation === "subscribe" || isNamed;
  if (isTakenUp) return lane.birth <= birth;
  return request !== null || head !== null;
}

/** The last three revisions are fragments that have nothing in common, and the spaces between them. */
function isForgottenAppend({ revisions }: ArtifactStream): boolean {
  const [first, second, third] = revisions.slice(-3);
  if (!first || !second || !third) return false;
  const isApart = second.relation === "differs" && third.relation === "differs";
  if (!isApart || ![first, second, third].every(isFragment)) return false;
  return [first, second, third].some((one) => /^\s|\s$/.test(textOf(one)));
}

function isFragment({ source, chunkCount, textLength }: Revision): boolean {
  const isShort = textLength > 0 && textLength <= FRAGMENT_LENGTH;
  return source === "update" && chunkCount === 1 && isShort;
}

function textOf(revision: Revision): string {
  return revision.beginningAt(revision.eventAt(0), FRAGMENT_LENGTH);
}

/** Nothing more will come of any of its artifacts. */
function completed(timeline: Timeline, lane: TaskLane, ordinal: number): void {
  const held = new Map<string, Revision>();
  for (const artifact of lane.artifacts) {
    const revision = artifact.current;
    if (!revision) continue;
    const isStreamed = revision.source === "update" && revision.chunkCount > 1;
    if (isStreamed && revision.closed < 0) timeline.breach("ART-NO-LAST", ordinal);
    if (revision.textLength < SAME_MIN) continue;
    // Few that differ are of one length and begin alike: whole texts are seldom put together.
    const key = `${revision.textLength} ${revision.beginningAt(ordinal, SAME_MIN)}`;
    const other = held.get(key);
    if (!other) held.set(key, revision);
    else if (other.textAt(ordinal) === revision.textAt(ordinal)) {
      timeline.breach("ART-SAME-CONTENT", ordinal);
    }
  }
}
