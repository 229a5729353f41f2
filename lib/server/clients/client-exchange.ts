/**
 * Exchanges of a log whose responses can be served to clients, and what a driver reads about each:
 * where to connect, and the recorded request.
 *
 * **Guarantees:** a driver reads no recorded header, query or credential of push notifications.
 */

import type { ClientEdit } from "../../clients/client-result.ts";
import { readWireResponse, type WireResponse } from "../../clients/wire-response.ts";
import type { Call } from "../../protocol/call.ts";
import { readRecordedCall } from "../../protocol/call-from-recording.ts";
import { encodeCall } from "../../protocol/encode/encode.ts";
import { type EncodingVersion, getEncodingVersion } from "../../protocol/encode/request-format.ts";
import { isObject, type JsonObject, tryParseJson } from "../../protocol/json.ts";
import type { Operation } from "../../protocol/model.ts";
import { isRest03Url } from "../../protocol/rest-call.ts";
import { encodeBase64 } from "../../text/utf8.ts";
import type { OpenRecord, WireRecord } from "../../wire/record.ts";
import { getContentType } from "../replay/detect-exchange-version.ts";
import { createReplaySource, type RecordedExchange } from "../replay/replay-source.ts";

/** Operations whose responses an application works with. */
const CLIENT_OPERATIONS = ["send", "stream", "subscribe", "get", "cancel"] as const;
export type ClientOperation = (typeof CLIENT_OPERATIONS)[number];

const isClientOperation = (operation: Operation | null): operation is ClientOperation =>
  CLIENT_OPERATIONS.some((one) => one === operation);

/** An exchange that is served to clients. */
export interface ClientExchange {
  /** With an operation, also if its request was not recorded. */
  readonly recorded: RecordedExchange;
  readonly operation: ClientOperation;
  readonly binding: "jsonrpc" | "rest";
  readonly version: EncodingVersion;
  readonly response: WireResponse;
  /** With any, it is as a tap delivered it, not as the agent sent it. */
  readonly edits: readonly ClientEdit[];
}

/** What a driver reads, as one line of JSON. */
export interface DriverJob {
  /** The address of the interface, to which the SDK adds what its binding asks for. */
  readonly url: string;
  readonly cardUrl: string;
  /**
   * The recorded body, or one that asks for the same; empty for a request without a body. A driver of
   * ours gets it as JSON-RPC of the version that its client speaks.
   */
  readonly request: JsonObject;
  readonly version: EncodingVersion;
  readonly binding: "jsonrpc" | "rest";
  readonly operation: ClientOperation;
  /** The task that the request names. */
  readonly taskId: string | null;
}

/** `null` if no client can be asked for it: nothing of A2A came back, or it is another operation. */
export function toClientExchange(
  recorded: RecordedExchange,
  response: WireResponse,
): ClientExchange | null {
  const operation = deriveOperation(recorded, response);
  if (!isClientOperation(operation)) return null;
  return {
    recorded: { ...recorded, operation },
    operation,
    binding: recorded.binding === "rest" ? "rest" : "jsonrpc",
    version: getEncodingVersion(recorded.version),
    response,
    edits: [],
  };
}

/** The records of one exchange, in order. */
export function listRecords({
  open,
  head,
  data,
  end,
}: Pick<RecordedExchange, "open" | "head" | "data" | "end">): WireRecord[] {
  return [open, ...(head ? [head] : []), ...data, ...(end ? [end] : [])];
}

/**
 * An exchange with another response, and maybe another request. `runEvents`: the events of the run
 * that those of the response came from.
 */
export function rebuildExchange(
  { recorded, edits }: ClientExchange,
  data: readonly Uint8Array[],
  request: Partial<OpenRecord> = {},
  runEvents: readonly number[] = [],
): ClientExchange | null {
  const { open, head, end, number } = recorded;
  const { x, t } = open;
  const headers = head?.headers.filter(([name]) => name.toLowerCase() !== "content-length") ?? [];
  const records: WireRecord[] = [
    { ...open, ...request },
    ...(head ? [{ ...head, headers }] : []),
    ...data.map((bytes) => ({ r: "data", x, t, b64: encodeBase64(bytes) }) as const),
    ...(end ? [end] : []),
  ];
  const [rebuilt] = createReplaySource(records).exchanges;
  if (!rebuilt) return null;
  const made = toClientExchange({ ...rebuilt, number }, readWireResponse(records, runEvents));
  return made && { ...made, edits };
}

/** The operation of a response, also if its request was not recorded. */
function deriveOperation(recorded: RecordedExchange, response: WireResponse): Operation | null {
  const { request, operation, head, open } = recorded;
  const { events, isWrapped } = response;
  const isSse = open.framing === "sse" || /event-stream/i.test(getContentType(recorded) ?? "");
  if (request !== null) {
    // A log without HTTP may have the events of a stream behind a request that was not streamed.
    return operation === "send" && head === null && isSse ? "stream" : operation;
  }
  if (open.method === "GET" || !events.some(({ kind }) => RESPONSE_KINDS.has(kind))) return null;
  if (isSse || events.length > 1) return "stream";
  // In 1.0, the response to a message has a wrapper, and that of a lookup has none.
  const isBareTask = !isWrapped && events[0]?.kind === "task";
  return isBareTask && getEncodingVersion(recorded.version) === "1.0" ? "get" : "send";
}

const RESPONSE_KINDS: ReadonlySet<string> = new Set(["task", "status", "artifact", "message"]);

/**
 * `base`: the address of the server that serves the exchange. `spelling`: the version in whose JSON the
 * driver wants the request, always with the envelope of JSON-RPC; `null` for the recorded body.
 */
export function createDriverJob(
  { recorded, operation, binding, version, response }: ClientExchange,
  base: string,
  spelling: EncodingVersion | null = null,
): DriverJob {
  const answered = response.events.find(({ kind }) => kind === "task")?.meaning.id;
  const known = typeof answered === "string" && recorded.request === null ? answered : null;
  const taskId = recorded.request?.taskId ?? known;
  const path = getInterfacePath(recorded.open.url, binding);
  return {
    url: base + path,
    cardUrl: `${base}/.well-known/agent-card.json`,
    request:
      spelling === null
        ? getRequest(recorded, operation, binding, taskId)
        : spellRequest(recorded, operation, taskId, spelling),
    version,
    binding,
    operation,
    taskId,
  };
}

/** The path of the interface; that of HTTP+JSON is without what names the operation. */
function getInterfacePath(url: string, binding: ClientExchange["binding"]): string {
  if (!URL.canParse(url)) return "";
  const path = new URL(url).pathname.replace(/\/$/, "");
  if (binding === "jsonrpc") return path;
  const bare = path.replace(/\/(?:message:(?:send|stream)|tasks\/[^/]+)$/, "");
  return isRest03Url(url) ? bare.replace(/\/v1$/, "") : bare;
}

function getRequest(
  { open, request, version }: RecordedExchange,
  operation: ClientOperation,
  binding: ClientExchange["binding"],
  taskId: string | null,
): JsonObject {
  const body = tryParseJson(open.body ?? "");
  if (isObject(body)) return omitPushConfigs(body);
  return request === null ? encodeRequest(makeCall(operation, taskId), binding, version) : {};
}

/** The recorded call as JSON-RPC of another version has it, without what is not resent. */
function spellRequest(
  { open }: RecordedExchange,
  operation: ClientOperation,
  taskId: string | null,
  spelling: EncodingVersion,
): JsonObject {
  const found = readRecordedCall(open);
  const isCall = found !== null && typeof found !== "string";
  const call = isCall ? found.call : makeCall(operation, taskId);
  return encodeRequest(call, "jsonrpc", spelling);
}

/** A call that gets a response whose request was not recorded. */
function makeCall(operation: ClientOperation, taskId: string | null): Call {
  const message = { text: "Hello", messageId: "loupe", contextId: null, taskId: null };
  return operation === "send" || operation === "stream"
    ? { operation, message }
    : { operation, taskId: taskId ?? "" };
}

function encodeRequest(
  call: Call,
  binding: ClientExchange["binding"],
  version: RecordedExchange["version"],
): JsonObject {
  const target = { url: "http://agent.invalid/", binding, id: "loupe", freshId: "loupe", version };
  const body = tryParseJson(encodeCall(call, target).body ?? "");
  return isObject(body) ? body : {};
}

const PUSH_MEMBERS: ReadonlySet<string> = new Set([
  "pushNotificationConfig",
  "pushNotification",
  "taskPushNotificationConfig",
]);

/** A client must not register the recorded address, and its token is a secret. */
function omitPushConfigs(value: JsonObject, depth = 0): JsonObject {
  const members = Object.entries(value).flatMap(([key, item]): [string, unknown][] => {
    if (PUSH_MEMBERS.has(key)) return [];
    return [[key, isObject(item) && depth < 3 ? omitPushConfigs(item, depth + 1) : item]];
  });
  return Object.fromEntries(members);
}
