/**
 * Spells the events of a response as the other version has them: 0.3 in 1.0, and 1.0 in 0.3. Both are
 * written from the meaning of an event.
 *
 * **Guarantees:** pure; what one of the versions cannot say is `null`.
 */

import { isArray, isObject, type JsonObject } from "../protocol/json.ts";
import { isTerminalOrWaiting, type TaskState } from "../protocol/model.ts";
import { getKey } from "./changes.ts";
import type { WireEvent } from "./client-event.ts";
import { type EventMeaning, LongNumber } from "./meaning.ts";

export type SpelledVersion = "0.3" | "1.0";

/** The result of a JSON-RPC response. `isBare`: without the wrapper of 1.0, as a looked-up task is. */
export function respell(
  { meaning, isValid, flaw }: WireEvent,
  version: SpelledVersion,
  isBare: boolean,
): JsonObject | null {
  const { kind, ...members } = meaning;
  // Rewritten, its digits would be rounded.
  if (!isValid || flaw !== null || hasLongNumber(meaning)) return null;
  const spelling = SPELLINGS[version];
  switch (kind) {
    case "task":
      return spelling.event("task", spellTask(members, spelling), isBare);
    case "message":
      return spelling.event("message", spellMessage(members, spelling), false);
    case "status": {
      const update = { ...members, status: spellStatus(members.status, spelling) };
      return spelling.event("statusUpdate", update, false);
    }
    case "artifact": {
      const update = { ...members, artifact: spellArtifact(members.artifact, spelling) };
      return spelling.event("artifactUpdate", update, false);
    }
    default:
      return null;
  }
}

/** Media types that 0.3 does not write, because these parts have no other. */
const USUAL_TYPES: Readonly<Record<string, string>> = {
  text: "text/plain",
  data: "application/json",
};

/** A text that is equal for events that mean the same in both versions. */
export function getCommonKey({ meaning: { final: _, ...meaning } }: WireEvent): string {
  return getKey(omitUsualTypes(meaning));
}

function omitUsualTypes(value: unknown): unknown {
  if (isArray(value)) return value.map(omitUsualTypes);
  if (!isObject(value) || value instanceof LongNumber) return value;
  const isUsual = value.mediaType === USUAL_TYPES[String(value.kind)];
  const members = Object.entries(value).filter(([key]) => key !== "mediaType" || !isUsual);
  return Object.fromEntries(members.map(([key, item]) => [key, omitUsualTypes(item)]));
}

type EventName = "task" | "message" | "statusUpdate" | "artifactUpdate";

/** What the two versions spell in different ways. */
interface Spelling {
  event(name: EventName, members: EventMeaning, isBare: boolean): JsonObject;
  state(state: string): string;
  role(role: string): string;
  part(part: EventMeaning): JsonObject;
  /** Of a message that is inside of something. */
  readonly messageKind: JsonObject;
}

const KINDS: Readonly<Record<EventName, string>> = {
  task: "task",
  message: "message",
  statusUpdate: "status-update",
  artifactUpdate: "artifact-update",
};

const SPELLINGS: Readonly<Record<SpelledVersion, Spelling>> = {
  "0.3": {
    event: (name, members) => ({
      kind: KINDS[name],
      ...members,
      ...(name === "statusUpdate" && { final: isLastState(members.status) }),
    }),
    state: (state) => state,
    role: (role) => role,
    part({ kind, bytes, uri, name, mediaType, ...rest }) {
      if (kind !== "file") return { kind, ...rest };
      const source = bytes === undefined ? { uri } : { bytes: pad(bytes) };
      return { kind, file: omitAbsent({ ...source, name, mimeType: mediaType }), ...rest };
    },
    messageKind: { kind: "message" },
  },
  "1.0": {
    event(name, { final: _, ...members }, isBare) {
      return isBare ? members : { [name]: members };
    },
    state: (state) => `TASK_STATE_${state.toUpperCase().replace("-", "_")}`,
    role: (role) => `ROLE_${role.toUpperCase()}`,
    part({ kind: _, bytes, uri, name, ...rest }) {
      return omitAbsent({ ...rest, raw: pad(bytes), url: uri, filename: name });
    },
    messageKind: {},
  },
};

const spellTask = ({ status, artifacts, history, ...rest }: EventMeaning, spelling: Spelling) =>
  omitAbsent({
    ...rest,
    status: spellStatus(status, spelling),
    artifacts: mapList(artifacts, (one) => spellArtifact(one, spelling)),
    history: mapList(history, (one) => ({
      ...spelling.messageKind,
      ...spellMessage(one, spelling),
    })),
  });

function spellStatus(status: unknown, spelling: Spelling): JsonObject {
  if (!isObject(status)) return {};
  const { state, message, ...rest } = status;
  return omitAbsent({
    ...rest,
    state: typeof state === "string" ? spelling.state(state) : undefined,
    message: isObject(message)
      ? { ...spelling.messageKind, ...spellMessage(message, spelling) }
      : undefined,
  });
}

const spellMessage = ({ role, parts, ...rest }: JsonObject, spelling: Spelling): JsonObject =>
  omitAbsent({
    ...rest,
    role: typeof role === "string" ? spelling.role(role) : undefined,
    parts: mapList(parts, (part) => spelling.part(part)) ?? [],
  });

function spellArtifact(artifact: unknown, spelling: Spelling): JsonObject {
  if (!isObject(artifact)) return {};
  return { ...artifact, parts: mapList(artifact.parts, (part) => spelling.part(part)) ?? [] };
}

/** `final` is that of the last status before a task rests. */
function isLastState(status: unknown): boolean {
  return isObject(status) && isTerminalOrWaiting(status.state as TaskState);
}

const mapList = (list: unknown, map: (item: JsonObject) => JsonObject) =>
  isArray(list) ? list.filter(isObject).map(map) : undefined;

const omitAbsent = (members: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

/** Base64 as it is written; its meaning has no padding. */
const pad = (bytes: unknown): string | undefined =>
  typeof bytes === "string" ? bytes.padEnd(Math.ceil(bytes.length / 4) * 4, "=") : undefined;

function hasLongNumber(value: unknown): boolean {
  if (value instanceof LongNumber) return true;
  if (isArray(value)) return value.some(hasLongNumber);
  return isObject(value) && Object.values(value).some(hasLongNumber);
}
