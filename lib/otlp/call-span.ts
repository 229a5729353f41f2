/**
 * The span of a call: kind CLIENT, from the request to the end of the response.
 *
 * Guarantees: what the log does not contain is absent; what was inferred is named in
 * `loupe.inferred`.
 */

import { getMethodName } from "../protocol/encode/operations.ts";
import { getGrpcStatusName } from "../protocol/grpc/status.ts";
import type { Operation, RpcRequest, TaskState } from "../protocol/model.ts";
import {
  ATTRIBUTE,
  ERROR_STATES,
  OTHER_ERROR,
  TASK_STATE_NAMES,
  UNKNOWN_METHOD,
} from "../protocol/span-names.ts";
import type { Exchange } from "../timeline/exchange.ts";
import type { CallEdge } from "../timeline/hops/tapped-call.ts";
import { getRequestParams } from "../timeline/request-params.ts";
import type { TaskLane } from "../timeline/task.ts";
import type { EntryOf } from "../timeline/timeline.ts";
import { getErrorAt, getErrorTitle, getExchangeVersion } from "../timeline/timeline-queries.ts";
import { getCallPlace, getCallTime, type LinkedSpan } from "./call-place.ts";
import {
  type AttributeTable,
  createAttributes,
  type OtlpLink,
  type OtlpSpan,
  SPAN_KIND,
  STATUS_ERROR,
} from "./span.ts";
import { createContentAttributes } from "./span-content.ts";
import type { SpanContext } from "./span-context.ts";
import { createCallEvents } from "./span-events.ts";

export function createCallSpan(context: SpanContext, exchange: Exchange): OtlpSpan {
  const { start, end } = getCallTime(context.clock, exchange);
  const method = getMethod(exchange);
  const error = findCallError(context, exchange, method);
  const { span, edge, links } = getCallPlace(context.ids, context.timeline, exchange);
  return {
    ...span,
    name: method?.name ?? UNKNOWN_METHOD,
    kind: SPAN_KIND.client,
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(end),
    attributes: createAttributes({
      ...describeCall(context, exchange, method),
      [ATTRIBUTE.errorType]: error?.type,
      ...describeRecording(context, exchange),
      ...describeEdge(edge),
      ...(context.hasContent && createContentAttributes(context, exchange)),
    }),
    events: createCallEvents(context, exchange),
    links: links.map(createLink),
    ...(error && { status: { code: STATUS_ERROR, message: error.title } }),
  };
}

/** How it is known which call a call was made for. */
const describeEdge = (edge: CallEdge | null): AttributeTable => ({
  [ATTRIBUTE.edge]: edge?.kind,
  [ATTRIBUTE.edgeRule]: edge?.rule,
  [ATTRIBUTE.edgeCertainty]: edge?.certainty,
  [ATTRIBUTE.edgeReason]: edge?.because,
});

function createLink({ traceId, spanId, edge }: LinkedSpan): OtlpLink {
  const attributes = edge ? describeEdge(edge) : { [ATTRIBUTE.edgeReason]: "It sent the request." };
  return { traceId, spanId, attributes: createAttributes(attributes) };
}

interface CallMethod {
  readonly name: string;
  readonly request: RpcRequest | null;
  readonly isInferred: boolean;
}

/** OpenTelemetry names operations of every version and binding as 1.0 does. */
const getLogicalName = (operation: Operation) => getMethodName(operation, "1.0");

/** A method that A2A does not have keeps its name. */
function getMethod({ request, inlineRequest, isAlone, framer }: Exchange): CallMethod | null {
  const known = request ?? inlineRequest?.request ?? null;
  if (known) {
    const name = known.operation === null ? known.method : getLogicalName(known.operation);
    return { name, request: known, isInferred: false };
  }
  const isStream = isAlone && framer?.framing === "sse";
  return isStream ? { name: getLogicalName("stream"), request: null, isInferred: true } : null;
}

function describeCall(
  context: SpanContext,
  exchange: Exchange,
  method: CallMethod | null,
): AttributeTable {
  const { timeline, agents } = context;
  const { url } = exchange.open.record;
  const request = method?.request ?? null;
  const message = request?.message ?? null;
  const params = getRequestParams(exchange);
  const lane = findCallTask(context, exchange, request);
  const { version } = getExchangeVersion(timeline, exchange, timeline.lastEvent);
  const agent = agents.find(url);
  const server = getServer(exchange);
  return {
    [ATTRIBUTE.method]: method?.name,
    [ATTRIBUTE.messageId]: message?.messageId,
    [ATTRIBUTE.referenceTaskIds]: message?.referenceTaskIds.length
      ? message.referenceTaskIds
      : null,
    [ATTRIBUTE.protocolVersion]: /^\d/.test(version) ? version : null,
    [ATTRIBUTE.taskId]: lane?.id || request?.taskId,
    [ATTRIBUTE.taskState]: toStateName(getLastState(exchange, lane)),
    [ATTRIBUTE.tenant]: typeof params.tenant === "string" ? params.tenant || null : null,
    [ATTRIBUTE.conversationId]: findConversationId(context, exchange),
    [ATTRIBUTE.agentName]: agent?.name,
    [ATTRIBUTE.agentDescription]: agent?.description,
    [ATTRIBUTE.agentVersion]: agent?.version,
    [ATTRIBUTE.serverAddress]: server?.hostname.replace(/^\[|\]$/g, "") || null,
    [ATTRIBUTE.serverPort]: server?.hostname ? getPort(server) : null,
    [ATTRIBUTE.httpStatus]: exchange.head?.record.status,
    [ATTRIBUTE.rpcRequestId]: request?.id === null ? null : request && String(request.id),
    [ATTRIBUTE.inferred]: method?.isInferred ? [ATTRIBUTE.method] : null,
  };
}

const toStateName = (state: TaskState | null) => (state === null ? null : TASK_STATE_NAMES[state]);

/** The state that a call saw last. */
function getLastState({ events, taskSet }: Exchange, lane: TaskLane | null): TaskState | null {
  const last = events.count > 0 ? events.last : -1;
  return lane && taskSet.has(lane.index) ? (lane.transitionAt(last)?.state ?? null) : null;
}

export function findConversationId(context: SpanContext, exchange: Exchange): string | null {
  const request = getMethod(exchange)?.request ?? null;
  const lane = findCallTask(context, exchange, request);
  const last = exchange.events.count > 0 ? exchange.events.last : 0;
  return (
    lane?.contexts.at(last) ?? request?.message?.contextId ?? findReplyContext(context, exchange)
  );
}

/** The agent itself, where a tap is between it and its caller. */
function getServer({ open: { record } }: Exchange): URL | null {
  const { hop, url } = record;
  const address = hop && hop.via !== "direct" ? `http://${hop.target}` : url;
  return URL.canParse(address) ? new URL(address) : null;
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };

function getPort({ port, protocol }: URL): number | null {
  return port === "" ? (DEFAULT_PORTS[protocol] ?? null) : Number(port);
}

/** The task that a call is about; none if it is about several. */
function findCallTask(
  { timeline }: SpanContext,
  { tasks }: Exchange,
  request: RpcRequest | null,
): TaskLane | null {
  if (request?.operation === "list") return null;
  const named = request?.taskId ?? null;
  const known = tasks.map(({ task }) => timeline.tasks[task]);
  return known.find((lane) => named === null || lane?.id === named) ?? known[0] ?? null;
}

/** The context of a response that is only a message. */
function findReplyContext({ timeline }: SpanContext, { replies }: Exchange): string | null {
  for (let i = 0; i < replies.count; i++) {
    const entry = timeline.entries[timeline.events.entry.at(replies.at(i))];
    if (entry?.kind === "message" && entry.message.message.contextId !== null) {
      return entry.message.message.contextId;
    }
  }
  return null;
}

/** Where Loupe has the exchange. */
function describeRecording(context: SpanContext, exchange: Exchange): AttributeTable {
  const { events } = exchange;
  const hasEvents = events.count > 0;
  const last = hasEvents ? events.last : exchange.firstEvent;
  return {
    [ATTRIBUTE.recording]: context.recording,
    [ATTRIBUTE.exchange]: exchange.id,
    [ATTRIBUTE.firstEvent]: hasEvents ? events.at(0) : null,
    [ATTRIBUTE.lastEvent]: hasEvents ? events.last : null,
    [ATTRIBUTE.end]: exchange.end?.record.cause,
    [ATTRIBUTE.link]: context.formatLink(last),
  };
}

interface CallError {
  readonly type: string;
  readonly title: string;
}

/** Calls whose task is their own; others only look at one. */
const TASK_OPERATIONS: ReadonlySet<Operation | null> = new Set(["send", "stream", "subscribe"]);

/** The error that a call ended with: of the protocol, else of HTTP, its task or the connection. */
function findCallError(
  context: SpanContext,
  exchange: Exchange,
  method: CallMethod | null,
): CallError | null {
  const { timeline } = context;
  const n = timeline.lastEvent;
  const { errors, head, end } = exchange;
  const entry = timeline.entries[errors.count > 0 ? timeline.events.entry.at(errors.last) : -1];
  if (entry?.kind === "error") {
    return { type: getErrorType(entry, n, exchange), title: getErrorTitle(timeline, entry, n) };
  }
  const status = head?.record.status ?? 0;
  if (status >= 400) return { type: String(status), title: `HTTP ${status}` };
  const request = method?.request ?? null;
  const state = getLastState(exchange, findCallTask(context, exchange, request));
  const isOwnTask = request ? TASK_OPERATIONS.has(request.operation) : method?.isInferred;
  if (isOwnTask && state !== null && ERROR_STATES.has(state)) {
    return {
      type: TASK_STATE_NAMES[state],
      title: `The task ${state === "failed" ? "failed" : "was rejected"}.`,
    };
  }
  const cause = end?.record.cause ?? "unknown";
  // A client that hangs up has not failed.
  if (cause === "complete" || cause === "unknown" || cause === "aborted") return null;
  return { type: end?.record.error?.code ?? cause, title: cause };
}

function getErrorType(entry: EntryOf<"error">, n: number, { head }: Exchange): string {
  const { code = null, layer } = getErrorAt(entry, n) ?? {};
  if (code === null) {
    const status = head?.record.status ?? 0;
    return status >= 400 ? String(status) : OTHER_ERROR;
  }
  return layer === "grpc" ? getGrpcStatusName(code) : String(code);
}
