/** The two update events, the bulk of every stream: status updates and artifact updates. */

import { isObject, type JsonObject, metadata, snake, text } from "./json.ts";
import type { Artifact, Part, ProtocolEvent, Status } from "./model.ts";
import { Evidence, Irregular, type Reading } from "./notes.ts";
import { bareMessage, readArtifact, readContextId, readGeneration, readStatus } from "./objects.ts";
import type { PartReading } from "./parts.ts";
import { readState } from "./vocabulary.ts";

export function readStatusUpdate(o: JsonObject, reading: PartReading): ProtocolEvent {
  const final = o.final ?? o.isFinal;
  if (final !== undefined) reading.evidence |= Evidence.Final;
  if (typeof o.final === "boolean" && isWrapped03(reading)) reading.evidence |= Evidence.Rest03;
  return {
    kind: "status",
    taskId: readTaskId(o, reading),
    contextId: readContextId(o, reading),
    status: o.status === undefined ? shorthandStatus(o, reading) : statusOf(o, reading),
    final: typeof final === "boolean" ? final : null,
    metadata: metadata(o.metadata),
    generation: readGeneration(o, reading),
  };
}

/** 1.0 has no `final`. Inside a wrapper key of its own, it is the ProtoJSON of 0.3 that says it. */
function isWrapped03({ evidence, not03 }: PartReading): boolean {
  return (evidence & Evidence.Wrapper) !== 0 && (evidence & Evidence.Rpc) === 0 && !not03;
}

/** Some agents say `input_required: true` beside a state that does not. */
function statusOf(o: JsonObject, reading: PartReading): Status {
  const status = readStatus(o.status, reading);
  if (o.input_required !== true || status.state === "input-required") return status;
  reading.irregular |= Irregular.StateSpelling;
  return { ...status, state: "input-required" };
}

function shorthandStatus(o: JsonObject, reading: PartReading): Status {
  reading.irregular |= Irregular.Shorthand;
  return {
    ...readState(o.state, reading),
    message: bareMessage(o.text),
    timestamp: text(o.timestamp, reading),
  };
}

export function readArtifactUpdate(o: JsonObject, reading: PartReading): ProtocolEvent {
  const raw = o.artifact;
  const artifact = isObject(raw) ? readArtifact(raw, reading) : shorthandArtifact(o, reading);
  const inside = isObject(raw) ? raw : o;
  const outerAppend = o.append;
  const outerLast = o.lastChunk ?? snake(o.last_chunk, reading) ?? o.lastchunk;
  const innerLast = inside.lastChunk ?? inside.last_chunk;
  if (inside !== o && (inside.append !== undefined || innerLast !== undefined)) {
    noteFlagsInside(o, artifact, reading);
  }
  return {
    kind: "artifact",
    taskId: readTaskId(o, reading),
    contextId: readContextId(o, reading),
    artifact,
    append: flag(outerAppend ?? inside.append, reading),
    lastChunk: flag(outerLast ?? innerLast, reading),
    metadata: metadata(o.metadata),
    generation: readGeneration(o, reading),
  };
}

/** Flags inside the artifact are how 0.1 has it, and a mistake in every later version. */
function noteFlagsInside(o: JsonObject, artifact: Artifact, reading: Reading): void {
  if (artifact.artifactId === null && o.kind === undefined) {
    reading.evidence |= Evidence.ArtifactIndex;
  } else {
    reading.irregular |= Irregular.FlagsInside;
  }
}

function shorthandArtifact(o: JsonObject, reading: PartReading): Artifact {
  const isShorthand = typeof o.name === "string" || typeof o.text === "string";
  reading.irregular |= isShorthand ? Irregular.Shorthand : Irregular.WrongType;
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

function readTaskId(o: JsonObject, reading: PartReading): string | null {
  const id = o.taskId ?? snake(o.task_id, reading);
  if (id !== undefined) return text(id, reading) || null;
  if (o.id === undefined || o.jsonrpc !== undefined) return null;
  reading.evidence |= Evidence.IdAsTaskId;
  return text(o.id, reading) || null;
}

function flag(value: unknown, reading: Reading): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === "boolean") return value;
  reading.irregular |= Irregular.OddFlag;
  return value === "true" || value === 1;
}
