/** When the answer to one call began, how long it took, and how far apart its events came. */

import { streamingIn } from "../../dialects/drafts/book.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import { isAsked } from "../../timeline/read.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import { knownTime } from "../exchange-report.ts";

/** What counts from the request is unknown where that was not kept; how long it took is not. */
export interface CallTiming {
  firstByteMs: number | null;
  firstEventMs: number | null;
  firstTokenMs: number | null;
  durationMs: number | null;
  gapMs: { p50: number; p95: number; max: number } | null;
}

export const NO_TIMES: CallTiming = {
  firstByteMs: null,
  firstEventMs: null,
  firstTokenMs: null,
  durationMs: null,
  gapMs: null,
};

export function callTiming(timeline: Timeline, exchange: Exchange, n: number): CallTiming {
  const count = exchange.events.countAt(n);
  if (count === 0) return NO_TIMES;
  const timeOf = (index: number) => timeline.events.time.at(exchange.events.at(index));
  const end = exchange.endAt(n);
  return {
    firstByteMs: sinceAsked(exchange, exchange.firstByte),
    firstEventMs: sinceAsked(exchange, timeOf(0)),
    firstTokenMs: firstToken(timeline, exchange, n),
    durationMs: knownTime((end?.time ?? timeOf(count - 1)) - exchange.open.time),
    gapMs: gaps(count, timeOf),
  };
}

/** How long after the request; `null` where that was not kept. */
export function sinceAsked(exchange: Exchange, time: number): number | null {
  return isAsked(exchange) ? knownTime(time - exchange.open.time) : null;
}

/** When the first text that answers the request was there. */
export function firstToken(timeline: Timeline, exchange: Exchange, n: number): number | null {
  const count = exchange.events.countAt(n);
  for (let i = 0; i < count; i++) {
    const ordinal = exchange.events.at(i);
    const entry = timeline.entries[timeline.events.entry.at(ordinal)];
    const speaks =
      entry?.kind === "artifact" ||
      (entry?.kind === "message" && entry.message.message.role === "agent") ||
      (entry?.kind === "state" && streamingIn(timeline.metadata.of(ordinal)) !== undefined);
    if (speaks) return sinceAsked(exchange, timeline.events.time.at(ordinal));
  }
  return null;
}

function gaps(count: number, timeOf: (index: number) => number): CallTiming["gapMs"] {
  if (count < 2 || Number.isNaN(timeOf(0))) return null;
  const sorted = new Float64Array(count - 1);
  for (let i = 1; i < count; i++) sorted[i - 1] = timeOf(i) - timeOf(i - 1);
  sorted.sort();
  const at = (share: number) =>
    knownTime(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) ?? 0;
  return { p50: at(0.5), p95: at(0.95), max: at(1) };
}
