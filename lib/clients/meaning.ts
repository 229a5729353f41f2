/**
 * The meaning of an event: what a client must hand to its application, however its version, binding
 * and SDK spell it. Default values are left out, times are in milliseconds as 1.0 writes them, and
 * members that no version defines do not count, because clients may ignore them.
 *
 * **Guarantees:** never throws; what an agent put into `metadata` and data parts is compared to the
 * last digit.
 */

import { getExactDigits } from "../json/exact-json.ts";
import { isArray, isObject } from "../protocol/json.ts";
import type {
  Artifact,
  Message,
  Part,
  ProtocolError,
  ProtocolEvent,
  Status,
  Task,
} from "../protocol/model.ts";
import { readRole } from "../protocol/state-names.ts";

/** A tree of JSON values without `null`. */
export type EventMeaning = { readonly [member: string]: unknown };

export function getMeaning(event: ProtocolEvent, raw: unknown): EventMeaning {
  switch (event.kind) {
    case "task":
      return { kind: "task", ...getTask(event.task) };
    case "message":
      return { kind: "message", ...getMessage(event.message) };
    case "status":
      return omitDefaults({
        kind: "status",
        taskId: event.taskId,
        contextId: event.contextId,
        status: getStatus(event.status),
        final: event.final === true,
        metadata: copyOwn(event.metadata),
      });
    case "artifact":
      return omitDefaults({
        kind: "artifact",
        taskId: event.taskId,
        contextId: event.contextId,
        artifact: getArtifact(event.artifact),
        append: event.append,
        lastChunk: event.lastChunk,
        metadata: copyOwn(event.metadata),
      });
    case "error":
      return { kind: "error", error: getError(event.error) };
    case "tasks":
      return omitDefaults({
        kind: "tasks",
        tasks: event.tasks.map(getTask),
        nextPageToken: event.nextPageToken,
      });
    case "card":
      return omitDefaults({
        kind: "card",
        name: event.name,
        protocolVersion: event.protocolVersion,
      });
    default:
      return omitDefaults({ kind: event.kind, value: copyOwn(raw) });
  }
}

const getTask = ({ id, contextId, status, artifacts, history, metadata }: Task): EventMeaning =>
  omitDefaults({
    id,
    contextId,
    status: getStatus(status),
    artifacts: artifacts.map(getArtifact),
    history: history.map(getMessage),
    metadata: copyOwn(metadata),
  });

const getStatus = ({ state, rawState, message, timestamp }: Status): EventMeaning =>
  omitDefaults({
    // A state that no version has is compared as it was written.
    state: state === "unknown" && rawState !== null && !UNKNOWN.test(rawState) ? rawState : state,
    message: message && getMessage(message),
    timestamp: timestamp && normalizeTime(timestamp),
  });

/** The spellings of a state that is not known. */
const UNKNOWN = /^(?:0|(?:TASK_STATE_)?(?:UNKNOWN|UNSPECIFIED))$/i;

function normalizeTime(text: string): string {
  const time = Date.parse(text);
  return Number.isNaN(time) ? text : new Date(time).toISOString();
}

const getMessage = (message: Message): EventMeaning =>
  omitDefaults({
    role: getRole(message.rawRole),
    messageId: message.messageId,
    taskId: message.taskId,
    contextId: message.contextId,
    parts: message.parts.map(getPart),
    referenceTaskIds: message.referenceTaskIds,
    extensions: message.extensions,
    metadata: copyOwn(message.metadata),
  });

/** The model fills a missing role in; here it is missing. */
function getRole(raw: string | null): string | null {
  if (raw === null || /^(?:0|ROLE_UNSPECIFIED)$/.test(raw)) return null;
  const flags = { evidence: 0, decodeIssues: 0 };
  const { role } = readRole(/^\d$/.test(raw) ? Number(raw) : raw, "agent", flags);
  return flags.decodeIssues === 0 || /^\d$/.test(raw) ? role : raw;
}

const getArtifact = (artifact: Artifact): EventMeaning =>
  omitDefaults({
    artifactId: artifact.artifactId,
    index: artifact.index,
    name: artifact.name,
    description: artifact.description,
    parts: artifact.parts.map(getPart),
    extensions: artifact.extensions,
    metadata: copyOwn(artifact.metadata),
  });

function getPart(part: Part): EventMeaning {
  if (part.kind === "other") return omitDefaults({ kind: "other", value: copyOwn(part.raw) });
  const metadata = isEmpty(part.metadata) ? null : copyOwn(part.metadata);
  const { mediaType = null } = part;
  switch (part.kind) {
    case "text":
      return { kind: "text", text: part.text, ...omitDefaults({ mediaType, metadata }) };
    case "data":
      // An empty object or `null` is data, too.
      return {
        kind: "data",
        data: copyMember(part, "data", part.data),
        ...omitDefaults({ mediaType, metadata }),
      };
    default: {
      const { name = null, bytes = null, uri = null } = part;
      const unpadded = bytes?.replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, "") ?? null;
      return omitDefaults({ kind: "file", name, bytes: unpadded, uri, mediaType, metadata });
    }
  }
}

const getError = ({ code, message, reason, data }: ProtocolError): EventMeaning =>
  omitDefaults({ code, message, reason, data: copyOwn(data) });

/** Leaves out what ProtoJSON leaves out: empty texts, lists and objects, `false` and `null`. */
function omitDefaults(members: Readonly<Record<string, unknown>>): EventMeaning {
  const isSet = ([, value]: [string, unknown]) => value !== false && !isEmpty(value);
  return Object.fromEntries(Object.entries(members).filter(isSet));
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === "" ||
  (isArray(value) && value.length === 0) ||
  (isObject(value) && !(value instanceof LongNumber) && Object.keys(value).length === 0);

/** A number with more digits than JavaScript keeps. */
export class LongNumber {
  readonly digits: string;

  constructor(digits: string) {
    this.digits = digits;
  }
}

/** A value of a meaning as JSON; long numbers are texts of their digits, which are what differs. */
export function toJsonValue(value: unknown, depth = 0): unknown {
  if (value instanceof LongNumber) return value.digits;
  if (depth > MAX_DEPTH) return value;
  if (isArray(value)) return value.map((item) => toJsonValue(item, depth + 1));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([key, item]) => [key, toJsonValue(item, depth + 1)]);
  return Object.fromEntries(members);
}

/** Nested deeper, values are compared as they are. */
const MAX_DEPTH = 200;

/** Copies an agent's own value, with the digits that JavaScript rounds away. */
function copyOwn(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH) return value;
  if (isArray(value)) return value.map((item, i) => copyMember(value, i, item, depth));
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(
    members.map(([key, item]) => [key, copyMember(value, key, item, depth)]),
  );
}

function copyMember(holder: object, key: string | number, value: unknown, depth = 0): unknown {
  const digits = getExactDigits(holder, key);
  return digits === undefined ? copyOwn(value, depth + 1) : new LongNumber(digits);
}
