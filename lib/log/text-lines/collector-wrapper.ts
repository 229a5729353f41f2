/**
 * Parses the wrappers of log collectors and loggers: an object with a time, a direction, and the
 * payload under some name, as an object or string.
 */

import { getMemberTexts } from "../../json/json-members.ts";
import { decodeBase64Json, isRootModel } from "../../protocol/envelope.ts";
import { isObject, type JsonObject } from "../../protocol/json.ts";
import { type Instant, parseEpoch, parseInstant } from "./instant.ts";

export type PayloadDirection = "request" | "response";

/** A payload that may contain A2A, and what is known about it. */
interface WrappedPayload {
  /** The exact text of an object, or the content of a string. */
  readonly text: string;
  /** The object or string. */
  readonly value: unknown;
  readonly isLine: boolean;
  readonly direction: PayloadDirection | null;
}

export interface CollectorWrapper {
  readonly instant: Instant | null;
  readonly direction: PayloadDirection | null;
  /** The HTTP request it describes. */
  readonly http: { readonly method: string; readonly url: string } | null;
  /** Its source. Lines of several sources may alternate. */
  readonly stream: string;
  /** The text continues in the next entry of the same stream. */
  readonly isPartial: boolean;
  readonly payloads: readonly WrappedPayload[];
}

/** In order of preference. */
const TIME_MEMBERS = [
  "timestamp",
  "@timestamp",
  "time",
  "ts",
  "t",
  "@t",
  "receivedAt",
  "received_at",
  "eventTime",
  "event_time",
  "timeUnixNano",
  "datetime",
  "date",
  "at",
  "epoch",
  "timestampIso",
  "asctime",
  "created",
  "__REALTIME_TIMESTAMP",
];

/** Member names of payloads, and the direction they imply. */
const PAYLOAD_MEMBERS: readonly (readonly [string, PayloadDirection | null])[] = [
  ["request", "request"],
  ["req", "request"],
  ["requestBody", "request"],
  ["request_body", "request"],
  ["response", "response"],
  ["res", "response"],
  ["responseBody", "response"],
  ["response_body", "response"],
  ...[
    "event",
    "payload",
    "data",
    "body",
    "json",
    "message",
    "msg",
    "log",
    "line",
    "raw",
    "content",
    "text",
    "record",
    "chunk",
    "frame",
    "value",
    "details",
    "attributes",
    "fields",
    "textPayload",
    "jsonPayload",
    "MESSAGE",
    "@m",
    "_source",
    "Message",
    "detail",
    "data_base64",
  ].map((name) => [name, null] as const),
];

const ROOT: readonly (readonly [string, null])[] = [["root", null]];

const DIRECTION_MEMBERS = ["direction", "dir", "type", "kind", "event", "op", "side", "flow"];
const REQUEST =
  /^(?:http |rpc |a2a )?(?:request|req|out|outgoing|outbound|sent|send|tx|client|>+|→)$/i;
const RESPONSE =
  /^(?:http |rpc |a2a )?(?:response|res|resp|reply|in|incoming|inbound|received?|recv|rx|server|agent|<+|←)$/i;
const VERB = /^(?:GET|POST|PUT|PATCH|DELETE)$/;

/** Parses an object that is not A2A itself but may wrap it. `text` is the object's own text. */
export function parseWrapper(o: JsonObject, text: string): CollectorWrapper {
  const direction = findDirection(o);
  let members: ReadonlyMap<string, string> | undefined;
  const insides: WrappedPayload[] = [];
  for (const [name, impliedDirection] of isRootModel(o) ? ROOT : PAYLOAD_MEMBERS) {
    const value = o[name];
    if (value === undefined || value === null) continue;
    if (typeof value === "object") members ??= getMemberTexts(text);
    const inside = toPayload(value, members?.get(name));
    if (inside) insides.push({ ...inside, direction: impliedDirection ?? direction });
  }
  return {
    instant: findInstant(o),
    direction,
    http: findHttpRequest(o),
    stream: getStreamName(o),
    isPartial: isPartialDockerLine(o),
    payloads: insides,
  };
}

function toPayload(
  value: unknown,
  text: string | undefined,
): Omit<WrappedPayload, "direction"> | null {
  if (typeof value === "string") {
    const decoded = decodeBase64Json(value) ?? value;
    return { text: decoded, value: decoded, isLine: true };
  }
  if (typeof value !== "object" || value === null || text === undefined) return null;
  // journald writes binary data as an array of bytes.
  if (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((byte) => Number.isInteger(byte) && byte >= 0 && byte < 256)
  ) {
    const decoded = new TextDecoder().decode(Uint8Array.from(value));
    return { text: decoded, value: decoded, isLine: true };
  }
  return { text, value, isLine: false };
}

/** The time of an entry, from the first time member that is valid. */
export function findInstant(o: JsonObject): Instant | null {
  for (const name of TIME_MEMBERS) {
    const instant = o[name] === undefined ? null : parseInstant(o[name]);
    if (instant) return instant;
  }
  const { instant } = o;
  if (!isObject(instant) || typeof instant.epochSecond !== "number") return null;
  const nanos = typeof instant.nanoOfSecond === "number" ? instant.nanoOfSecond : 0;
  return parseEpoch(`${instant.epochSecond}${String(nanos).padStart(9, "0")}`);
}

function findDirection(o: JsonObject): PayloadDirection | null {
  for (const name of DIRECTION_MEMBERS) {
    const word = o[name];
    if (typeof word !== "string" || word.length > 20) continue;
    if (REQUEST.test(word)) return "request";
    if (RESPONSE.test(word)) return "response";
  }
  return null;
}

function findHttpRequest(o: JsonObject): CollectorWrapper["http"] {
  const inner = [o, o.request, o.req, o.http].find(
    (each) => isObject(each) && typeof each.method === "string" && VERB.test(each.method),
  );
  if (!isObject(inner)) return null;
  const url = inner.url ?? inner.path ?? inner.uri;
  return typeof url === "string" ? { method: String(inner.method), url } : null;
}

function getStreamName(o: JsonObject): string {
  const names = [o.stream, o.container_name, o.CONTAINER_NAME, o._PID, o.pod, o.logStreamName];
  return names.filter((name) => typeof name === "string").join(" ");
}

/** Docker splits long lines; only the last piece has the line end. */
function isPartialDockerLine({ log, stream, time }: JsonObject): boolean {
  return (
    typeof log === "string" && stream !== undefined && time !== undefined && !log.endsWith("\n")
  );
}
