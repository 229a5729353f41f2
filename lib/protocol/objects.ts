/** Messages, statuses, artifacts and tasks of every version, read into the model. */

import { isArray, isObject, type JsonObject, metadata, snake, strings, text } from "./json.ts";
import type { Artifact, Message, Role, Status, Task } from "./model.ts";
import { Evidence, Irregular } from "./notes.ts";
import { type PartReading, readParts } from "./parts.ts";
import { readRole, readState } from "./vocabulary.ts";

export function readMessage(raw: JsonObject, speaker: Role, reading: PartReading): Message {
  if (raw.parts === undefined && isArray(raw.content)) reading.evidence |= Evidence.Rest03;
  if (raw.kind === "message") reading.evidence |= Evidence.Kind;
  const { role, rawRole } = readRole(raw.role, speaker, reading);
  if (isArray(raw.parts) && rawRole?.startsWith("ROLE_")) reading.evidence |= Evidence.Part1;
  return {
    role,
    rawRole,
    messageId: filled(text(raw.messageId ?? snake(raw.message_id, reading), reading)),
    taskId: filled(text(raw.taskId ?? snake(raw.task_id, reading), reading)),
    contextId: readContextId(raw, reading),
    parts: readParts(raw.parts ?? raw.content, reading),
    metadata: metadata(raw.metadata),
    referenceTaskIds: strings(raw.referenceTaskIds ?? snake(raw.reference_task_ids, reading)),
    extensions: strings(raw.extensions),
  };
}

/** `sessionId` is what 0.1 called the context. */
export function readContextId(raw: JsonObject, reading: PartReading): string | null {
  const id = raw.contextId ?? snake(raw.context_id ?? raw.contextID, reading);
  if (id !== undefined) return filled(text(id, reading));
  if (raw.sessionId === undefined) return null;
  reading.evidence |= Evidence.Session;
  return filled(text(raw.sessionId, reading));
}

export function readStatus(value: unknown, reading: PartReading): Status {
  if (!isObject(value)) {
    if (typeof value === "string") reading.irregular |= Irregular.StringStatus;
    else if (value !== undefined) reading.irregular |= Irregular.WrongType;
    const state = readState(typeof value === "string" ? value : undefined, reading);
    return { ...state, message: null, timestamp: null };
  }
  const { state, rawState } = readState(value.state, reading);
  const message = value.message ?? value.update;
  return {
    state,
    rawState,
    message: isObject(message) ? readMessage(message, "agent", reading) : bareMessage(message),
    timestamp: value.timestamp === undefined ? null : text(value.timestamp, reading),
  };
}

/** A status message that is a bare string, as hand-written servers send it. */
export function bareMessage(value: unknown): Message | null {
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

export function readArtifact(raw: JsonObject, reading: PartReading): Artifact {
  const id = raw.artifactId ?? snake(raw.artifact_id, reading);
  if (typeof id === "string" && id.length > 0) reading.evidence |= Evidence.ArtifactId;
  const index = typeof raw.index === "number" ? raw.index : null;
  if (index !== null) reading.evidence |= Evidence.ArtifactIndex;
  return {
    artifactId: filled(text(id, reading)),
    index,
    name: filled(text(raw.name, reading)),
    description: filled(text(raw.description, reading)),
    parts: readParts(raw.parts, reading),
    metadata: metadata(raw.metadata),
    extensions: strings(raw.extensions),
  };
}

export function readTask(raw: JsonObject, reading: PartReading): Task {
  return {
    id: filled(text(raw.id ?? raw.taskId ?? snake(raw.task_id, reading), reading)),
    contextId: readContextId(raw, reading),
    status: readStatus(raw.status, reading),
    artifacts: objects(raw.artifacts, reading).map((item) => readArtifact(item, reading)),
    history: objects(raw.history, reading).map((item) => readMessage(item, "agent", reading)),
    metadata: metadata(raw.metadata),
  };
}

/** The 1.1 draft's counter; ProtoJSON prints it as a string. */
export function readGeneration(o: JsonObject, reading: PartReading): string | null {
  const { generation } = o;
  if (typeof generation !== "string" && typeof generation !== "number") return null;
  reading.evidence |= Evidence.Generation;
  return String(generation);
}

function objects(value: unknown, reading: PartReading): JsonObject[] {
  if (value === undefined || value === null) return [];
  if (!isArray(value)) {
    reading.irregular |= Irregular.WrongType;
    return [];
  }
  const found = value.filter(isObject);
  if (found.length < value.length) reading.irregular |= Irregular.WrongType;
  return found;
}

/** Empty ids are no ids: ProtoJSON writers send `""` for what is not there. */
function filled(value: string | null): string | null {
  return value === "" ? null : value;
}
