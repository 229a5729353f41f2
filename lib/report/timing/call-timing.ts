/**
 * Timing of one call: the first byte, event and token, the duration, and the gaps between events.
 */

import { getStreamingUpdate } from "../../dialects/streaming-messages/draft-registry.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import { hasRecordedRequest } from "../../timeline/exchange-queries.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import { toReportTime } from "../exchange-report.ts";

/** Times since the request are `null` if that was not recorded; the duration is known anyway. */
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

/** The time since the request; `null` if that was not recorded. */
export function getTimeSinceRequest(exchange: Exchange, time: number): number | null {
  return hasRecordedRequest(exchange) ? toReportTime(time - exchange.open.time) : null;
}

/** The time of the first response content. */
export function findFirstToken(timeline: Timeline, exchange: Exchange, n: number): number | null {
  const event = findFirstTokenEvent(timeline, exchange, n);
  return event === null ? null : getTimeSinceRequest(exchange, timeline.events.time.at(event));
}

/** The event with the first response content. */
export function findFirstTokenEvent(
  timeline: Timeline,
  exchange: Exchange,
  n: number,
): number | null {
  const count = exchange.events.countAt(n);
  for (let i = 0; i < count; i++) {
    const event = exchange.events.at(i);
    const entry = timeline.entries[timeline.events.entry.at(event)];
    const isContent =
      entry?.kind === "artifact" ||
      (entry?.kind === "message" && entry.message.message.role === "agent") ||
      (entry?.kind === "state" && getStreamingUpdate(timeline.metadata.get(event)) !== undefined);
    if (isContent) return event;
  }
  return null;
}

function summarizeGaps(count: number, timeOf: (index: number) => number): CallTiming["gapMs"] {
  if (count < 2 || Number.isNaN(timeOf(0))) return null;
  const gaps = new Float64Array(count - 1);
  for (let i = 1; i < count; i++) gaps[i - 1] = timeOf(i) - timeOf(i - 1);
  // Times that go back, as in a log with the newest line first, tell no gap.
  const sorted = gaps.filter((gap) => !(gap < 0)).sort();
  if (sorted.length === 0) return null;
  const at = (share: number) =>
    toReportTime(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) ?? 0;
  return { p50: at(0.5), p95: at(0.95), max: at(1) };
}
