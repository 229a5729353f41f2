/** Timing marks on the overview: stalls, and bursts of buffered frames. */

import type { Exchange } from "../../timeline/exchange.ts";
import { isExchangeInScope, type Scope } from "../../timeline/scope.ts";
import type { TimeRange } from "../../timeline/time-range.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import { MIN_BURST_FRAMES, summarizeReads } from "./exchange-timing.ts";
import { type Burst, StreamTiming } from "./stream-timing.ts";

interface StallMark extends TimeRange {
  /** The event before it. */
  readonly event: number;
  readonly keptAlive: number;
}

export interface PaceMarks {
  readonly stalls: readonly StallMark[];
  readonly bursts: readonly Burst[];
  /** The number of events that are not analyzed yet. */
  readonly remaining: number;
}

const streamTimings = new WeakMap<Exchange, StreamTiming>();

/** The cached stream timing of an exchange. Only advance it to the newest event. */
function getStreamTiming(timeline: Timeline, exchange: Exchange): StreamTiming {
  const known = streamTimings.get(exchange);
  if (known) return known;
  const streamTiming = new StreamTiming(timeline, exchange);
  streamTimings.set(exchange, streamTiming);
  return streamTiming;
}

/** Analyzes at most `most` further events, so that a large run takes several calls. */
export function findPaceMarks(timeline: Timeline, scope: Scope, most: number): PaceMarks {
  const n = timeline.lastEvent;
  const stalls: StallMark[] = [];
  const bursts: Burst[] = [];
  let remaining = 0;
  let budget = most;
  for (const exchange of timeline.exchanges) {
    if (!exchange.isStream || !isExchangeInScope(timeline, scope, exchange.index)) continue;
    const streamTiming = getStreamTiming(timeline, exchange);
    const before = streamTiming.seenCount;
    streamTiming.advance(n, budget);
    budget -= streamTiming.seenCount - before;
    remaining += exchange.events.count - streamTiming.seenCount;
    if (streamTiming.seenCount < exchange.events.count) continue;
    for (const { after, ms, keptAlive } of streamTiming.findStalls(n)) {
      const from = timeline.events.time.at(after);
      stalls.push({ event: after, from, to: from + ms, keptAlive });
    }
    if (summarizeReads(streamTiming, exchange)?.buffered !== true) continue;
    bursts.push(...streamTiming.bursts.filter(({ frames }) => frames >= MIN_BURST_FRAMES));
  }
  return { stalls, bursts, remaining };
}
