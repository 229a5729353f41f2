/** A recorded response of the agent, as checks read it: decoded events, its error, its task. */

import { getErrorName, getErrorNameByReason, getErrorStatus } from "../protocol/error-names.ts";
import { getGrpcStatusName } from "../protocol/grpc/status.ts";
import { isObject } from "../protocol/json.ts";
import {
  isTerminalOrWaiting,
  type ProtocolError,
  type ProtocolEvent,
  type Task,
  type TaskState,
  TERMINAL_STATES,
} from "../protocol/model.ts";
import type { Binding, Version } from "../protocol/versions.ts";
import type { Exchange } from "../timeline/exchange.ts";
import { getGrpcStatus } from "../timeline/grpc-frame.ts";
import { decodeEventAgain } from "../timeline/lookup-responses.ts";
import type { EntryOf, Timeline } from "../timeline/timeline.ts";
import { getErrorAt, parseFrameValue } from "../timeline/timeline-queries.ts";
import { getHeaderValue } from "../wire/headers.ts";
import type { EndRecord } from "../wire/record.ts";

export interface SeenEvent {
  /** Its number in the recording. */
  readonly n: number;
  readonly event: ProtocolEvent;
}

interface ResponseSource {
  readonly recording: string;
  readonly timeline: Timeline;
  readonly exchange: Exchange;
  readonly binding: Binding;
  readonly version: Version;
  /** The origin that did not get the user's credentials, because only the card names it. */
  readonly withheldFrom?: string;
}

export class Response {
  readonly recording: string;
  readonly timeline: Timeline;
  readonly exchange: Exchange;
  readonly binding: Binding;
  readonly version: Version;
  readonly withheldFrom: string | null;
  readonly #events: SeenEvent[] = [];
  /** How many events of the exchange were decoded. */
  #decoded = 0;

  constructor(source: ResponseSource) {
    const { recording, timeline, exchange, binding, version, withheldFrom = null } = source;
    this.recording = recording;
    this.timeline = timeline;
    this.exchange = exchange;
    this.binding = binding;
    this.version = version;
    this.withheldFrom = withheldFrom;
  }

  /** The HTTP status; `null` if there was no response. */
  get status(): number | null {
    return this.exchange.head?.record.status ?? null;
  }

  get end(): EndRecord | null {
    return this.exchange.end?.record ?? null;
  }

  getHeader(name: string): string | null {
    return getHeaderValue(this.exchange.head?.record.headers ?? [], name);
  }

  get events(): readonly SeenEvent[] {
    const { events } = this.exchange;
    // Whoever waits for an event looks again at each record.
    for (; this.#decoded < events.count; this.#decoded++) {
      const n = events.at(this.#decoded);
      const event = decodeEventAgain(this.timeline, n)?.event;
      if (event) this.#events.push({ n, event });
    }
    return this.#events;
  }

  find<Kind extends ProtocolEvent["kind"]>(
    kind: Kind,
  ): (SeenEvent & { readonly event: Extract<ProtocolEvent, { kind: Kind }> }) | null {
    for (const { n, event } of this.events) if (isOfKind(event, kind)) return { n, event };
    return null;
  }

  /** The JSON of its frames. */
  get values(): unknown[] {
    const { events } = this.exchange;
    return Array.from({ length: events.count }, (_, i) =>
      parseFrameValue(this.timeline, events.at(i)),
    );
  }

  /** The JSON of its first frame. */
  get value(): unknown {
    const { events } = this.exchange;
    return events.count === 0 ? undefined : parseFrameValue(this.timeline, events.at(0));
  }

  /** The same without the envelope of JSON-RPC. */
  get result(): unknown {
    return unwrapResult(this.value);
  }

  /** The stored or returned task. */
  get task(): Task | null {
    return this.find("task")?.event.task ?? null;
  }

  /** The state that it reported last; `null` if it reported none. */
  get state(): TaskState | null {
    let state: TaskState | null = null;
    for (const { event } of this.events) {
      if (event.kind === "task") ({ state } = event.task.status);
      if (event.kind === "status") ({ state } = event.status);
    }
    return state;
  }

  /** The task was in a terminal state when it was reported last. */
  get hasFinished(): boolean {
    const { state } = this;
    return state !== null && TERMINAL_STATES.has(state);
  }

  /** Nothing more is to come, though the agent may keep the connection open. */
  get isOver(): boolean {
    if (this.end !== null) return true;
    const { state } = this;
    return state === null ? this.isError : isTerminalOrWaiting(state);
  }

  get taskId(): string | null {
    for (const { event } of this.events) {
      const id = getTaskId(event);
      if (id !== null) return id;
    }
    return null;
  }

  get contextId(): string | null {
    for (const { event } of this.events) {
      const id = getContextId(event);
      if (id !== null) return id;
    }
    return null;
  }

  /** In an event, in the trailers of gRPC, or in the body of a failed HTTP response. */
  get error(): ProtocolError | null {
    const inEvent = this.find("error");
    if (inEvent) return inEvent.event.error;
    const entry = this.timeline.entries.find(
      (one): one is EntryOf<"error"> =>
        one.kind === "error" && one.exchange === this.exchange.index,
    );
    return entry ? getErrorAt(entry, this.timeline.lastEvent) : null;
  }

  get isError(): boolean {
    return this.error !== null || (this.status ?? 0) >= 400 || (this.grpcStatus ?? 0) > 0;
  }

  /** `null` unless it is gRPC with a status. */
  get grpcStatus(): number | null {
    const { end } = this;
    if (this.binding !== "grpc") return null;
    return getGrpcStatus(this.exchange, end?.trailers)?.code ?? null;
  }

  /** The name of its error; `null` if nothing but a status says what it is. */
  get errorName(): string | null {
    const { error } = this;
    if (!error) return null;
    const named = error.reason === null ? null : getErrorNameByReason(error.reason);
    if (named !== null) return named;
    // Some agents use the codes of JSON-RPC in the bodies of other bindings.
    return error.code === null || error.code >= 0 ? null : getErrorName(error.code, this.version);
  }

  /** Whether it is the error, by its name, or by its status where nothing names it. */
  hasError(name: string): boolean {
    const { errorName } = this;
    if (errorName !== null) return errorName === name;
    if (this.binding === "jsonrpc") return false;
    return (["1.0.0", "1.0.1"] as const).some((release) => {
      const mapped = getErrorStatus(name, release) ?? STANDARD_STATUSES.get(name);
      if (!mapped) return false;
      return this.binding === "grpc"
        ? this.grpcStatus !== null && getGrpcStatusName(this.grpcStatus) === mapped.grpc
        : this.status === mapped.http;
    });
  }

  /** The agent wants other credentials. */
  get isUnauthorized(): boolean {
    if (this.status === 401 || this.status === 403) return true;
    return this.grpcStatus === UNAUTHENTICATED || this.grpcStatus === PERMISSION_DENIED;
  }

  /** The agent, or a proxy before it, takes no more requests for now. */
  get isRateLimited(): boolean {
    return this.status === 429 || this.grpcStatus === RESOURCE_EXHAUSTED;
  }

  /** The agent did not answer: there is no response, or only that of a proxy before it. */
  get isUnavailable(): boolean {
    if (this.status === null || this.isRateLimited || this.grpcStatus === UNAVAILABLE) return true;
    return GATEWAY_STATUSES.has(this.status) && this.errorName === null;
  }

  /** Why Loupe refused the request, such as one to an address that it may not call; `null` if it did not. */
  get refusal(): string | null {
    const { end } = this;
    if (end?.cause !== "refused" || end.error?.by !== "loupe") return null;
    return end.error.message;
  }

  /** What it was, in a few words. */
  describe(): string {
    const { error, errorName, status, end } = this;
    // Whoever asked has waited long enough.
    if (status === null && end?.cause === "aborted") return "no response in time";
    if (status === null)
      return `no response (${end?.error?.message ?? end?.cause ?? "still open"})`;
    if (error || this.isError) {
      const code = error?.code == null ? "" : ` (${error.code})`;
      if (errorName !== null) return `${errorName}${code}`;
      if (this.binding === "grpc" && this.grpcStatus !== null)
        return `gRPC status ${getGrpcStatusName(this.grpcStatus)}`;
      return status >= 400 ? `HTTP ${status}` : `an unknown error${code}`;
    }
    const kinds = new Set(this.events.map(({ event }) => EVENT_NOUNS[event.kind]));
    return kinds.size === 0 ? `an empty response with HTTP ${status}` : [...kinds].join(", ");
  }
}

const PERMISSION_DENIED = 7;
const RESOURCE_EXHAUSTED = 8;
const UNAVAILABLE = 14;
const UNAUTHENTICATED = 16;

/** 502 is also an error of A2A over HTTP+JSON; then the body names it. */
const GATEWAY_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);

/** The errors of JSON-RPC in the other bindings. */
const STANDARD_STATUSES: ReadonlyMap<string, { http: number; grpc: string }> = new Map([
  ["InvalidParams", { http: 400, grpc: "INVALID_ARGUMENT" }],
  ["InvalidRequest", { http: 400, grpc: "INVALID_ARGUMENT" }],
  ["ParseError", { http: 400, grpc: "INVALID_ARGUMENT" }],
  ["MethodNotFound", { http: 404, grpc: "UNIMPLEMENTED" }],
]);

const EVENT_NOUNS: Readonly<Record<ProtocolEvent["kind"], string>> = {
  task: "a task",
  status: "a status update",
  artifact: "an artifact",
  message: "a message",
  error: "an error",
  tasks: "a list of tasks",
  card: "an agent card",
  configs: "a push configuration",
  answer: "an answer",
  request: "a request",
  other: "something that is not A2A",
};

/** The result in an envelope of JSON-RPC; any other value stays as it is. */
export const unwrapResult = (value: unknown): unknown =>
  isObject(value) && isObject(value.result) ? value.result : value;

function isOfKind<Kind extends ProtocolEvent["kind"]>(
  event: ProtocolEvent,
  kind: Kind,
): event is Extract<ProtocolEvent, { kind: Kind }> {
  return event.kind === kind;
}

export function getTaskId(event: ProtocolEvent): string | null {
  if (event.kind === "task") return event.task.id;
  if (event.kind === "message") return event.message.taskId;
  return event.kind === "status" || event.kind === "artifact" ? event.taskId : null;
}

export function getContextId(event: ProtocolEvent): string | null {
  if (event.kind === "task") return event.task.contextId;
  if (event.kind === "message") return event.message.contextId;
  return event.kind === "status" || event.kind === "artifact" ? event.contextId : null;
}
