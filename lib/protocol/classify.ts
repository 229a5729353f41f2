/**
 * What kind of thing a payload is, by the first test that fits, and that thing read into the
 * model. Total: a payload that fits nothing is an event too.
 */

import { findStatedVersion } from "./card/generation.ts";
import { looksLikeCard } from "./card/recognise.ts";
import { isArray, isObject, type JsonObject } from "./json.ts";
import type { ProtocolEvent, Task } from "./model.ts";
import { Evidence, Irregular } from "./notes.ts";
import { readGeneration, readMessage, readTask } from "./objects.ts";
import type { PartReading } from "./parts.ts";
import { readArtifactUpdate, readStatusUpdate } from "./updates.ts";
import { isStateWord } from "./vocabulary.ts";

/** An event, and the object that it was read from. */
export type EventSink = (event: ProtocolEvent, raw: JsonObject | null) => void;

/**
 * Emits what the payload says; false when it says nothing we know. `expectsCard`: it was served
 * where cards are, so that a card with many members missing is still one.
 */
export function classify(
  o: JsonObject,
  reading: PartReading,
  emit: EventSink,
  expectsCard = false,
): boolean {
  if (wrapped(o, reading, emit)) return true;
  const event = byKind(o, reading) ?? byType(o, reading) ?? byShape(o, reading, expectsCard);
  if (!event) return false;
  emit(event, o);
  return true;
}

/** 1.0 and the ProtoJSON of 0.3: one key around the payload. Several keys are several events. */
function wrapped(o: JsonObject, reading: PartReading, emit: EventSink): boolean {
  const status = o.statusUpdate ?? o.status_update;
  const artifact = o.artifactUpdate ?? o.artifact_update;
  const { task } = o;
  const message = o.message ?? o.msg;
  const isStatus = isObject(status);
  const isArtifact = isObject(artifact);
  const isTask = isObject(task) && (task.id !== undefined || task.status !== undefined);
  const isMessage =
    isObject(message) &&
    message.role !== undefined &&
    o.role === undefined &&
    o.status === undefined;
  const count = Number(isStatus) + Number(isArtifact) + Number(isTask) + Number(isMessage);
  if (count === 0) return false;
  reading.evidence |= Evidence.Wrapper;
  if (count > 1) reading.irregular |= Irregular.SeveralWrappers;
  if (o.status_update !== undefined || o.artifact_update !== undefined) {
    reading.irregular |= Irregular.SnakeCase;
  }
  if (o.msg !== undefined) reading.evidence |= Evidence.Rest03;
  if (isTask) emit(literal(task, taskEvent(task, reading), reading), task);
  if (isStatus) emit(literal(status, readStatusUpdate(status, reading), reading), status);
  if (isArtifact) emit(literal(artifact, readArtifactUpdate(artifact, reading), reading), artifact);
  if (isMessage) emit(literal(message, messageEvent(message, reading), reading), message);
  return true;
}

/** `kind` or lower-case states inside wrapper keys: the 0.3 REST binding read literally. */
function literal(inside: JsonObject, event: ProtocolEvent, reading: PartReading): ProtocolEvent {
  const isLiteral = inside.kind !== undefined || reading.evidence & Evidence.KebabState;
  if (isLiteral) reading.evidence |= Evidence.RestLiteral;
  return event;
}

/** 0.2 and 0.3 over JSON-RPC. */
function byKind(o: JsonObject, reading: PartReading): ProtocolEvent | null {
  const { kind } = o;
  if (typeof kind !== "string") return null;
  const event = ofKind(kind, o, reading);
  if (event) reading.evidence |= Evidence.Kind;
  return event;
}

function ofKind(kind: string, o: JsonObject, reading: PartReading): ProtocolEvent | null {
  switch (kind) {
    case "artifact-update":
      return readArtifactUpdate(o, reading);
    case "status-update":
      return readStatusUpdate(o, reading);
    case "task":
      return taskEvent(o, reading);
    case "message":
      return messageEvent(o, reading);
    default:
      return null;
  }
}

const TYPE_WORDS: ReadonlyMap<string, string> = new Map([
  ["taskstatusupdate", "status-update"],
  ["taskstatusupdateevent", "status-update"],
  ["statusupdate", "status-update"],
  ["taskartifactupdate", "artifact-update"],
  ["taskartifactupdateevent", "artifact-update"],
  ["artifactupdate", "artifact-update"],
]);

/** The dialect of tutorials: a `type` on a bare event. */
function byType(o: JsonObject, reading: PartReading): ProtocolEvent | null {
  if (typeof o.type !== "string" || o.type.length > 40) return null;
  const kind = TYPE_WORDS.get(o.type.toLowerCase().replace(/[^a-z]/g, ""));
  if (!kind) return null;
  reading.evidence |= Evidence.BlogType;
  return ofKind(kind, o, reading);
}

function byShape(o: JsonObject, reading: PartReading, expectsCard: boolean): ProtocolEvent | null {
  if (isObject(o.artifact)) return readArtifactUpdate(o, reading);
  const hasStatus = isObject(o.status) || isStateWord(o.status);
  if (hasStatus) {
    const named = o.taskId !== undefined || o.task_id !== undefined;
    const isTask = o.artifacts !== undefined || o.history !== undefined;
    const ends = o.final !== undefined || o.isFinal !== undefined;
    if ((named || ends) && !isTask) return readStatusUpdate(o, reading);
    if (o.id !== undefined || isTask) return taskEvent(o, reading);
  }
  if (o.role !== undefined && (o.parts !== undefined || o.content !== undefined)) {
    return messageEvent(o, reading);
  }
  if (isArray(o.tasks)) return taskList(o.tasks, o, reading);
  if (looksLikeCard(o, expectsCard)) return cardEvent(o);
  return shorthand(o, reading);
}

function cardEvent(o: JsonObject): ProtocolEvent {
  return {
    kind: "card",
    name: typeof o.name === "string" ? o.name : null,
    protocolVersion: findStatedVersion(o),
  };
}

/** What documentation prints for an event: its text straight on it. */
function shorthand(o: JsonObject, reading: PartReading): ProtocolEvent | null {
  if (isStateWord(o.state)) return readStatusUpdate(o, reading);
  if (typeof o.name === "string" && typeof o.text === "string")
    return readArtifactUpdate(o, reading);
  return null;
}

function messageEvent(o: JsonObject, reading: PartReading): ProtocolEvent {
  return { kind: "message", message: readMessage(o, "agent", reading) };
}

function taskEvent(o: JsonObject, reading: PartReading): ProtocolEvent {
  const generation = readGeneration(o, reading);
  return { kind: "task", task: readTask(o, reading), generation };
}

export function taskList(
  items: readonly unknown[],
  o: JsonObject,
  reading: PartReading,
): ProtocolEvent {
  const tasks: Task[] = [];
  for (const item of items) if (isObject(item)) tasks.push(readTask(item, reading));
  const { nextPageToken } = o;
  return {
    kind: "tasks",
    tasks,
    nextPageToken: typeof nextPageToken === "string" ? nextPageToken : null,
  };
}
