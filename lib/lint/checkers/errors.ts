/** Checks the code and the format of error responses. */

import {
  A2A_ERROR_NAMES,
  getErrorName,
  getErrorNameByReason,
  getErrorStatus,
  isA2aErrorCode,
  RELEASES_OF_1_0,
} from "../../protocol/error-names.ts";
import { getGrpcStatusName } from "../../protocol/grpc/status.ts";
import { isArray, isObject, type JsonObject } from "../../protocol/json.ts";
import { type ProtocolError, TERMINAL_STATES } from "../../protocol/model.ts";
import type { Version } from "../../protocol/versions.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import type { EventContext } from "../../timeline/timeline-observer.ts";
import { VERSIONS_FROM_1 } from "../rules/rule.ts";
import type { CheckerFactory } from "./checker.ts";
import { isRestExchange, isRpcCall } from "./lookups.ts";

type ErrorRule = `ERR-${string}`;

export const createErrorChecker: CheckerFactory = (versions) => {
  /** Exchanges with a message for a task in a terminal state. */
  const terminalTaskExchanges = new Set<number>();
  return {
    onOpen(timeline, exchange) {
      if (isForTerminalTask(timeline, exchange)) terminalTaskExchanges.add(exchange.index);
    },
    kinds: ["error"],
    onEvent(seen) {
      const { timeline, exchange, event, ordinal } = seen;
      if (event.kind !== "error") return;
      const version = versions.getVersion(timeline, exchange);
      const isForTerminal = terminalTaskExchanges.has(exchange.index);
      for (const rule of findBrokenRules(seen, event.error, version, isForTerminal)) {
        timeline.reportViolation(rule, ordinal);
      }
    },
    onEnd(_timeline, { index }) {
      terminalTaskExchanges.delete(index);
    },
  };
};

function* findBrokenRules(
  { raw, exchange }: EventContext,
  error: ProtocolError,
  version: Version,
  isForTerminal: boolean,
): Generator<ErrorRule> {
  const isNew = VERSIONS_FROM_1.includes(version);
  switch (error.layer) {
    case "json-rpc":
      if (!isProperError(raw?.error)) yield "ERR-SHAPE";
      if (hasWrongCode(error, version)) yield "ERR-CODE";
      if (isNew) yield* findRpcViolations(error, raw?.error, version, isForTerminal);
      return;
    case "http":
      if (raw === null) return;
      if (isRpcCall(exchange) && isUnenvelopedError(raw, exchange)) yield "ERR-SHAPE";
      if (isNew && isRestExchange(exchange)) yield* findRestViolations(error, raw, exchange);
      return;
    case "grpc":
      if (isNew)
        yield* findStatusViolations(
          error,
          (status) => status.grpc === getGrpcStatusName(error.code ?? -1),
        );
  }
}

function* findRpcViolations(
  { code }: ProtocolError,
  raw: unknown,
  version: Version,
  isForTerminal: boolean,
): Generator<ErrorRule> {
  const data = isObject(raw) ? (raw.data ?? null) : null;
  const isOwn = isA2aErrorCode(code ?? 0, version);
  // 1.0.0 does not define the details of JSON-RPC's own errors: its own example has an object.
  if (data !== null && (isOwn || isArray(data)) && !isTypedList(data)) yield "ERR-DATA";
  else if (isOwn && !hasErrorInfo(data)) yield "ERR-INFO";
  if (isForTerminal && !TERMINAL_TASK_CODES.has(code ?? 0)) yield "ERR-OVER";
}

/** UnsupportedOperation, and TaskNotFound if the agent no longer has the task. */
const TERMINAL_TASK_CODES: ReadonlySet<number> = new Set([-32004, -32001]);

function isForTerminalTask(timeline: Timeline, { request }: Exchange): boolean {
  const id = request?.message?.taskId;
  const state = id ? timeline.taskByKey.get(id)?.state : null;
  return state != null && TERMINAL_STATES.has(state);
}

/** A missing method is an unsupported operation, too. */
const UNSUPPORTED_ERRORS = ["UnsupportedOperation", "MethodNotFound"] as const;

/** Matches `TaskNotFound` also as `task not found`, `TASK_NOT_FOUND` and `TaskNotFoundError`. */
function createPhrase(name: string): RegExp {
  const words = name.split(/(?<=[a-z])(?=[A-Z])/);
  return new RegExp(`^${words.join("[ _-]?")}(?:[ _-]?error)?\\b`, "i");
}

/** The names of errors in the specifications, as far as they are unambiguous. */
const ERROR_PHRASES: readonly (readonly [phrase: RegExp, ...names: string[]])[] = [
  [/^(?:the )?task (?:with id \S+ )?(?:was )?not found\b/i, "TaskNotFound"],
  [/^task cannot be cancel+ed\b/i, "TaskNotCancelable"],
  [/^push notifications? (?:is|are) not supported\b/i, "PushNotificationNotSupported"],
  [/^(?:this )?operation is not supported\b/i, ...UNSUPPORTED_ERRORS],
  [/^incompatible content types?\b/i, "ContentTypeNotSupported"],
  [/^streaming (?:is )?not supported\b/i, "UnsupportedOperation", "StreamingNotSupported"],
  [/^method not found\b/i, "MethodNotFound"],
  [/^invalid JSON payload\b/i, "ParseError"],
  ...A2A_ERROR_NAMES.map((name): [RegExp, ...string[]] =>
    name === "UnsupportedOperation"
      ? [createPhrase(name), ...UNSUPPORTED_ERRORS]
      : [createPhrase(name), name],
  ),
];

function hasWrongCode({ code, reason, message }: ProtocolError, version: Version): boolean {
  if (code === null || version === "unknown" || version === "blog") return false;
  const named = reason === null ? null : getErrorNameByReason(reason);
  // Reasons were added in 1.0, and give the 1.0 name of an error of any version.
  if (named !== null)
    return !([version, "0.3", "1.1"] as const).some((one) => getErrorName(code, one) === named);
  const meant = ERROR_PHRASES.find(([phrase]) => phrase.test(message))?.slice(1);
  // In a version that has no code for the error, any code is valid.
  if (!meant?.some((name) => hasError(version, String(name)))) return false;
  return !meant.includes(getErrorName(code, version) ?? "");
}

function isProperError(error: unknown): boolean {
  return isObject(error) && Number.isInteger(error.code) && typeof error.message === "string";
}

function hasError(version: Version, name: string): boolean {
  return ERROR_CODES.some((code) => getErrorName(code, version) === name);
}

const ERROR_CODES: readonly number[] = [
  ...Array.from({ length: 11 }, (_, i) => -32001 - i),
  ...[-32700, -32600, -32601, -32602, -32603],
];

/** Whether it is a list of objects that each have an `@type`. */
function isTypedList(details: unknown): boolean {
  return (
    isArray(details) && details.every((item) => isObject(item) && typeof item["@type"] === "string")
  );
}

function findErrorInfo(details: unknown): JsonObject | null {
  const all = isArray(details) ? details.filter(isObject) : [];
  return all.find(({ reason }) => typeof reason === "string") ?? null;
}

function hasErrorInfo(details: unknown): boolean {
  return findErrorInfo(details)?.domain === "a2a-protocol.org";
}

/** Statuses that are sent before an agent reads the request: by a proxy or a router. */
const PRE_AGENT_STATUSES: ReadonlySet<number> = new Set([
  ...[401, 403, 404, 405, 406, 407, 408, 411, 413, 414, 415, 421, 426, 429, 431],
  ...[502, 503, 504],
]);

/** `{"error": …}` without an envelope, from the part of the server that reads requests. */
function isUnenvelopedError(body: JsonObject, { head }: Exchange): boolean {
  if (body.error === undefined || body.error === null) return false;
  return !PRE_AGENT_STATUSES.has(head?.record.status ?? 0);
}

/** Statuses that proxies send, in any format. */
const PROXY_STATUSES: ReadonlySet<number> = new Set([401, 403, 407, 429, 502, 503, 504]);

function* findRestViolations(
  error: ProtocolError,
  body: JsonObject,
  exchange: Exchange,
): Generator<ErrorRule> {
  const status = exchange.head?.record.status ?? 0;
  if (status < 400) return;
  yield* findStatusViolations(error, ({ http }) => http === status);
  if (PROXY_STATUSES.has(status)) return;
  // Bodies of web frameworks, gateways and RFC 9457 are recognized by the members they lack.
  if (body.error === undefined && typeof body.code !== "number") yield "ERR-PROBLEM";
  else if (!isStatus(body.error, status, exchange)) yield "ERR-REST";
}

/** 1.0.0 and 1.0.1 map some errors to different statuses, and nothing on the wire says which one is used. */
function* findStatusViolations(
  { reason }: ProtocolError,
  isAs: (status: NonNullable<ReturnType<typeof getErrorStatus>>) => boolean,
): Generator<ErrorRule> {
  const name = reason === null ? null : getErrorNameByReason(reason);
  const [old, now] = RELEASES_OF_1_0.map((release) =>
    name === null ? null : getErrorStatus(name, release),
  );
  if (!old || !now || isAs(now)) return;
  yield isAs(old) ? "ERR-STATUS-OLD" : "ERR-STATUS";
}

/** Whether it is a google.rpc.Status in JSON; the name of its status is optional. */
function isStatus(error: unknown, status: number, { request }: Exchange): boolean {
  if (!isObject(error) || error.code !== status || typeof error.message !== "string") return false;
  if (error.status !== undefined && typeof error.status !== "string") return false;
  const { details } = error;
  if (details !== undefined && details !== null && !isTypedList(details)) return false;
  const info = findErrorInfo(details);
  // Only an A2A-specific error needs it. A 404 for a task is known to be one.
  if (!info) return !(status === 404 && request?.taskId);
  return (
    getErrorNameByReason(String(info.reason)) === null ||
    info.reason === "INVALID_PARAMS" ||
    info.domain === "a2a-protocol.org"
  );
}
