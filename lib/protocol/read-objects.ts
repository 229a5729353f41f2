/** Messages, statuses, artifacts and tasks of every version, read into the model. */

import { DecodeIssue, VersionEvidence } from "./decode-flags.ts";
import {
  filterStrings,
  flagSnakeCase,
  isArray,
  isObject,
  type JsonObject,
  readMetadata,
  readText,
} from "./json.ts";
import type { Artifact, Message, Role, Status, Task } from "./model.ts";
import { type DecodeState, readParts } from "./read-parts.ts";
import { readRole, readState } from "./state-names.ts";

export function readMessage(raw: JsonObject, speaker: Role, reading: DecodeState): Message {
  if (raw.parts === undefined && isArray(raw.content)) reading.evidence |= VersionEvidence.Rest03;
  if (raw.kind === "message") reading.evidence |= VersionEvidence.Kind;
  const { role, rawRole } = readRole(raw.role, speaker, reading);
  if (isArray(raw.parts) && rawRole?.startsWith("ROLE_")) reading.evidence |= VersionEvidence.Part1;
  return {
    role,
    rawRole,
    messageId: emptyToNull(
      readText(raw.messageId ?? flagSnakeCase(raw.message_id, reading), reading),
    ),
    taskId: emptyToNull(readText(raw.taskId ?? flagSnakeCase(raw.task_id, reading), reading)),
    contextId: readContextId(raw, reading),
    parts: readParts(raw.parts ?? raw.content, reading),
    metadata: readMetadata(raw.metadata),
    referenceTaskIds: filterStrings(
      raw.referenceTaskIds ?? flagSnakeCase(raw.reference_task_ids, reading),
    ),
    extensions: filterStrings(raw.extensions),
  };
}

/** `sessionId` is what 0.1 called the context. */
export function readContextId(raw: JsonObject, reading: DecodeState): string | null {
  const id = raw.contextId ?? flagSnakeCase(raw.context_id ?? raw.contextID, reading);
  if (id !== undefined) return emptyToNull(readText(id, reading));
  if (raw.sessionId === undefined) return null;
  reading.evidence |= VersionEvidence.Session;
  return emptyToNull(readText(raw.sessionId, reading));
}

export function readStatus(value: unknown, reading: DecodeState): Status {
  if (!isObject(value)) {
    if (typeof value === "string") reading.decodeIssues |= DecodeIssue.StringStatus;
    else if (value !== undefined) reading.decodeIssues |= DecodeIssue.WrongType;
    const state = readState(typeof value === "string" ? value : undefined, reading);
    return { ...state, message: null, timestamp: null };
  }
  const { state, rawState } = readState(value.state, reading);
  const message = value.message ?? value.update;
  return {
    state,
    rawState,
    message: isObject(message) ? readMessage(message, "agent", reading) : readBareMessage(message),
    timestamp: value.timestamp === undefined ? null : readText(value.timestamp, reading),
  };
}

/** A status message that is a bare string, as hand-written servers send it. */
export function readBareMessage(value: unknown): Message | null {
  if (typeof value !== "string" || value.length === 0) return null;
  return {
    role: "agent",
    rawRole: null,
    messageId: null,
    taskId: null,
    contextId: null,
    parts: [{ kind: "text", text: value }],
    metadata: null,
    referenceTaskIds: [],
    extensions: [],
  };
}

export function readArtifact(raw: JsonObject, reading: DecodeState): Artifact {
  const id = raw.artifactId ?? flagSnakeCase(raw.artifact_id, reading);
  if (typeof id === "string" && id.length > 0) reading.evidence |= VersionEvidence.ArtifactId;
  const index = typeof raw.index === "number" ? raw.index : null;
  if (index !== null) reading.evidence |= VersionEvidence.ArtifactIndex;
  return {
    artifactId: emptyToNull(readText(id, reading)),
    index,
    name: emptyToNull(readText(raw.name, reading)),
    description: emptyToNull(readText(raw.description, reading)),
    parts: readParts(raw.parts, reading),
    metadata: readMetadata(raw.metadata),
    extensions: filterStrings(raw.extensions),
  };
}

export function readTask(raw: JsonObject, reading: DecodeState): Task {
  return {
    id: emptyToNull(readText(raw.id ?? raw.taskId ?? flagSnakeCase(raw.task_id, reading), reading)),
    contextId: readContextId(raw, reading),
    status: readStatus(raw.status, reading),
    artifacts: readObjects(raw.artifacts, reading).map((item) => readArtifact(item, reading)),
    history: readObjects(raw.history, reading).map((item) => readMessage(item, "agent", reading)),
    metadata: readMetadata(raw.metadata),
  };
}

/** The 1.1 draft's counter; ProtoJSON prints it as a string. */
export function readGeneration(o: JsonObject, reading: DecodeState): string | null {
  const { generation } = o;
  if (typeof generation !== "string" && typeof generation !== "number") return null;
  reading.evidence |= VersionEvidence.Generation;
  return String(generation);
}

function readObjects(value: unknown, reading: DecodeState): JsonObject[] {
  if (value === undefined || value === null) return [];
  if (!isArray(value)) {
    reading.decodeIssues |= DecodeIssue.WrongType;
    return [];
  }
  const found = value.filter(isObject);
  if (found.length < value.length) reading.decodeIssues |= DecodeIssue.WrongType;
  return found;
}

/** Empty ids are no ids: ProtoJSON writers send `""` for what is not there. */
function emptyToNull(value: string | null): string | null {
  return value === "" ? null : value;
}
