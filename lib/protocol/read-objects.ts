/** Reads messages, statuses, artifacts and tasks of every version into the model. */

import { DecodeIssue, flagSnakeCase, readText, VersionEvidence } from "./decode-flags.ts";
import { filterStrings, isArray, isObject, type JsonObject, readMetadata } from "./json.ts";
import type { Artifact, Message, Role, Status, Task } from "./model.ts";
import { type DecodeState, readParts } from "./read-parts.ts";
import { readRole, readState } from "./state-names.ts";

export function readMessage(raw: JsonObject, speaker: Role, flags: DecodeState): Message {
  if (raw.parts === undefined && isArray(raw.content)) flags.evidence |= VersionEvidence.Rest03;
  if (raw.kind === "message") flags.evidence |= VersionEvidence.Kind;
  const { role, rawRole } = readRole(raw.role, speaker, flags);
  if (isArray(raw.parts) && rawRole?.startsWith("ROLE_")) flags.evidence |= VersionEvidence.Part1;
  return {
    role,
    rawRole,
    messageId: emptyToNull(readText(raw.messageId ?? flagSnakeCase(raw.message_id, flags), flags)),
    taskId: emptyToNull(readText(raw.taskId ?? flagSnakeCase(raw.task_id, flags), flags)),
    contextId: readContextId(raw, flags),
    parts: readParts(raw.parts ?? raw.content, flags),
    metadata: readMetadata(raw.metadata),
    referenceTaskIds: filterStrings(
      raw.referenceTaskIds ?? flagSnakeCase(raw.reference_task_ids, flags),
    ),
    extensions: filterStrings(raw.extensions),
  };
}

/** In 0.1, the context is called `sessionId`. */
export function readContextId(raw: JsonObject, flags: DecodeState): string | null {
  const id = raw.contextId ?? flagSnakeCase(raw.context_id ?? raw.contextID, flags);
  if (id !== undefined) return emptyToNull(readText(id, flags));
  if (raw.sessionId === undefined) return null;
  flags.evidence |= VersionEvidence.Session;
  return emptyToNull(readText(raw.sessionId, flags));
}

export function readStatus(value: unknown, flags: DecodeState): Status {
  if (!isObject(value)) {
    if (typeof value === "string") flags.decodeIssues |= DecodeIssue.StringStatus;
    else if (value !== undefined) flags.decodeIssues |= DecodeIssue.WrongType;
    const state = readState(typeof value === "string" ? value : undefined, flags);
    return { ...state, message: null, timestamp: null };
  }
  const { state, rawState } = readState(value.state, flags);
  const message = value.message ?? value.update;
  return {
    state,
    rawState,
    message: isObject(message) ? readMessage(message, "agent", flags) : readBareMessage(message),
    timestamp: value.timestamp === undefined ? null : readText(value.timestamp, flags),
  };
}

/** Reads a status message that is a bare string, as some hand-written servers send it. */
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

export function readArtifact(raw: JsonObject, flags: DecodeState): Artifact {
  const id = raw.artifactId ?? flagSnakeCase(raw.artifact_id, flags);
  if (typeof id === "string" && id.length > 0) flags.evidence |= VersionEvidence.ArtifactId;
  const index = typeof raw.index === "number" ? raw.index : null;
  if (index !== null) flags.evidence |= VersionEvidence.ArtifactIndex;
  return {
    artifactId: emptyToNull(readText(id, flags)),
    index,
    name: emptyToNull(readText(raw.name, flags)),
    description: emptyToNull(readText(raw.description, flags)),
    parts: readParts(raw.parts, flags),
    metadata: readMetadata(raw.metadata),
    extensions: filterStrings(raw.extensions),
  };
}

export function readTask(raw: JsonObject, flags: DecodeState): Task {
  return {
    id: emptyToNull(readText(raw.id ?? raw.taskId ?? flagSnakeCase(raw.task_id, flags), flags)),
    contextId: readContextId(raw, flags),
    status: readStatus(raw.status, flags),
    artifacts: readObjects(raw.artifacts, flags).map((item) => readArtifact(item, flags)),
    history: readObjects(raw.history, flags).map((item) => readMessage(item, "agent", flags)),
    metadata: readMetadata(raw.metadata),
  };
}

/** The counter of the 1.1 draft; a string in ProtoJSON. */
export function readGeneration(o: JsonObject, flags: DecodeState): string | null {
  const { generation } = o;
  if (typeof generation !== "string" && typeof generation !== "number") return null;
  flags.evidence |= VersionEvidence.Generation;
  return String(generation);
}

function readObjects(value: unknown, flags: DecodeState): JsonObject[] {
  if (value === undefined || value === null) return [];
  if (!isArray(value)) {
    flags.decodeIssues |= DecodeIssue.WrongType;
    return [];
  }
  const found = value.filter(isObject);
  if (found.length < value.length) flags.decodeIssues |= DecodeIssue.WrongType;
  return found;
}

/** Empty ids count as missing, because ProtoJSON serializers send `""` for missing values. */
function emptyToNull(value: string | null): string | null {
  return value === "" ? null : value;
}
