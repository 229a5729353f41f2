/** What of a run's pace is marked on its overview: long silences, and frames let go together. */

import type { Exchange } from "../../timeline/exchange.ts";
import { inScope, type Scope } from "../../timeline/scope.ts";
import type { Span } from "../../timeline/span.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import { LARGE_BURST, readsOf } from "./exchange-timing.ts";
import { type Burst, Tempo } from "./tempo.ts";

export interface StallMark extends Span {
  /** The event before it. */
  readonly event: number;
  readonly keptAlive: number;
}

export interface PaceMarks {
  readonly stalls: readonly StallMark[];
  readonly bursts: readonly Burst[];
  /** Events that are still to be looked at. */
  readonly left: number;
}

const tempos = new WeakMap<Exchange, Tempo>();

/** The tempo of an exchange, kept for the next time. Only to be advanced to the newest event. */
export function tempoOf(timeline: Timeline, exchange: Exchange): Tempo {
  const known = tempos.get(exchange);
  if (known) return known;
  const tempo = new Tempo(timeline, exchange);
  tempos.set(exchange, tempo);
  return tempo;
}

/** Looks at so many more events at most: of a large run, the marks are there a little later. */
export function paceMarks(timeline: Timeline, scope: Scope, most: number): PaceMarks {
  const n = timeline.lastEvent;
  const stalls: StallMark[] = [];
  const bursts: Burst[] = [];
  let left = 0;
  let room = most;
  for (const exchange of timeline.exchanges) {
    if (!exchange.isStream || !inScope(timeline, scope, exchange.index)) continue;
    const tempo = tempoOf(timeline, exchange);
    const before = tempo.seen;
    tempo.advance(n, room);
    room -= tempo.seen - before;
    left += exchange.events.count - tempo.seen;
    if (tempo.seen < exchange.events.count) continue;
    for (const { after, ms, keptAlive } of tempo.stalls(n)) {
      const from = timeline.events.time.at(after);
      stalls.push({ event: after, from, to: from + ms, keptAlive });
    }
    if (readsOf(tempo, exchange)?.buffered !== true) continue;
    bursts.push(...tempo.bursts.filter(({ frames }) => frames >= LARGE_BURST));
  }
  return { stalls, bursts, left };
}
