/**
 * Folds artifact updates and snapshots: create, append, replace. Irregular cases are kept and
 * flagged, never repaired or dropped.
 *
 *     update a1 "Hel"                 a1, revision 1: "Hel"
 *     update a1 "lo" with append      a1, revision 1: "Hello"
 *     update a1 "Bye"                 a1, revision 2: "Bye"; revision 1 stays
 *     update a2 "x" with append       a2, revision 1: "x", and the issue AppendUnknown
 */

import { isSameJson } from "../json/json-stringify.ts";
import type { Artifact, Part } from "../protocol/model.ts";
import { joinPartTexts } from "../protocol/read-parts.ts";
import {
  type ArtifactIdentity,
  ArtifactStream,
  createAnonymousIdentity,
  getArtifactIdentity,
  getTextRelation,
  Revision,
} from "./artifact.ts";
import { addToEntry, createEntryOrigin, type FoldContext } from "./fold-context.ts";
import type { TaskLane } from "./task.ts";
import { OrderIssue } from "./timeline.ts";

/** Shorter repetitions occur by chance in any text. */
const DUPLICATE_MIN = 16;

interface ArtifactUpdate {
  readonly artifact: Artifact;
  readonly append: boolean;
  readonly lastChunk: boolean;
}

export function applyArtifactUpdate(
  context: FoldContext,
  lane: TaskLane,
  update: ArtifactUpdate,
): void {
  const { artifact, append, lastChunk } = update;
  if (artifact.artifactId === null && artifact.index === null) {
    context.orderIssues |= OrderIssue.NoArtifactId;
  }
  const same = lane.lastArtifact?.artifactId === artifact.artifactId ? lane.lastArtifact : null;
  const identity = same ?? getArtifactIdentity(artifact) ?? nextAnonymousIdentity(lane, append);
  const known = same ?? lane.artifactByKey.get(identity.key);
  const stream = known ?? createArtifact(context, lane, identity, artifact);
  if (!stream.hasGeneratedId) lane.lastArtifact = stream;
  const { duplicates, revisions } = stream;
  addToEntry(context, stream.entry);
  if (
    duplicates.markIfDuplicate(revisions, context.exchange.streamSource, append, artifact.parts)
  ) {
    context.orderIssues |= OrderIssue.AlreadyDelivered;
    return;
  }
  duplicates.markReporting(context.exchange.streamSource, stream.current);
  if (!known) {
    if (append) context.orderIssues |= OrderIssue.AppendUnknown;
    stream.revisions.push(new Revision(context.ordinal, "update", "first"));
  } else if (!append) {
    replaceArtifact(context, stream, artifact.parts);
  }
  const revision = stream.current;
  if (!revision) return;
  if (append && known) checkAppend(context, revision, artifact.parts);
  updateName(context, stream, artifact);
  updateMetadata(context, stream, artifact);
  revision.add(context.ordinal, artifact.parts);
  if (lastChunk && revision.lastChunkEvent < 0) revision.lastChunkEvent = context.ordinal;
}

/**
 * Applies one artifact of a snapshot: confirms the streamed one, or adds a revision. Returns its
 * key.
 */
export function applySnapshotArtifact(
  context: FoldContext,
  lane: TaskLane,
  artifact: Artifact,
  identity: ArtifactIdentity,
): string {
  const known = lane.artifactByKey.get(identity.key);
  const stream = known ?? createArtifact(context, lane, identity, artifact);
  const current = stream.current;
  const isOlder =
    current &&
    stream.duplicates.markIfKnownSnapshot(context.exchange.streamSource, current, artifact.parts);
  if (current && (hasSameParts(current, artifact.parts) || isOlder)) {
    stream.confirmingSnapshots.add(context.ordinal);
    return identity.key;
  }
  stream.duplicates.markReporting(context.exchange.streamSource, current);
  const relation = current
    ? getTextRelation(getFullText(current), joinPartTexts(artifact.parts))
    : "first";
  // A snapshot that extends the text is normal catch-up; any other text is an issue.
  if (relation === "differs" || relation === "shrinks")
    context.orderIssues |= OrderIssue.SnapshotDiffers;
  const revision = new Revision(context.ordinal, "snapshot", relation);
  revision.add(context.ordinal, artifact.parts);
  stream.revisions.push(revision);
  updateName(context, stream, artifact);
  updateMetadata(context, stream, artifact);
  addToEntry(context, stream.entry);
  return identity.key;
}

function createArtifact(
  context: FoldContext,
  lane: TaskLane,
  identity: ArtifactIdentity,
  artifact: Artifact,
): ArtifactStream {
  const { timeline, ordinal } = context;
  const stream = new ArtifactStream(
    identity,
    lane.index,
    timeline.entries.length,
    ordinal,
    artifact.description,
  );
  if (artifact.name !== null) stream.names.set(ordinal, artifact.name);
  lane.artifacts.push(stream);
  lane.artifactByKey.set(identity.key, stream);
  timeline.entries.push({
    ...timeline.createEntryBase(createEntryOrigin(context, lane.index)),
    kind: "artifact",
    artifact: stream,
  });
  return stream;
}

/**
 * Identity of an artifact with neither id nor name: the last such one if appending, else a new one.
 */
function nextAnonymousIdentity(lane: TaskLane, append: boolean): ArtifactIdentity {
  const count = lane.anonymousArtifacts - (append && lane.anonymousArtifacts > 0 ? 1 : 0);
  if (count === lane.anonymousArtifacts) lane.anonymousArtifacts++;
  return createAnonymousIdentity(count);
}

function replaceArtifact(
  context: FoldContext,
  stream: ArtifactStream,
  parts: readonly Part[],
): void {
  const before = stream.current;
  const relation = before ? getTextRelation(getFullText(before), joinPartTexts(parts)) : "first";
  context.orderIssues |= OrderIssue.Replaced;
  const isShorter = before !== undefined && joinPartTexts(parts).length < before.textLength;
  if (isShorter && relation === "differs") context.orderIssues |= OrderIssue.ReplacedShorter;
  stream.revisions.push(new Revision(context.ordinal, "update", relation));
}

function checkAppend(context: FoldContext, revision: Revision, parts: readonly Part[]): void {
  if (revision.lastChunkEvent >= 0) context.orderIssues |= OrderIssue.AfterLastChunk;
  const [only] = parts;
  if (parts.length !== 1 || only?.kind !== "text") return;
  context.orderIssues |= findRepetitionIssues(revision, only.text);
}

/** Order issues of an appended text that repeats earlier text: bits of `OrderIssue`. */
export function findRepetitionIssues(revision: Revision, text: string): number {
  if (text.length < DUPLICATE_MIN) return 0;
  const isWhole = text.length === revision.textLength && revision.chunkCount > 1;
  return (
    (text === revision.lastText ? OrderIssue.DuplicateChunk : 0) |
    (isWhole && text === getFullText(revision) ? OrderIssue.ResentWhole : 0)
  );
}

function updateName(context: FoldContext, stream: ArtifactStream, artifact: Artifact): void {
  if (artifact.name === null || stream.names.latest === artifact.name) return;
  if (stream.names.latest !== undefined) context.orderIssues |= OrderIssue.NameChanged;
  stream.names.set(context.ordinal, artifact.name);
}

/** Many agents repeat metadata with every chunk, so only changes are stored. */
function updateMetadata(context: FoldContext, stream: ArtifactStream, artifact: Artifact): void {
  const { metadata, extensions } = artifact;
  if (metadata !== null && !isSameJson(stream.metadata.latest, metadata)) {
    stream.metadata.set(context.ordinal, metadata);
  }
  if (extensions.length > 0 && !isSameJson(stream.extensions.latest, extensions)) {
    stream.extensions.set(context.ordinal, extensions);
  }
}

function getFullText(revision: Revision): string {
  return revision.textAt(Number.MAX_SAFE_INTEGER);
}

function hasSameParts(revision: Revision, parts: readonly Part[]): boolean {
  if (getFullText(revision) !== joinPartTexts(parts)) return false;
  const before = revision.nonTextPartsAt(Number.MAX_SAFE_INTEGER);
  const after = parts.filter((part) => part.kind !== "text");
  return before.length === after.length && isSameJson(before, after);
}
