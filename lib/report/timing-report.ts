/**
 * Timing in the report: the start of the first turn, preferably one with a recorded request, and
 * the duration of all turns; then the timing of each call and each task. Values are `null` if the
 * log has no times.
 */

import type { Interpretation } from "../dialects/interpretation.ts";
import { getTurnsAt, getTurnsTimeRange, type TurnResult } from "../lint/verdict/turns.ts";
import { countUpToEvent } from "../timeline/event-index.ts";
import type { Exchange } from "../timeline/exchange.ts";
import { isCall } from "../timeline/exchange-queries.ts";
import type { TimeRange } from "../timeline/time-range.ts";
import { toReportTime } from "./exchange-report.ts";
import { type CallTiming, getCallTiming, NO_TIMING } from "./timing/call-timing.ts";
import { type ExchangeTiming, getExchangeTiming } from "./timing/exchange-timing.ts";
import { getEndsByTask, getStateDurations, type StateDuration } from "./timing/state-durations.ts";
import { getTextGrowth } from "./timing/text-growth.ts";

export interface TimingReport extends CallTiming {
  exchanges: ExchangeTiming[];
  tasks: { id: string; states: StateDuration[] | null }[];
}

export function createTimingReport(interpretation: Interpretation, n: number): TimingReport {
  const { timeline } = interpretation;
  const turns = getTurnsAt(timeline, n, interpretation);
  const exchange = getFirstAnswered(turns, n);
  const grown = getTextGrowth(interpretation, n);
  const ends = getEndsByTask(timeline, n);
  return {
    ...(exchange ? getCallTiming(timeline, exchange, n) : NO_TIMING),
    durationMs: exchange ? getDuration(getTurnsTimeRange(timeline, turns, n)) : null,
    exchanges: timeline.exchanges
      .slice(0, countUpToEvent(timeline.exchanges, n))
      .filter(isCall)
      .map((call) => getExchangeTiming(timeline, call, n, grown)),
    tasks: timeline.tasks
      .slice(0, countUpToEvent(timeline.tasks, n))
      .map((task) => ({ id: task.id, states: getStateDurations(timeline, task, n, ends) })),
  };
}

/** The first call of a turn that has a response, preferably one with a recorded request. */
export function getFirstAnswered(turns: readonly TurnResult[], n: number): Exchange | undefined {
  const responded = turns.flatMap(({ exchanges }) =>
    exchanges.filter((exchange) => isCall(exchange) && exchange.events.countAt(n) > 0),
  );
  return responded.find(({ request }) => request !== null) ?? responded[0];
}

function getDuration(span: TimeRange | null): number | null {
  return span && toReportTime(span.to - span.from);
}
