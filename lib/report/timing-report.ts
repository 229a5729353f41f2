/**
 * Times in the report: how the first turn began, one whose request was kept before others, and how
 * long all turns took; then of each call and each task. `null` without times.
 */

import type { DialectReading } from "../dialects/reading.ts";
import { spanOfTurns, type Turn, turnsAt } from "../lint/verdict/turns.ts";
import type { Exchange } from "../timeline/exchange.ts";
import { isCall } from "../timeline/read.ts";
import type { Span } from "../timeline/span.ts";
import { bornBy } from "../timeline/track.ts";
import { knownTime } from "./exchange-report.ts";
import { type CallTiming, callTiming, NO_TIMES } from "./timing/call-timing.ts";
import { type ExchangeTiming, timingOfExchange } from "./timing/exchange-timing.ts";
import { growthUntil } from "./timing/growth.ts";
import { endsByTask, type StateTime, stateTimes } from "./timing/states.ts";

export interface TimingReport extends CallTiming {
  exchanges: ExchangeTiming[];
  tasks: { id: string; states: StateTime[] | null }[];
}

export function timingReport(reading: DialectReading, n: number): TimingReport {
  const { timeline } = reading;
  const turns = turnsAt(timeline, n, reading);
  const exchange = getFirstAnswered(turns, n);
  const grown = growthUntil(reading, n);
  const ends = endsByTask(timeline, n);
  return {
    ...(exchange ? callTiming(timeline, exchange, n) : NO_TIMES),
    durationMs: exchange ? durationOf(spanOfTurns(timeline, turns, n)) : null,
    exchanges: timeline.exchanges
      .slice(0, bornBy(timeline.exchanges, n))
      .filter(isCall)
      .map((call) => timingOfExchange(timeline, call, n, grown)),
    tasks: timeline.tasks
      .slice(0, bornBy(timeline.tasks, n))
      .map((task) => ({ id: task.id, states: stateTimes(timeline, task, n, ends) })),
  };
}

/** The exchange that says how the run began: of a turn, and one that was answered. */
export function getFirstAnswered(turns: readonly Turn[], n: number): Exchange | undefined {
  const answered = turns.flatMap(({ exchanges }) =>
    exchanges.filter((exchange) => isCall(exchange) && exchange.events.countAt(n) > 0),
  );
  return answered.find(({ request }) => request !== null) ?? answered[0];
}

function durationOf(span: Span | null): number | null {
  return span && knownTime(span.to - span.from);
}
