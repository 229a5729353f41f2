/** The two update events, the bulk of every stream: status updates and artifact updates. */

import { type DecodeFlags, DecodeIssue, VersionEvidence } from "./decode-flags.ts";
import { flagSnakeCase, isObject, type JsonObject, readMetadata, readText } from "./json.ts";
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

export function readStatusUpdate(o: JsonObject, reading: DecodeState): ProtocolEvent {
  const final = o.final ?? o.isFinal;
  if (final !== undefined) reading.evidence |= VersionEvidence.Final;
  if (typeof o.final === "boolean" && isWrapped03(reading))
    reading.evidence |= VersionEvidence.Rest03;
  return {
    kind: "status",
    taskId: readTaskId(o, reading),
    contextId: readContextId(o, reading),
    status: o.status === undefined ? readShorthandStatus(o, reading) : readUpdateStatus(o, reading),
    final: typeof final === "boolean" ? final : null,
    metadata: readMetadata(o.metadata),
    generation: readGeneration(o, reading),
  };
}

/** 1.0 has no `final`. Inside a wrapper key of its own, it is the ProtoJSON of 0.3 that says it. */
function isWrapped03({ evidence, not03 }: DecodeState): boolean {
  return (
    (evidence & VersionEvidence.Wrapper) !== 0 && (evidence & VersionEvidence.Rpc) === 0 && !not03
  );
}

/** Some agents say `input_required: true` beside a state that does not. */
function readUpdateStatus(o: JsonObject, reading: DecodeState): Status {
  const status = readStatus(o.status, reading);
  if (o.input_required !== true || status.state === "input-required") return status;
  reading.decodeIssues |= DecodeIssue.StateSpelling;
  return { ...status, state: "input-required" };
}

function readShorthandStatus(o: JsonObject, reading: DecodeState): Status {
  reading.decodeIssues |= DecodeIssue.Shorthand;
  return {
    ...readState(o.state, reading),
    message: readBareMessage(o.text),
    timestamp: readText(o.timestamp, reading),
  };
}

export function readArtifactUpdate(o: JsonObject, reading: DecodeState): ProtocolEvent {
  const raw = o.artifact;
  const artifact = isObject(raw) ? readArtifact(raw, reading) : readShorthandArtifact(o, reading);
  const inside = isObject(raw) ? raw : o;
  const outerAppend = o.append;
  const outerLast = o.lastChunk ?? flagSnakeCase(o.last_chunk, reading) ?? o.lastchunk;
  const innerLast = inside.lastChunk ?? inside.last_chunk;
  if (inside !== o && (inside.append !== undefined || innerLast !== undefined)) {
    noteFlagsInside(o, artifact, reading);
  }
  return {
    kind: "artifact",
    taskId: readTaskId(o, reading),
    contextId: readContextId(o, reading),
    artifact,
    append: readFlag(outerAppend ?? inside.append, reading),
    lastChunk: readFlag(outerLast ?? innerLast, reading),
    metadata: readMetadata(o.metadata),
    generation: readGeneration(o, reading),
  };
}

/** Flags inside the artifact are how 0.1 has it, and a mistake in every later version. */
function noteFlagsInside(o: JsonObject, artifact: Artifact, reading: DecodeFlags): void {
  if (artifact.artifactId === null && o.kind === undefined) {
    reading.evidence |= VersionEvidence.ArtifactIndex;
  } else {
    reading.decodeIssues |= DecodeIssue.FlagsInside;
  }
}

function readShorthandArtifact(o: JsonObject, reading: DecodeState): Artifact {
  const isShorthand = typeof o.name === "string" || typeof o.text === "string";
  reading.decodeIssues |= isShorthand ? DecodeIssue.Shorthand : DecodeIssue.WrongType;
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

function readTaskId(o: JsonObject, reading: DecodeState): string | null {
  const id = o.taskId ?? flagSnakeCase(o.task_id, reading);
  if (id !== undefined) return readText(id, reading) || null;
  if (o.id === undefined || o.jsonrpc !== undefined) return null;
  reading.evidence |= VersionEvidence.IdAsTaskId;
  return readText(o.id, reading) || null;
}

function readFlag(value: unknown, reading: DecodeFlags): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === "boolean") return value;
  reading.decodeIssues |= DecodeIssue.OddFlag;
  return value === "true" || value === 1;
}
