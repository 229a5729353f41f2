/**
 * Decodes the content of one frame into events.
 *
 * Guarantees: total; never throws; any content becomes at least one event, if only one that says
 * why it could not be read.
 */

import { parseJson } from "../json/exact-json.ts";
import { getErrorMessage } from "../text/error-message.ts";
import {
  classifyPayload,
  createDecodedEvent,
  type DecodedEvent,
  readTaskPage,
} from "./classify.ts";
import { DecodeIssue, VersionEvidence } from "./decode-flags.ts";
import {
  createErrorEvent,
  createNamedErrorEvent,
  findWrappedPayloads,
  isCloudEvent,
  isRpcResponse,
  readCloudEventData,
  readHttpError,
  toPlainErrorText,
  unwrapRootModel,
} from "./envelope.ts";
import { isArray, isObject, type JsonObject, toPlainText } from "./json.ts";
import type { Operation, ProtocolEvent } from "./model.ts";
import { isPushConfigList, isPushConfigs, readPushConfigs } from "./push-configs.ts";
import type { DecodeState } from "./read-parts.ts";
import { isRpcRequest, readRpcRequest } from "./request.ts";

/** What is known about the exchange and helps to decode its frames. */
export interface DecodeContext {
  /** The id of the JSON-RPC request; `undefined` if there was none. */
  requestId: string | number | null | undefined;
  operation: Operation | null;
  httpStatus: number | null;
  /** Whether the exchange uses the ProtoJSON of 0.3. */
  rest03: boolean;
  /** Whether the exchange is known not to use the ProtoJSON of 0.3. */
  not03?: boolean;
  /** Whether it requested a card or a card URL. */
  expectsCard?: boolean;
  /** Whether the request is none of A2A, such as a health check: nothing says what its response is. */
  isForeign?: boolean;
}

/** Decodes the JSON value of a frame. `decodeIssues`: issues of the frame itself. */
export function decodeValue(
  value: unknown,
  context: DecodeContext,
  decodeIssues: number,
): DecodedEvent[] {
  return new FrameDecoder(context, decodeIssues).decodePayload(value, 0);
}

/** Decodes a frame that is not JSON. */
export function decodeUnreadable(
  data: string,
  error: unknown,
  context: DecodeContext,
  decodeIssues: number,
): DecodedEvent[] {
  return new FrameDecoder(context, decodeIssues).decodeUnreadable(data, error);
}

/** The event of a frame without decodable content. */
export function createOtherEvent(
  title: string,
  reason: string,
  decodeIssues: number,
): DecodedEvent {
  return { event: { kind: "other", title, reason }, raw: null, evidence: 0, decodeIssues };
}

const DEPTH_LIMIT = 3;

/** Decodes one frame. Each event gets the bits that were set until it was read. */
class FrameDecoder {
  readonly #context: DecodeContext;
  readonly #flags: DecodeState;

  constructor(context: DecodeContext, decodeIssues: number) {
    const { rest03, not03 = false } = context;
    this.#context = context;
    this.#flags = { evidence: 0, decodeIssues, rest03, not03 };
  }

  decodeUnreadable(data: string, error: unknown): DecodedEvent[] {
    if (data.trim() === "[DONE]") {
      this.#flags.decodeIssues |= DecodeIssue.Done;
      return this.#other("[DONE]", "An end marker from other protocols; A2A has none.");
    }
    // Failing servers label HTML or plain text as JSON; truncated JSON is handled separately.
    const isSentence = this.#isHttpError() && !/^\s*[{[]/.test(data);
    if (!isSentence) this.#flags.decodeIssues |= DecodeIssue.NotJson;
    if (this.#isHttpError()) return this.#one(createNamedErrorEvent(toPlainErrorText(data)), null);
    if (this.#isMarkedAsError()) return this.#one(createNamedErrorEvent(data), null);
    const why = getErrorMessage(error);
    return this.#other(data.length === 0 ? "Empty frame" : "Not JSON", why);
  }

  decodePayload(value: unknown, depth: number): DecodedEvent[] {
    if (isObject(value)) return this.#object(value, depth);
    if (isArray(value)) return this.#array(value, depth);
    if (typeof value === "string" && depth < DEPTH_LIMIT) {
      const inner = parseText(value);
      if (inner !== undefined) {
        this.#flags.decodeIssues |= DecodeIssue.DoubleEncoded;
        return this.decodePayload(inner, depth + 1);
      }
    }
    if (this.#isMarkedAsError()) return this.#one(createNamedErrorEvent(value), null);
    if (value === null) return this.#empty();
    return this.#unclassified(`A bare ${typeof value}`);
  }

  #object(o: JsonObject, depth: number): DecodedEvent[] {
    if (isCloudEvent(o)) return this.#cloudEvent(o, depth);
    if (isRpcResponse(o)) return this.#response(o, depth);
    if (isRpcRequest(o)) {
      return this.#one({ kind: "request", request: readRpcRequest(o, this.#flags) }, o);
    }
    const { operation, expectsCard = false } = this.#context;
    const classified = classifyPayload(o, this.#flags, expectsCard && depth <= 1);
    if (classified) return operation === "list" ? classified.map(toListItem) : classified;
    const error = readHttpError(o, this.#context.httpStatus);
    if (error) return this.#one(error, o);
    const unwrapped = depth < DEPTH_LIMIT ? this.#unwrapped(o, depth) : null;
    if (unwrapped) return unwrapped;
    if (this.#isMarkedAsError()) return this.#one(createNamedErrorEvent(o), o);
    if (this.#isEmptyPage(o)) return this.#one(readTaskPage([], o, this.#flags), o);
    if (isPushOperation(this.#context.operation)) return this.#configuration(o);
    if (isPushConfigs(o)) return this.#configuration(o);
    const kind = o.kind ?? o.type;
    return this.#unclassified(typeof kind === "string" ? kind.slice(0, 80) : describeKeys(o));
  }

  #response(o: JsonObject, depth: number): DecodedEvent[] {
    const flags = this.#flags;
    flags.evidence |= VersionEvidence.Rpc;
    if (o.jsonrpc !== "2.0") {
      flags.decodeIssues |=
        o.jsonrpc === undefined ? DecodeIssue.NoJsonRpc : DecodeIssue.BadJsonRpc;
    }
    const { requestId } = this.#context;
    const hasError = o.error !== undefined && o.error !== null;
    if (requestId !== undefined && o.id !== requestId && !(hasError && o.id === null)) {
      flags.decodeIssues |= DecodeIssue.WrongId;
    }
    if (hasError && o.result !== undefined) flags.decodeIssues |= DecodeIssue.ResultAndError;
    // Some libraries write a null result beside an error.
    const hasResult = o.result !== undefined && !(hasError && o.result === null);
    const found = hasResult ? this.#result(o.result, depth) : [];
    if (hasError) return [...found, ...this.#one(createErrorEvent(o.error, "json-rpc"), o)];
    if (o.result === undefined) return this.#unclassified("An envelope without result or error");
    return found;
  }

  #result(result: unknown, depth: number): DecodedEvent[] {
    if (isObject(result) && isRpcResponse(result)) {
      this.#flags.decodeIssues |= DecodeIssue.DoubleEnvelope;
    }
    if (depth >= DEPTH_LIMIT) return this.#unclassified("Nested envelopes");
    return this.decodePayload(result, depth + 1);
  }

  #cloudEvent(o: JsonObject, depth: number): DecodedEvent[] {
    const type = toPlainText(o.type);
    const data = readCloudEventData(o);
    const events =
      this.#cloudEventPayload(data, depth) ?? this.#other(`CloudEvent ${type.slice(0, 80)}`, "");
    return events.map((event) => ({ cloudEvent: { type, data }, ...event }));
  }

  /**
   * The A2A in the data of a CloudEvent; `null` if there is none. The data has the members that its
   * type defines: `error`, `result` and `id` are those of JSON-RPC only beside `jsonrpc`, and a bare
   * `status` or `state` is not that of a task.
   */
  #cloudEventPayload(data: unknown, depth: number): DecodedEvent[] | null {
    if (depth >= DEPTH_LIMIT) return null;
    if (isArray(data)) {
      const events = data.flatMap((item) => this.#cloudEventPayload(item, depth + 1) ?? []);
      return events.length > 0 ? events : null;
    }
    if (!isObject(data)) return null;
    const { decodeIssues } = this.#flags;
    const flags = { ...this.#flags, decodeIssues: decodeIssues | DecodeIssue.LogWrapper };
    if (isCloudEvent(data) || (data.jsonrpc !== undefined && isRpc(data))) {
      Object.assign(this.#flags, flags);
      return this.#object(data, depth + 1);
    }
    const found = classifyPayload(data, flags);
    if (!found || flags.decodeIssues & GUESSED_SHAPES) return null;
    // A message beside other members is one that the type defines, and no wrapper key of 1.0.
    const isWrapper = Object.keys(data).length === 1;
    const mask = isWrapper ? -1 : ~VersionEvidence.Wrapper;
    Object.assign(this.#flags, flags, { evidence: flags.evidence & mask });
    return found.map((event) => ({ ...event, evidence: event.evidence & mask }));
  }

  /** Arrays that 0.3 operations return; any other array is a batch. */
  #array(items: readonly unknown[], depth: number): DecodedEvent[] {
    const { operation } = this.#context;
    const isBatch = items.some((item) => isObject(item) && isRpcResponse(item));
    if (!isBatch && operation === "list")
      return this.#one(readTaskPage(items, {}, this.#flags), null);
    if (!isBatch && (isPushOperation(operation) || isPushConfigList(items))) {
      return this.#configuration(items);
    }
    return this.#batch(items, depth);
  }

  #batch(items: readonly unknown[], depth: number): DecodedEvent[] {
    if (items.length === 0) return this.#unclassified("An empty array");
    if (depth >= DEPTH_LIMIT) return this.#unclassified("Nested arrays");
    // CloudEvents have their own batch format.
    const isOfEvents = items.every((item) => isObject(item) && isCloudEvent(item));
    if (!isOfEvents) this.#flags.decodeIssues |= DecodeIssue.Batch;
    const { evidence, decodeIssues } = this.#flags;
    return items.flatMap((item) => {
      this.#flags.evidence = evidence;
      this.#flags.decodeIssues = decodeIssues;
      return this.decodePayload(item, depth + 1);
    });
  }

  /** Tries to unwrap the object of a log collector. */
  #unwrapped(o: JsonObject, depth: number): DecodedEvent[] | null {
    for (const inside of findWrappedPayloads(o)) {
      const value = unwrapRootModel(typeof inside === "string" ? parseText(inside) : inside);
      if (!isObject(value) || !this.#isKnown(value)) continue;
      this.#flags.decodeIssues |= DecodeIssue.LogWrapper;
      return this.#object(value, depth + 1);
    }
    return null;
  }

  #isKnown(o: JsonObject): boolean {
    if (isRpc(o) || isCloudEvent(o)) return true;
    return classifyPayload(o, { evidence: 0, decodeIssues: 0, rest03: false }) !== null;
  }

  /** Handles empty lists: ProtoJSON omits them, and gRPC has no bytes for them. */
  #isEmptyPage(o: JsonObject): boolean {
    return (
      this.#context.operation === "list" && Object.keys(o).every((key) => PAGE_MEMBERS.has(key))
    );
  }

  #configuration(value: JsonObject | readonly unknown[]): DecodedEvent[] {
    const isEmpty = this.#context.operation === "push-list" && Object.keys(value).length === 0;
    const event = readPushConfigs(isEmpty ? [] : value, this.#flags);
    if (event) return this.#one(event, isObject(value) ? value : null);
    if (this.#context.operation === "push-delete") return this.#empty();
    return this.#one(
      { kind: "answer", title: "A push notification configuration without a URL" },
      null,
    );
  }

  /** Handles an empty result: it confirms an operation, unless the call requests an object. */
  #empty(): DecodedEvent[] {
    const { operation } = this.#context;
    if (operation !== null && OBJECT_OPERATIONS.has(operation))
      return this.#unclassified("An empty result");
    const isDeleted = operation === "push-delete";
    const title = isDeleted ? "Push notification configuration deleted" : "An empty result";
    return this.#one({ kind: "answer", title }, null);
  }

  /** By the name of its event, or by the HTTP status. */
  #isMarkedAsError(): boolean {
    return (this.#flags.decodeIssues & DecodeIssue.ErrorEvent) !== 0 || this.#isHttpError();
  }

  #isHttpError(): boolean {
    return (this.#context.httpStatus ?? 0) >= 400;
  }

  #unclassified(title: string): DecodedEvent[] {
    if (!this.#context.isForeign) this.#flags.decodeIssues |= DecodeIssue.Unclassified;
    return this.#other(title, "Nothing identifies it as an A2A object.");
  }

  #other(title: string, reason: string): DecodedEvent[] {
    return this.#one({ kind: "other", title, reason }, null);
  }

  #one(event: ProtocolEvent, raw: JsonObject | null): DecodedEvent[] {
    return [createDecodedEvent(event, raw, this.#flags)];
  }
}

/** A bare task in a list response is an item: 0.3 responds with an array of tasks. */
function toListItem(decoded: DecodedEvent): DecodedEvent {
  const { event } = decoded;
  if (event.kind !== "task") return decoded;
  return { ...decoded, event: { kind: "tasks", tasks: [event.task], nextPageToken: null } };
}

const isRpc = (o: JsonObject) => isRpcResponse(o) || isRpcRequest(o);

/** Shapes that other objects have, too: a bare text as the status, or a text as the whole event. */
const GUESSED_SHAPES = DecodeIssue.StringStatus | DecodeIssue.Shorthand;

/** Operations that return an A2A object. */
const OBJECT_OPERATIONS: ReadonlySet<Operation> = new Set<Operation>([
  ...(["send", "stream", "subscribe", "get", "list", "cancel"] as const),
]);

const PAGE_MEMBERS: ReadonlySet<string> = new Set(["nextPageToken", "pageSize", "totalSize"]);

function isPushOperation(operation: Operation | null): boolean {
  return operation?.startsWith("push-") ?? false;
}

function parseText(text: string): unknown {
  if (!/^\s*[{["]/.test(text)) return undefined;
  return parseJson(text);
}

function describeKeys(o: JsonObject): string {
  const keys = Object.keys(o);
  if (keys.length === 0) return "An empty object";
  const shown = keys.slice(0, 4).join(", ").slice(0, 80);
  return `An object with ${shown}${keys.length > 4 ? "…" : ""}`;
}
