/**
 * Times in the report: of the first exchange that streamed or answered, one whose request was kept
 * before others, then of each call and each task; `null` without times.
 */

import type { DialectReading } from "../dialects/reading.ts";
import { isCall } from "../timeline/read.ts";
import { bornBy } from "../timeline/track.ts";
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
  const answered = timeline.exchanges.filter(({ events }) => events.countAt(n) > 0);
  const exchange = answered.find(({ request }) => request !== null) ?? answered.find(isCall);
  const grown = growthUntil(reading, n);
  const ends = endsByTask(timeline, n);
  return {
    ...(exchange ? callTiming(timeline, exchange, n) : NO_TIMES),
    exchanges: timeline.exchanges
      .slice(0, bornBy(timeline.exchanges, n))
      .filter(isCall)
      .map((call) => timingOfExchange(timeline, call, n, grown)),
    tasks: timeline.tasks
      .slice(0, bornBy(timeline.tasks, n))
      .map((task) => ({ id: task.id, states: stateTimes(timeline, task, n, ends) })),
  };
}
