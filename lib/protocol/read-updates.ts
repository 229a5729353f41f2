/** Reads status updates and artifact updates, the bulk of every stream. */

import {
  type DecodeFlags,
  DecodeIssue,
  flagSnakeCase,
  readText,
  VersionEvidence,
} from "./decode-flags.ts";
import { isObject, type JsonObject, readMetadata } from "./json.ts";
import type { Artifact, Part, ProtocolEvent, Status } from "./model.ts";
import {
  readArtifact,
  readBareMessage,
  readContextId,
  readGeneration,
  readStatus,
} from "./read-objects.ts";
import type { DecodeState } from "./read-parts.ts";
import { readState } from "./state-names.ts";

export function readStatusUpdate(o: JsonObject, flags: DecodeState): ProtocolEvent {
  const final = o.final ?? o.isFinal;
  if (final !== undefined) flags.evidence |= VersionEvidence.Final;
  if (typeof o.final === "boolean" && isWrapped03(flags)) flags.evidence |= VersionEvidence.Rest03;
  return {
    kind: "status",
    taskId: readTaskId(o, flags),
    contextId: readContextId(o, flags),
    status: o.status === undefined ? readShorthandStatus(o, flags) : readUpdateStatus(o, flags),
    final: typeof final === "boolean" ? final : null,
    metadata: readMetadata(o.metadata),
    generation: readGeneration(o, flags),
  };
}

/** 1.0 has no `final`; inside a wrapper key, `final` indicates the ProtoJSON of 0.3. */
function isWrapped03({ evidence, not03 }: DecodeState): boolean {
  return (
    (evidence & VersionEvidence.Wrapper) !== 0 && (evidence & VersionEvidence.Rpc) === 0 && !not03
  );
}

/** Some agents send `input_required: true` beside a different state. */
function readUpdateStatus(o: JsonObject, flags: DecodeState): Status {
  const status = readStatus(o.status, flags);
  if (o.input_required !== true || status.state === "input-required") return status;
  flags.decodeIssues |= DecodeIssue.StateSpelling;
  return { ...status, state: "input-required" };
}

function readShorthandStatus(o: JsonObject, flags: DecodeState): Status {
  flags.decodeIssues |= DecodeIssue.Shorthand;
  return {
    ...readState(o.state, flags),
    message: readBareMessage(o.text),
    timestamp: readText(o.timestamp, flags),
  };
}

export function readArtifactUpdate(o: JsonObject, flags: DecodeState): ProtocolEvent {
  const raw = o.artifact;
  const artifact = isObject(raw) ? readArtifact(raw, flags) : readShorthandArtifact(o, flags);
  const inside = isObject(raw) ? raw : o;
  const outerAppend = o.append;
  const outerLast = o.lastChunk ?? flagSnakeCase(o.last_chunk, flags) ?? o.lastchunk;
  const innerLast = inside.lastChunk ?? inside.last_chunk;
  if (inside !== o && (inside.append !== undefined || innerLast !== undefined)) {
    noteFlagsInside(o, artifact, flags);
  }
  return {
    kind: "artifact",
    taskId: readTaskId(o, flags),
    contextId: readContextId(o, flags),
    artifact,
    append: readFlag(outerAppend ?? inside.append, flags),
    lastChunk: readFlag(outerLast ?? innerLast, flags),
    metadata: readMetadata(o.metadata),
    generation: readGeneration(o, flags),
  };
}

/** Flags inside the artifact are correct in 0.1 and a mistake in later versions. */
function noteFlagsInside(o: JsonObject, artifact: Artifact, flags: DecodeFlags): void {
  if (artifact.artifactId === null && o.kind === undefined) {
    flags.evidence |= VersionEvidence.ArtifactIndex;
  } else {
    flags.decodeIssues |= DecodeIssue.FlagsInside;
  }
}

function readShorthandArtifact(o: JsonObject, flags: DecodeState): Artifact {
  const isShorthand = typeof o.name === "string" || typeof o.text === "string";
  flags.decodeIssues |= isShorthand ? DecodeIssue.Shorthand : DecodeIssue.WrongType;
  const parts: Part[] = typeof o.text === "string" ? [{ kind: "text", text: o.text }] : [];
  return {
    artifactId: null,
    index: null,
    name: typeof o.name === "string" ? o.name : null,
    description: null,
    parts,
    metadata: null,
    extensions: [],
  };
}

function readTaskId(o: JsonObject, flags: DecodeState): string | null {
  const id = o.taskId ?? flagSnakeCase(o.task_id, flags);
  if (id !== undefined) return readText(id, flags) || null;
  if (o.id === undefined || o.jsonrpc !== undefined) return null;
  flags.evidence |= VersionEvidence.IdAsTaskId;
  return readText(o.id, flags) || null;
}

function readFlag(value: unknown, flags: DecodeFlags): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === "boolean") return value;
  flags.decodeIssues |= DecodeIssue.OddFlag;
  return value === "true" || value === 1;
}
