/**
 * Where a call is among the spans of all programs: its trace, its own span and the span that sent it.
 *
 * Guarantees: the same recording always gives the same ids, also after redaction.
 */

import type { Exchange } from "../timeline/exchange.ts";
import { isCall } from "../timeline/exchange-queries.ts";
import type { CallEdge } from "../timeline/hops/tapped-call.ts";
import { findTraceContext } from "../timeline/hops/trace-context.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { deriveSpanId, deriveTraceId } from "./ids.ts";
import type { OtlpSpan } from "./span.ts";
import type { SpanSource } from "./span-source.ts";
import type { WallClock } from "./wall-clock.ts";

/** The trace that a span belongs to, and its parent there. */
export type SpanPlace = Pick<
  OtlpSpan,
  "traceId" | "spanId" | "parentSpanId" | "traceState" | "flags"
>;

/** The ids of a run's spans. */
export class SpanIds {
  /** The id of the recording; its name if the log has no id. */
  readonly recording: string;
  /** The trace of the calls that sent no trace context. */
  readonly traceId: string;
  readonly #key: string;

  constructor({ timeline, name }: SpanSource) {
    const { id, at } = timeline;
    this.recording = id || name;
    this.#key = `${this.recording}\n${at ?? ""}\n${id ? "" : describeSizes(timeline)}`;
    this.traceId = deriveTraceId(this.#key);
  }

  /** `what` names the span within its recording. */
  derive(what: string): string {
    return deriveSpanId(this.#key, what);
  }
}

/** Tells logs without an id apart, even if they have the same name. Redaction does not change it. */
function describeSizes({ exchanges }: Timeline): string {
  return exchanges.map(({ body, events }) => `${body.bytes}/${events.count}`).join(" ");
}

/** Bits of `flags`: it is known whether the parent is remote, and it is. */
const PARENT_KNOWN = 0x100;
const REMOTE_PARENT = 0x300;
const TRACE_FLAGS = 0xff;

/** A span that a call is related to, but no child of. */
export interface LinkedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** `null` for the span that sent the request. */
  readonly edge: CallEdge | null;
}

interface CallPlace {
  readonly span: SpanPlace;
  /** How it is known which call it was made for; `null` if it is not. */
  readonly edge: CallEdge | null;
  readonly links: readonly LinkedSpan[];
}

/**
 * A call is in the trace of its trace context. Its parent is the call it was made for, where the wire
 * or the user says so; else the span that sent it. What is not its parent is linked.
 */
export function getCallPlace(ids: SpanIds, timeline: Timeline, exchange: Exchange): CallPlace {
  const spanId = ids.derive(`call ${exchange.id}`);
  const sent = findTraceContext(exchange);
  const own: SpanPlace = sent
    ? {
        traceId: sent.traceId,
        spanId,
        ...(sent.state && { traceState: sent.state }),
        parentSpanId: sent.parentId,
        flags: sent.flags | REMOTE_PARENT,
      }
    : { traceId: ids.traceId, spanId };
  const { call, edge } = findEdge(timeline, exchange);
  if (!call || !edge) return { span: own, edge: null, links: [] };
  const caller = getCallPlace(ids, timeline, call.exchange).span;
  const { traceId } = caller;
  const isSure = edge.kind === "recorded" || edge.kind === "connected";
  // A span and its parent are in one trace.
  if (!isSure || (sent && sent.traceId !== traceId)) {
    return { span: own, edge, links: [{ traceId, spanId: caller.spanId, edge }] };
  }
  const { traceState = caller.traceState } = own;
  const flags = own.flags ?? caller.flags;
  const span = {
    traceId,
    spanId,
    ...(traceState !== undefined && { traceState }),
    parentSpanId: caller.spanId,
    ...(flags !== undefined && { flags: (flags & TRACE_FLAGS) | PARENT_KNOWN }),
  };
  // An agent that passes on what it received names the span that sent the call before.
  const isPassedOn = sent?.parentId === findTraceContext(call.exchange)?.parentId;
  const isOwnSpan = sent && !isPassedOn;
  return {
    span,
    edge,
    links: isOwnSpan ? [{ traceId, spanId: sent.parentId, edge: null }] : [],
  };
}

/** The call that a call was made for, if it has a span. */
function findEdge({ callTree, lastEvent }: Timeline, { index }: Exchange) {
  const call = callTree.calls.length > 0 ? callTree.find(index) : undefined;
  const parent = call?.parentAt(lastEvent) ?? null;
  const isSpan = parent !== null && isCall(parent.exchange);
  return isSpan
    ? { call: parent, edge: call?.edgeAt(lastEvent) ?? null }
    : { call: null, edge: null };
}

/** Nanoseconds since 1970. */
export interface WallTimeRange {
  readonly start: bigint;
  readonly end: bigint;
}

/** From the request to the end of the response, or what came last. */
export function getCallTime(clock: WallClock, exchange: Exchange): WallTimeRange {
  const { open, end, events, lastByteTime } = exchange;
  const start = clock.getTime(open.time, open.firstEvent);
  const lastEvent = events.count > 0 ? events.last : open.firstEvent;
  const last = end
    ? clock.getTime(end.time, Math.max(end.firstEvent, lastEvent))
    : clock.getTime(lastByteTime, lastEvent);
  const latest = [start, last, clock.getEventTime(lastEvent)];
  return { start, end: latest.reduce((a, b) => (a > b ? a : b)) };
}
