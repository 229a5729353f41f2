/** Watches how calls are refused: by which code, and in which form. */

import { errorName, errorNameOfReason } from "../../protocol/errors.ts";
import { isArray, isObject, type JsonObject } from "../../protocol/json.ts";
import { type ProtocolError, TERMINAL_STATES } from "../../protocol/model.ts";
import type { Version } from "../../protocol/versions.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import { FROM_1 } from "../rules/rule.ts";
import { isRest } from "./asked.ts";
import type { MakeWatch } from "./watch.ts";

export const watchErrors: MakeWatch = (versions) => {
  /** Exchanges with a message for a task that was over by then. */
  const asksOver = new Set<number>();
  return {
    opened(timeline, exchange) {
      if (isForOver(timeline, exchange)) asksOver.add(exchange.index);
    },
    kinds: ["error"],
    saw({ timeline, exchange, event, raw, ordinal }) {
      if (event.kind !== "error") return;
      const { error } = event;
      const version = versions.of(timeline, exchange);
      const isNew = FROM_1.includes(version);
      if (error.layer === "json-rpc") {
        if (!isProperError(raw?.error)) timeline.breach("ERR-SHAPE", ordinal);
        if (hasWrongCode(error, version)) timeline.breach("ERR-CODE", ordinal);
        const inner = isObject(raw?.error) ? raw.error : null;
        if (isNew && inner && !isTypedData(inner.data)) timeline.breach("ERR-DATA", ordinal);
        if (isNew && asksOver.has(exchange.index) && !ANSWERS_OVER.has(error.code ?? 0)) {
          timeline.breach("ERR-OVER", ordinal);
        }
      }
      if (error.layer === "http" && raw && isNew && isRest(exchange)) {
        const rule = faultOfForm(raw, exchange);
        if (rule) timeline.breach(rule, ordinal);
      }
    },
    ended(_timeline, { index }) {
      asksOver.delete(index);
    },
  };
};

/** An unsupported operation; and a task that was forgotten cannot be found. */
const ANSWERS_OVER: ReadonlySet<number> = new Set([-32004, -32001]);

function isForOver(timeline: Timeline, { request }: Exchange): boolean {
  const id = request?.message?.taskId;
  const state = id ? timeline.taskByKey.get(id)?.state : null;
  return state != null && TERMINAL_STATES.has(state);
}

/** What errors are called in the specifications, as far as nothing else is called so. */
const PHRASES: readonly (readonly [phrase: RegExp, ...names: string[]])[] = [
  [/^(?:the )?task (?:with id \S+ )?(?:was )?not found\b/i, "TaskNotFound"],
  [/^task cannot be cancel+ed\b/i, "TaskNotCancelable"],
  [/^push notifications? (?:is|are) not supported\b/i, "PushNotificationNotSupported"],
  [/^(?:this )?operation is not supported\b/i, "UnsupportedOperation"],
  [/^incompatible content types?\b/i, "ContentTypeNotSupported"],
  [/^streaming (?:is )?not supported\b/i, "UnsupportedOperation", "StreamingNotSupported"],
  [/^invalid agent response\b/i, "InvalidAgentResponse"],
  [/^method not found\b/i, "MethodNotFound"],
  [/^invalid JSON payload\b/i, "ParseError"],
];

function hasWrongCode({ code, reason, message }: ProtocolError, version: Version): boolean {
  if (code === null || version === "unknown" || version === "blog") return false;
  const named = reason === null ? null : errorNameOfReason(reason);
  // Reasons came with 1.0, and say of an error of any version what 1.0 calls it.
  if (named !== null)
    return !([version, "0.3", "1.1"] as const).some((one) => errorName(code, one) === named);
  const meant = PHRASES.find(([phrase]) => phrase.test(message))?.slice(1);
  return meant !== undefined && !meant.includes(errorName(code, version) ?? "");
}

function isProperError(error: unknown): boolean {
  return isObject(error) && Number.isInteger(error.code) && typeof error.message === "string";
}

/** Absent, or a list of objects that each say what they are. */
function isTypedData(data: unknown): boolean {
  if (data === undefined || data === null) return true;
  return isArray(data) && data.every((item) => isObject(item) && typeof item["@type"] === "string");
}

/** What stands between client and agent answers with these, in whatever form. */
const BETWEEN: ReadonlySet<number> = new Set([401, 403, 407, 429, 502, 503, 504]);

function faultOfForm(body: JsonObject, exchange: Exchange): "ERR-REST" | "ERR-PROBLEM" | null {
  const status = exchange.head?.record.status ?? 0;
  if (status < 400 || BETWEEN.has(status)) return null;
  const isProblem = body.error === undefined && typeof body.title === "string";
  if (isProblem) return "ERR-PROBLEM";
  return isStatus(body.error, status, exchange) ? null : "ERR-REST";
}

function isStatus(error: unknown, status: number, { request }: Exchange): boolean {
  if (!isObject(error) || error.code !== status) return false;
  if (typeof error.status !== "string" || typeof error.message !== "string") return false;
  if (!isTypedData(error.details)) return false;
  const details = isArray(error.details) ? error.details.filter(isObject) : [];
  const info = details.find(({ reason }) => typeof reason === "string");
  // Only an error of A2A's own needs it, and of a task that is not there one knows that it is.
  if (!info) return !(status === 404 && request?.taskId);
  return (
    errorNameOfReason(String(info.reason)) === null ||
    info.reason === "INVALID_PARAMS" ||
    info.domain === "a2a-protocol.org"
  );
}
