/** When the answer to one call began, how long it took, and how far apart its events came. */

import { getStreamingUpdate } from "../../dialects/streaming-messages/draft-registry.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import { hasRecordedRequest } from "../../timeline/timeline-queries.ts";
import { toReportTime } from "../exchange-report.ts";

/** What counts from the request is unknown where that was not kept; how long it took is not. */
export interface CallTiming {
  firstByteMs: number | null;
  firstEventMs: number | null;
  firstTokenMs: number | null;
  durationMs: number | null;
  gapMs: { p50: number; p95: number; max: number } | null;
}

export const NO_TIMING: CallTiming = {
  firstByteMs: null,
  firstEventMs: null,
  firstTokenMs: null,
  durationMs: null,
  gapMs: null,
};

export function getCallTiming(timeline: Timeline, exchange: Exchange, n: number): CallTiming {
  const count = exchange.events.countAt(n);
  if (count === 0) return NO_TIMING;
  const timeOf = (index: number) => timeline.events.time.at(exchange.events.at(index));
  const end = exchange.endAt(n);
  return {
    firstByteMs: getTimeSinceRequest(exchange, exchange.firstByteTime),
    firstEventMs: getTimeSinceRequest(exchange, timeOf(0)),
    firstTokenMs: findFirstToken(timeline, exchange, n),
    durationMs: toReportTime((end?.time ?? timeOf(count - 1)) - exchange.open.time),
    gapMs: summarizeGaps(count, timeOf),
  };
}

/** How long after the request; `null` where that was not kept. */
export function getTimeSinceRequest(exchange: Exchange, time: number): number | null {
  return hasRecordedRequest(exchange) ? toReportTime(time - exchange.open.time) : null;
}

/** When the first text that answers the request was there. */
export function findFirstToken(timeline: Timeline, exchange: Exchange, n: number): number | null {
  const count = exchange.events.countAt(n);
  for (let i = 0; i < count; i++) {
    const ordinal = exchange.events.at(i);
    const entry = timeline.entries[timeline.events.entry.at(ordinal)];
    const speaks =
      entry?.kind === "artifact" ||
      (entry?.kind === "message" && entry.message.message.role === "agent") ||
      (entry?.kind === "state" && getStreamingUpdate(timeline.metadata.get(ordinal)) !== undefined);
    if (speaks) return getTimeSinceRequest(exchange, timeline.events.time.at(ordinal));
  }
  return null;
}

function summarizeGaps(count: number, timeOf: (index: number) => number): CallTiming["gapMs"] {
  if (count < 2 || Number.isNaN(timeOf(0))) return null;
  const sorted = new Float64Array(count - 1);
  for (let i = 1; i < count; i++) sorted[i - 1] = timeOf(i) - timeOf(i - 1);
  sorted.sort();
  const at = (share: number) =>
    toReportTime(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) ?? 0;
  return { p50: at(0.5), p95: at(0.95), max: at(1) };
}
