/**
 * Classifies a payload by the first matching test and reads it into the model.
 *
 * Guarantees: total; an unknown payload is an event, too.
 */

import { findStatedVersion } from "./card/card-version.ts";
import { looksLikeCard } from "./card/detect-card.ts";
import { type DecodeFlags, DecodeIssue, VersionEvidence } from "./decode-flags.ts";
import type { CloudEvent } from "./envelope.ts";
import { isArray, isObject, type JsonObject } from "./json.ts";
import type { ProtocolEvent, Task } from "./model.ts";
import { readGeneration, readMessage, readTask } from "./read-objects.ts";
import type { DecodeState } from "./read-parts.ts";
import { readArtifactUpdate, readStatusUpdate } from "./read-updates.ts";
import { isStateWord } from "./state-names.ts";

/** An event with the bits that were set until it was read. */
export interface DecodedEvent extends Readonly<DecodeFlags> {
  readonly event: ProtocolEvent;
  /** The object it was read from, without wrappers. */
  readonly raw: JsonObject | null;
  /** The CloudEvent that it came in. */
  readonly cloudEvent?: CloudEvent;
}

export function createDecodedEvent(
  event: ProtocolEvent,
  raw: JsonObject | null,
  { evidence, decodeIssues }: Readonly<DecodeFlags>,
): DecodedEvent {
  return { event, raw, evidence, decodeIssues };
}

/**
 * The events of a payload; `null` if it is unknown. `expectsCard`: it came from a card URL, so a
 * card with many missing members is still recognized.
 */
export function classifyPayload(
  o: JsonObject,
  flags: DecodeState,
  expectsCard = false,
): DecodedEvent[] | null {
  const wrapped = readWrapped(o, flags);
  if (wrapped) return wrapped;
  const event = readByKind(o, flags) ?? readByType(o, flags) ?? readByShape(o, flags, expectsCard);
  return event && [createDecodedEvent(event, o, flags)];
}

/** 1.0 and the ProtoJSON of 0.3: one wrapper key. Several keys are several events. */
function readWrapped(o: JsonObject, flags: DecodeState): DecodedEvent[] | null {
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
  if (count === 0) return null;
  flags.evidence |= VersionEvidence.Wrapper;
  if (count > 1) flags.decodeIssues |= DecodeIssue.SeveralWrappers;
  if (o.status_update !== undefined || o.artifact_update !== undefined) {
    flags.decodeIssues |= DecodeIssue.SnakeCase;
  }
  if (o.msg !== undefined) flags.evidence |= VersionEvidence.Rest03;
  const found: DecodedEvent[] = [];
  if (isTask) found.push(readWithLiteralRest(task, readTaskEvent, flags));
  if (isStatus) found.push(readWithLiteralRest(status, readStatusUpdate, flags));
  if (isArtifact) found.push(readWithLiteralRest(artifact, readArtifactUpdate, flags));
  if (isMessage) found.push(readWithLiteralRest(message, readMessageEvent, flags));
  return found;
}

/** `kind` or lower-case states inside wrapper keys: the 0.3 REST binding read literally. */
function readWithLiteralRest(
  inside: JsonObject,
  read: (inside: JsonObject, flags: DecodeState) => ProtocolEvent,
  flags: DecodeState,
): DecodedEvent {
  const event = read(inside, flags);
  const isLiteral = inside.kind !== undefined || flags.evidence & VersionEvidence.KebabState;
  if (isLiteral) flags.evidence |= VersionEvidence.RestLiteral;
  return createDecodedEvent(event, inside, flags);
}

/** 0.2 and 0.3 over JSON-RPC. */
function readByKind(o: JsonObject, flags: DecodeState): ProtocolEvent | null {
  const { kind } = o;
  if (typeof kind !== "string") return null;
  const event = readKind(kind, o, flags);
  if (event) flags.evidence |= VersionEvidence.Kind;
  return event;
}

function readKind(kind: string, o: JsonObject, flags: DecodeState): ProtocolEvent | null {
  switch (kind) {
    case "artifact-update":
      return readArtifactUpdate(o, flags);
    case "status-update":
      return readStatusUpdate(o, flags);
    case "task":
      return readTaskEvent(o, flags);
    case "message":
      return readMessageEvent(o, flags);
    default:
      return null;
  }
}

const KINDS_BY_TYPE: ReadonlyMap<string, string> = new Map([
  ["taskstatusupdate", "status-update"],
  ["taskstatusupdateevent", "status-update"],
  ["statusupdate", "status-update"],
  ["taskartifactupdate", "artifact-update"],
  ["taskartifactupdateevent", "artifact-update"],
  ["artifactupdate", "artifact-update"],
]);

/** The format of tutorials: a `type` on a bare event. */
function readByType(o: JsonObject, flags: DecodeState): ProtocolEvent | null {
  if (typeof o.type !== "string" || o.type.length > 40) return null;
  const kind = KINDS_BY_TYPE.get(o.type.toLowerCase().replace(/[^a-z]/g, ""));
  if (!kind) return null;
  flags.evidence |= VersionEvidence.BlogType;
  return readKind(kind, o, flags);
}

function readByShape(
  o: JsonObject,
  flags: DecodeState,
  expectsCard: boolean,
): ProtocolEvent | null {
  if (isObject(o.artifact)) return readArtifactUpdate(o, flags);
  const hasStatus = isObject(o.status) || isStateWord(o.status);
  if (hasStatus) {
    const named = o.taskId !== undefined || o.task_id !== undefined;
    const isTask = o.artifacts !== undefined || o.history !== undefined;
    const ends = o.final !== undefined || o.isFinal !== undefined;
    if ((named || ends) && !isTask) return readStatusUpdate(o, flags);
    if (o.id !== undefined || isTask) return readTaskEvent(o, flags);
  }
  if (o.role !== undefined && (o.parts !== undefined || o.content !== undefined)) {
    return readMessageEvent(o, flags);
  }
  if (isArray(o.tasks)) return readTaskPage(o.tasks, o, flags);
  if (looksLikeCard(o, expectsCard)) return readCardEvent(o);
  return readShorthand(o, flags);
}

function readCardEvent(o: JsonObject): ProtocolEvent {
  return {
    kind: "card",
    name: typeof o.name === "string" ? o.name : null,
    protocolVersion: findStatedVersion(o),
  };
}

/** The shorthand of documentation: the text directly on the event. */
function readShorthand(o: JsonObject, flags: DecodeState): ProtocolEvent | null {
  if (isStateWord(o.state)) return readStatusUpdate(o, flags);
  if (typeof o.name === "string" && typeof o.text === "string") return readArtifactUpdate(o, flags);
  return null;
}

function readMessageEvent(o: JsonObject, flags: DecodeState): ProtocolEvent {
  return { kind: "message", message: readMessage(o, "agent", flags) };
}

function readTaskEvent(o: JsonObject, flags: DecodeState): ProtocolEvent {
  const generation = readGeneration(o, flags);
  return { kind: "task", task: readTask(o, flags), generation };
}

export function readTaskPage(
  items: readonly unknown[],
  o: JsonObject,
  flags: DecodeState,
): ProtocolEvent {
  const tasks: Task[] = [];
  for (const item of items) if (isObject(item)) tasks.push(readTask(item, flags));
  const { nextPageToken } = o;
  return {
    kind: "tasks",
    tasks,
    nextPageToken: typeof nextPageToken === "string" ? nextPageToken : null,
  };
}
