/** Errors, and the objects that other programs put around an A2A payload. */

import { bytesFromBase64 } from "../wire/utf8.ts";
import { isArray, isObject, type JsonObject, parsedJson } from "./json.ts";
import type { ProtocolError, ProtocolEvent } from "./model.ts";

export function isRpcResponse(o: JsonObject): boolean {
  if (o.method !== undefined) return false;
  if (o.jsonrpc !== undefined) return true;
  if (o.result !== undefined && o.kind === undefined && o.status === undefined) return true;
  return o.id !== undefined && o.error !== undefined;
}

export function errorEvent(value: unknown, layer: ProtocolError["layer"]): ProtocolEvent {
  return { kind: "error", error: readError(value, layer) };
}

export function readError(value: unknown, layer: ProtocolError["layer"]): ProtocolError {
  if (!isObject(value)) {
    const message = typeof value === "string" ? value : printed(value);
    return { code: null, reason: null, message, data: null, layer };
  }
  const { code } = value;
  const details = value.data ?? value.details;
  return {
    code: typeof code === "number" ? code : numeric(code ?? value.status),
    reason: reasonIn(details) ?? (typeof value.status === "string" ? value.status : null),
    message: findMessage(value) ?? "",
    data: details ?? null,
    layer,
  };
}

/** Where web frameworks and gateways put the sentence that a person is to read, best first. */
const MESSAGE_KEYS = [
  "message",
  "detail",
  "title",
  "error_description",
  "faultstring",
  "msg",
  "error",
] as const;

/** The objects and lists of them in which the sentence may stand instead. */
const MESSAGE_HOLDERS = ["fault", "error", "detail", "errors"] as const;

/** The first sentence in an error body, however its author names it; `null` where it has none. */
function findMessage(value: JsonObject, depth = 0): string | null {
  for (const key of MESSAGE_KEYS) {
    const text = value[key];
    if (typeof text === "string" && text !== "") return text;
  }
  if (depth > 1) return null;
  for (const key of MESSAGE_HOLDERS) {
    const held = value[key];
    const first = isArray(held) ? held[0] : held;
    const text = isObject(first) ? findMessage(first, depth + 1) : null;
    if (text !== null) return text;
  }
  return null;
}

/**
 * A value that is an error because of where it was sent: under `event: error`, or as the body of a
 * response of HTTP 400 and above. Without a sentence of its own its whole JSON is the message.
 */
export function toldError(value: unknown): ProtocolEvent {
  const error = readError(value, "http");
  return { kind: "error", error: { ...error, message: error.message || wholeOf(value) } };
}

function wholeOf(value: unknown): string {
  return typeof value === "string" ? value : printed(value);
}

/** The JSON of a value; of one nested too deeply to print, what it is. */
function printed(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return `a deeply nested ${typeof value}`;
  }
}

function numeric(value: unknown): number | null {
  if (typeof value === "number") return value;
  return typeof value === "string" && /^-?\d{1,9}$/.test(value) ? Number(value) : null;
}

/** The `reason` of a google.rpc.ErrorInfo among the details. */
function reasonIn(details: unknown): string | null {
  if (!isArray(details)) return null;
  for (const item of details)
    if (isObject(item) && typeof item.reason === "string") return item.reason;
  return null;
}

/** An error body outside JSON-RPC: google.rpc.Status, RFC 9457, or a bare code and message. */
export function httpError(o: JsonObject, status: number | null): ProtocolEvent | null {
  if (o.error !== undefined && o.error !== null) {
    const inner = isObject(o.error) ? o.error : { message: o.error, detail: o.detail };
    return errorEvent(inner, "http");
  }
  const isProblem = typeof o.title === "string" && typeof o.status === "number";
  const isBare = typeof o.code === "number" && typeof o.message === "string";
  const isMessage = status !== null && status >= 400 && typeof o.message === "string";
  return isProblem || isBare || isMessage ? errorEvent(o, "http") : null;
}

/** How pydantic prints a model that stands for several. Among others `root` is anybody's name. */
export function isRoot(o: JsonObject): o is { root: JsonObject } {
  return isObject(o.root) && Object.keys(o).length === 1;
}

/** What a model stands for, also where that is such a model itself. */
export function withoutRoot(value: unknown): unknown {
  let inner = value;
  while (isObject(inner) && isRoot(inner)) inner = inner.root;
  return inner;
}

/** Names of log collectors, and of message brokers: Kafka's `value`, SNS's `Message`. */
const WRAPPER_KEYS = [
  ...(["data", "payload", "body", "message", "msg", "log", "event", "line"] as const),
  ...(["value", "Message", "detail"] as const),
] as const;

/** What the object of a log collector or a broker might have inside, in the order to look. */
export function* insides(o: JsonObject): Generator<unknown> {
  if (isRoot(o)) yield o.root;
  for (const key of WRAPPER_KEYS) {
    const value = o[key];
    if (isObject(value)) yield value;
    if (typeof value !== "string") continue;
    if (/^\s*(?:data:\s*)?[{[]/.test(value)) yield value.replace(/^\s*data:\s*/, "");
    else yield jsonTextFromBase64(value) ?? undefined;
  }
}

/**
 * An event of CloudEvents in structured mode. Its `id` and `type` are its own: neither is an id of
 * JSON-RPC, nor of a task, whatever they look like.
 */
export function isCloudEvent({ specversion, type, source, id }: JsonObject): boolean {
  const texts = [specversion, type, source, id];
  return texts.every((text) => typeof text === "string");
}

/** What a CloudEvent carries: its JSON, be it an object, a text or base64; else `undefined`. */
export function readCloudEventData({ data, data_base64: encoded }: JsonObject): unknown {
  if (typeof encoded === "string") return parsedJson(jsonTextFromBase64(encoded) ?? "");
  return typeof data === "string" ? parsedJson(jsonTextFromBase64(data) ?? data) : data;
}

/** The text that base64 stands for, where it looks like JSON; else `null`. */
export function jsonTextFromBase64(encoded: string): string | null {
  // What begins with a bracket begins so, and base64 has no other characters.
  if (!/^[eW][w-z\d+/_-][\w+/\r\n-]*={0,2}\s*$/.test(encoded)) return null;
  try {
    const bytes = bytesFromBase64(encoded.replaceAll("-", "+").replaceAll("_", "/"));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
