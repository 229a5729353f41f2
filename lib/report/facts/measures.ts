/** What a part of a run took, as of an event: times and tokens. */

import type { Interpretation } from "../../dialects/interpretation.ts";
import type { TokenCounts } from "../../dialects/token-usage.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import { getActiveTime, getExchangesTimeRange } from "../../timeline/time-range.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import { toDuration, toReportTime } from "../exchange-report.ts";
import { getTimeSinceRequest } from "../timing/call-timing.ts";
import type { Answer } from "./answer.ts";
import type { PartContent } from "./part.ts";
import type { PlanSummary } from "./work.ts";

/** How long a part lasted; `null` if the log has no times. */
export interface PartDurations {
  /** From the first request of a turn to the last update; lookups do not extend it. */
  readonly durationMs: number | null;
  /** The part of it in which a turn was in progress. */
  readonly activeMs: number | null;
}

export function measureDurations(
  timeline: Timeline,
  { judged, exchanges }: PartContent,
  n: number,
): PartDurations {
  const own = judged.flatMap((turn) => turn.exchanges);
  const called = own.length === 0 ? exchanges : own;
  const active = getActiveTime(timeline, called, n);
  return {
    durationMs: toDuration(getExchangesTimeRange(timeline, called, n)),
    activeMs: active === null ? null : toReportTime(active),
  };
}

/** Times since the request of the last turn are `null` if that was not recorded. */
export interface AnswerTimes {
  /** The IDs of the exchange that began the last turn, and of the one that ended last. */
  readonly begun: string | null;
  readonly ended: string | null;
  readonly firstByteMs: number | null;
  /** The first token of the plan, and of the answer. */
  readonly planMs: number | null;
  readonly answerMs: number | null;
}

export function measureAnswer(
  timeline: Timeline,
  { turns, judged, exchanges }: PartContent,
  plan: PlanSummary | null,
  answer: Answer | null,
  n: number,
): AnswerTimes {
  const first = turns.at(-1)?.exchange ?? exchanges.at(-1);
  const since = (event: number) =>
    first && event >= 0 && event > first.firstEvent
      ? getTimeSinceRequest(first, timeline.events.time.at(event))
      : null;
  const hasByte = first !== undefined && first.events.countAt(n) > 0;
  return {
    begun: first?.id ?? null,
    ended: judged.at(-1)?.exchanges.at(-1)?.id ?? exchanges.at(-1)?.id ?? null,
    firstByteMs: hasByte ? getTimeSinceRequest(first, first.firstByteTime) : null,
    planMs: plan && since(plan.firstEvent),
    answerMs: answer && since(answer.firstEvent),
  };
}

/** The tokens that agents reported for a part; `null` if unknown for this part alone. */
export function measureTokens(
  { usage }: Interpretation,
  { scope, task, exchanges }: PartContent,
  n: number,
): TokenCounts | null {
  const [exchange] = exchanges;
  if (scope !== "all") return exchange ? getExchangeTokens(usage, exchange, n) : null;
  const used = usage.usageAt(n);
  return (task === null ? used?.all : used?.tasks.get(task)) ?? null;
}

/** Usage is a running total, so it belongs to an exchange only if no other one overlaps. */
function getExchangeTokens(
  usage: Interpretation["usage"],
  { events }: Exchange,
  n: number,
): TokenCounts | null {
  const last = events.lastAt(n);
  if (last === null) return null;
  const first = events.at(0);
  const after = usage.usageAt(last)?.all;
  if (!after || last - first + 1 !== events.countAt(n)) return null;
  const before = usage.usageAt(first - 1)?.all ?? { prompt: 0, output: 0, total: 0 };
  const total = after.total - before.total;
  if (total <= 0) return null;
  return { prompt: after.prompt - before.prompt, output: after.output - before.output, total };
}
