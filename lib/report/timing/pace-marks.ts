/** What of a run's pace is marked on its overview: long silences, and frames let go together. */

import type { Exchange } from "../../timeline/exchange.ts";
import { isExchangeInScope, type Scope } from "../../timeline/scope.ts";
import type { TimeRange } from "../../timeline/time-range.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import { MIN_BURST_FRAMES, summarizeReads } from "./exchange-timing.ts";
import { type Burst, StreamTiming } from "./stream-timing.ts";

export interface StallMark extends TimeRange {
  /** The event before it. */
  readonly event: number;
  readonly keptAlive: number;
}

export interface PaceMarks {
  readonly stalls: readonly StallMark[];
  readonly bursts: readonly Burst[];
  /** Events that are still to be looked at. */
  readonly remaining: number;
}

const streamTimings = new WeakMap<Exchange, StreamTiming>();

/** The tempo of an exchange, kept for the next time. Only to be advanced to the newest event. */
export function getStreamTiming(timeline: Timeline, exchange: Exchange): StreamTiming {
  const known = streamTimings.get(exchange);
  if (known) return known;
  const tempo = new StreamTiming(timeline, exchange);
  streamTimings.set(exchange, tempo);
  return tempo;
}

/** Looks at so many more events at most: of a large run, the marks are there a little later. */
export function findPaceMarks(timeline: Timeline, scope: Scope, most: number): PaceMarks {
  const n = timeline.lastEvent;
  const stalls: StallMark[] = [];
  const bursts: Burst[] = [];
  let left = 0;
  let room = most;
  for (const exchange of timeline.exchanges) {
    if (!exchange.isStream || !isExchangeInScope(timeline, scope, exchange.index)) continue;
    const tempo = getStreamTiming(timeline, exchange);
    const before = tempo.seenCount;
    tempo.advance(n, room);
    room -= tempo.seenCount - before;
    left += exchange.events.count - tempo.seenCount;
    if (tempo.seenCount < exchange.events.count) continue;
    for (const { after, ms, keptAlive } of tempo.findStalls(n)) {
      const from = timeline.events.time.at(after);
      stalls.push({ event: after, from, to: from + ms, keptAlive });
    }
    if (summarizeReads(tempo, exchange)?.buffered !== true) continue;
    bursts.push(...tempo.bursts.filter(({ frames }) => frames >= MIN_BURST_FRAMES));
  }
  return { stalls, bursts, remaining: left };
}
