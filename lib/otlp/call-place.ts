/**
 * Where a call is among the spans of all programs: its trace, its own span and the span that sent it.
 *
 * Guarantees: the same recording always gives the same ids, also after redaction.
 */

import type { Exchange } from "../timeline/exchange.ts";
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
const REMOTE_PARENT = 0x300;

export function getCallPlace(ids: SpanIds, exchange: Exchange): SpanPlace {
  const spanId = ids.derive(`call ${exchange.id}`);
  const sent = findTraceContext(exchange);
  if (!sent) return { traceId: ids.traceId, spanId };
  return {
    traceId: sent.traceId,
    spanId,
    ...(sent.state && { traceState: sent.state }),
    parentSpanId: sent.parentId,
    flags: sent.flags | REMOTE_PARENT,
  };
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
