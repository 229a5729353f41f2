/**
 * Artifacts on the timeline: create, append, replace, and what snapshots say of them, with the
 * irregular cases kept and stamped instead of repaired or dropped.
 */

import { isSameJson } from "../protocol/json.ts";
import type { Artifact, Part } from "../protocol/model.ts";
import { joinPartTexts } from "../protocol/read-parts.ts";
import {
  type ArtifactIdentity,
  ArtifactStream,
  identityOf,
  namelessIdentity,
  Revision,
  relationOf,
} from "./artifact.ts";
import { type Moment, placeOf, touch } from "./moment.ts";
import type { TaskLane } from "./task.ts";
import { Disorder } from "./timeline.ts";

/** Shorter repetitions happen by chance in any text. */
const DUPLICATE_MIN = 16;

export interface ArtifactUpdate {
  readonly artifact: Artifact;
  readonly append: boolean;
  readonly lastChunk: boolean;
}

export function applyArtifact(moment: Moment, lane: TaskLane, update: ArtifactUpdate): void {
  const { artifact, append, lastChunk } = update;
  if (artifact.artifactId === null && artifact.index === null) {
    moment.disorder |= Disorder.NoArtifactId;
  }
  const same = lane.recent?.artifactId === artifact.artifactId ? lane.recent : null;
  const identity = same ?? identityOf(artifact) ?? anonymous(lane, append);
  const known = same ?? lane.artifactByKey.get(identity.key);
  const stream = known ?? create(moment, lane, identity, artifact);
  if (!stream.madeUp) lane.recent = stream;
  const { tellers, revisions } = stream;
  touch(moment, stream.entry);
  if (tellers.repeats(revisions, moment.exchange.teller, append, artifact.parts)) {
    moment.disorder |= Disorder.ToldBefore;
    return;
  }
  tellers.tells(moment.exchange.teller, stream.current);
  if (!known) {
    if (append) moment.disorder |= Disorder.AppendUnknown;
    stream.revisions.push(new Revision(moment.ordinal, "update", "first"));
  } else if (!append) {
    replace(moment, stream, artifact.parts);
  }
  const revision = stream.current;
  if (!revision) return;
  if (append && known) noteAppend(moment, revision, artifact.parts);
  noteName(moment, stream, artifact);
  noteMetadata(moment, stream, artifact);
  revision.add(moment.ordinal, artifact.parts);
  if (lastChunk && revision.closed < 0) revision.closed = moment.ordinal;
}

/** What a snapshot says of one artifact: the same as the streams did, or something else. */
export function applySnapshotArtifact(
  moment: Moment,
  lane: TaskLane,
  artifact: Artifact,
  identity: ArtifactIdentity,
): string {
  const known = lane.artifactByKey.get(identity.key);
  const stream = known ?? create(moment, lane, identity, artifact);
  const current = stream.current;
  const isOlder = current && stream.tellers.shows(moment.exchange.teller, current, artifact.parts);
  if (current && (sameAs(current, artifact.parts) || isOlder)) {
    stream.confirmed.add(moment.ordinal);
    return identity.key;
  }
  stream.tellers.tells(moment.exchange.teller, current);
  const relation = current ? relationOf(fullText(current), joinPartTexts(artifact.parts)) : "first";
  // A snapshot that knows more is how a client catches up; one that knows other things is news.
  if (relation === "differs" || relation === "shrinks") moment.disorder |= Disorder.SnapshotDiffers;
  const revision = new Revision(moment.ordinal, "snapshot", relation);
  revision.add(moment.ordinal, artifact.parts);
  stream.revisions.push(revision);
  noteName(moment, stream, artifact);
  noteMetadata(moment, stream, artifact);
  touch(moment, stream.entry);
  return identity.key;
}

function create(
  moment: Moment,
  lane: TaskLane,
  identity: ArtifactIdentity,
  artifact: Artifact,
): ArtifactStream {
  const { timeline, ordinal } = moment;
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
    ...timeline.entryBase(placeOf(moment, lane.index)),
    kind: "artifact",
    artifact: stream,
  });
  return stream;
}

/** An artifact with neither id nor name: appended to the last such one, or a new one. */
function anonymous(lane: TaskLane, append: boolean): ArtifactIdentity {
  const count = lane.anonymous - (append && lane.anonymous > 0 ? 1 : 0);
  if (count === lane.anonymous) lane.anonymous++;
  return namelessIdentity(count);
}

function replace(moment: Moment, stream: ArtifactStream, parts: readonly Part[]): void {
  const before = stream.current;
  const relation = before ? relationOf(fullText(before), joinPartTexts(parts)) : "first";
  moment.disorder |= Disorder.Replaced;
  const isShorter = before !== undefined && joinPartTexts(parts).length < before.textLength;
  if (isShorter && relation === "differs") moment.disorder |= Disorder.ReplacedShorter;
  stream.revisions.push(new Revision(moment.ordinal, "update", relation));
}

function noteAppend(moment: Moment, revision: Revision, parts: readonly Part[]): void {
  if (revision.closed >= 0) moment.disorder |= Disorder.AfterLastChunk;
  const [only] = parts;
  if (parts.length !== 1 || only?.kind !== "text") return;
  moment.disorder |= repeatsIn(revision, only.text);
}

/** What a text that is appended says again: bits of `Disorder`. */
export function repeatsIn(revision: Revision, text: string): number {
  if (text.length < DUPLICATE_MIN) return 0;
  const isWhole = text.length === revision.textLength && revision.chunkCount > 1;
  return (
    (text === revision.lastText ? Disorder.DuplicateChunk : 0) |
    (isWhole && text === fullText(revision) ? Disorder.ResentWhole : 0)
  );
}

function noteName(moment: Moment, stream: ArtifactStream, artifact: Artifact): void {
  if (artifact.name === null || stream.names.latest === artifact.name) return;
  if (stream.names.latest !== undefined) moment.disorder |= Disorder.NameChanged;
  stream.names.set(moment.ordinal, artifact.name);
}

/** Many agents repeat it with every chunk: kept once, until it says something else. */
function noteMetadata(moment: Moment, stream: ArtifactStream, artifact: Artifact): void {
  const { metadata, extensions } = artifact;
  if (metadata !== null && !isSameJson(stream.metadata.latest, metadata)) {
    stream.metadata.set(moment.ordinal, metadata);
  }
  if (extensions.length > 0 && !isSameJson(stream.extensions.latest, extensions)) {
    stream.extensions.set(moment.ordinal, extensions);
  }
}

function fullText(revision: Revision): string {
  return revision.textAt(Number.MAX_SAFE_INTEGER);
}

function sameAs(revision: Revision, parts: readonly Part[]): boolean {
  if (fullText(revision) !== joinPartTexts(parts)) return false;
  const before = revision.othersAt(Number.MAX_SAFE_INTEGER);
  const after = parts.filter((part) => part.kind !== "text");
  return before.length === after.length && isSameJson(before, after);
}
