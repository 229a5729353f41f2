/** Errors, and wrappers that other programs put around an A2A payload. */

import { parseJson } from "../json/exact-json.ts";
import { shorten } from "../text/graphemes.ts";
import { decodeBase64 } from "../text/utf8.ts";
import { getErrorNameByReason } from "./error-names.ts";
import { isArray, isObject, type JsonObject } from "./json.ts";
import type { ProtocolError, ProtocolEvent } from "./model.ts";

export function isRpcResponse(o: JsonObject): boolean {
  if (o.method !== undefined || isCloudEvent(o)) return false;
  if (o.jsonrpc !== undefined) return true;
  if (o.result !== undefined && o.kind === undefined && o.status === undefined) return true;
  return o.id !== undefined && o.error !== undefined;
}

export function createErrorEvent(value: unknown, layer: ProtocolError["layer"]): ProtocolEvent {
  return { kind: "error", error: readError(value, layer) };
}

export function readError(value: unknown, layer: ProtocolError["layer"]): ProtocolError {
  if (!isObject(value)) {
    const message = typeof value === "string" ? value : printValue(value);
    return { code: null, reason: null, message, data: null, layer };
  }
  const { code } = value;
  const details = value.data ?? value.details;
  return {
    code: typeof code === "number" ? code : parseCode(code ?? value.status),
    reason: findReason(details) ?? getErrorReason(value),
    message: findMessage(value) ?? "",
    data: details ?? null,
    layer,
  };
}

/**
 * Reads a value that is an error by context: sent as `event: error`, or as the body of an HTTP
 * response with status 400 or above. If it has no message, its whole JSON is the message.
 */
export function createNamedErrorEvent(value: unknown): ProtocolEvent {
  const error = readError(value, "http");
  return { kind: "error", error: { ...error, message: error.message || toText(value) } };
}

const MAX_TEXT_LENGTH = 500;

export const PAGE_TEXT = "The body is a page, not JSON.";

/** The message of a failed response that is not JSON; an HTML page is only named as such. */
export function toPlainErrorText(text: string): string {
  const trimmed = text.trim();
  return trimmed.startsWith("<") ? PAGE_TEXT : shorten(trimmed, MAX_TEXT_LENGTH);
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : printValue(value);
}

/** The JSON of a value, or its type if it is nested too deeply to print. */
function printValue(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return `a deeply nested ${typeof value}`;
  }
}

/** Members with error messages, most specific first. */
const MESSAGES = [
  ...(["message", "detail", "errors", "title", "error_description", "faultstring", "msg"] as const),
  ...(["error", "fault"] as const),
] as const;

/** Deeper than in the errors of any framework. */
const DEPTH = 4;

/** Maximum number of list items in a message. */
const MAX_ITEMS = 20;

function findMessage(value: JsonObject, depth = 0): string | null {
  for (const name of MESSAGES) {
    const text = getErrorText(value[name], depth + 1);
    if (text !== null) return text;
  }
  return null;
}

/** Reads a text, or a list of validation errors with location and message. */
function getErrorText(value: unknown, depth: number): string | null {
  if (typeof value === "string") return value === "" ? null : value;
  if (depth > DEPTH) return null;
  if (isArray(value)) {
    const texts = value.slice(0, MAX_ITEMS).flatMap((item) => getErrorText(item, depth + 1) ?? []);
    const more = value.length > MAX_ITEMS ? [`and ${value.length - MAX_ITEMS} more`] : [];
    return texts.length === 0 ? null : [...texts, ...more].join("; ");
  }
  if (!isObject(value)) return null;
  const message = findMessage(value, depth);
  const location = isArray(value.loc) ? value.loc.filter(isStep).join(".") : "";
  return location !== "" && message !== null ? `${location}: ${message}` : message;
}

const isStep = (step: unknown) => typeof step === "string" || typeof step === "number";

/** The error name if no detail has it: a Google status, or the type of a problem (RFC 9457). */
function getErrorReason({ status, type }: JsonObject): string | null {
  if (typeof status === "string") return status;
  if (typeof type !== "string" || !URL.canParse(type)) return null;
  const last = new URL(type).pathname.split("/").at(-1) ?? "";
  const reason = last
    .replace(/-/g, "_")
    .replace(/CANCELLABLE$/i, "CANCELABLE")
    .toUpperCase();
  return getErrorNameByReason(reason) === null ? null : reason;
}

function parseCode(value: unknown): number | null {
  if (typeof value === "number") return value;
  return typeof value === "string" && /^-?\d{1,9}$/.test(value) ? Number(value) : null;
}

/** The `reason` of a google.rpc.ErrorInfo among the details. */
function findReason(details: unknown): string | null {
  if (!isArray(details)) return null;
  for (const item of details)
    if (isObject(item) && typeof item.reason === "string") return item.reason;
  return null;
}

/**
 * Reads an error body outside JSON-RPC: google.rpc.Status, RFC 9457, or a bare code and message;
 * with an HTTP error status also the formats of frameworks, such as `detail`.
 */
export function readHttpError(o: JsonObject, status: number | null): ProtocolEvent | null {
  if (o.error !== undefined && o.error !== null) {
    return createErrorEvent(isObject(o.error) ? o.error : readNamedError(o.error, o), "http");
  }
  const isProblem = typeof o.title === "string" && typeof o.status === "number";
  const isBare = typeof o.code === "number" && typeof o.message === "string";
  const isSaid = status !== null && status >= 400 && findMessage(o) !== null;
  if (!isProblem && !isBare && !isSaid) return null;
  return createErrorEvent(isObject(o.detail) ? { ...o.detail, ...o, detail: o.detail } : o, "http");
}

/** Reads an error name with its description beside it. */
function readNamedError(error: unknown, { status, code, ...o }: JsonObject): JsonObject {
  const name = typeof error === "string" ? error : printValue(error);
  const more = findMessage(o);
  const message = more === null || more === name ? name : `${name}: ${more}`;
  return { message, code: code ?? (typeof status === "number" ? status : undefined) };
}

/** Whether it is a pydantic root model. Beside other members, `root` is an ordinary name. */
export function isRootModel(o: JsonObject): o is { root: JsonObject } {
  return isObject(o.root) && Object.keys(o).length === 1;
}

/** Unwraps a root model, also if nested. */
export function unwrapRootModel(value: unknown): unknown {
  let inner = value;
  while (isObject(inner) && isRootModel(inner)) inner = inner.root;
  return inner;
}

/** Wrapper members of log collectors and message brokers: Kafka's `value`, SNS's `Message`. */
const WRAPPER_KEYS = [
  ...(["data", "payload", "body", "message", "msg", "log", "event", "line"] as const),
  ...(["value", "Message", "detail"] as const),
] as const;

/** Possible payloads in the object of a log collector or broker, in search order. */
export function* findWrappedPayloads(o: JsonObject): Generator<unknown> {
  if (isRootModel(o)) yield o.root;
  for (const key of WRAPPER_KEYS) {
    const value = o[key];
    if (isObject(value)) yield value;
    if (typeof value !== "string") continue;
    if (/^\s*(?:data:\s*)?[{[]/.test(value)) yield value.replace(/^\s*data:\s*/, "");
    else yield decodeBase64Json(value) ?? undefined;
  }
}

/**
 * Whether it is a CloudEvent in structured mode. Its `id` and `type` belong to CloudEvents and are
 * not those of JSON-RPC or a task.
 */
export function isCloudEvent({ specversion, type, source }: JsonObject): boolean {
  return typeof specversion === "string" && typeof type === "string" && typeof source === "string";
}

/** Whether a frame is a CloudEvent or a batch of them. */
export function holdsCloudEvent(frame: unknown): boolean {
  return isArray(frame) ? frame.some(holdsCloudEvent) : isObject(frame) && isCloudEvent(frame);
}

/** What the dialects read of a CloudEvent: A2A defines nothing for most of its types. */
export interface CloudEvent {
  readonly type: string;
  /** `null` if an event has it. */
  readonly data: unknown;
}

/** The JSON in a CloudEvent, as an object, text or base64; otherwise `undefined`. */
export function readCloudEventData({ data, data_base64 }: JsonObject): unknown {
  if (typeof data_base64 === "string") return parseJson(decodeBase64Json(data_base64) ?? "");
  return typeof data === "string" ? parseJson(decodeBase64Json(data) ?? data) : data;
}

/** Decodes base64 if the result looks like JSON; otherwise `null`. */
export function decodeBase64Json(encoded: string): string | null {
  // The base64 of text that starts with a bracket starts like this.
  if (!/^[eW][w-z\d+/_-][\w+/\r\n-]*={0,2}\s*$/.test(encoded)) return null;
  try {
    const bytes = decodeBase64(encoded.replaceAll("-", "+").replaceAll("_", "/"));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
