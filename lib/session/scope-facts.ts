/** Summary of the shown part of a run; every value refers to that part alone. */

import type { Interpretation } from "../dialects/interpretation.ts";
import type { TokenCounts } from "../dialects/token-usage.ts";
import { getExchangeVerdict } from "../lint/verdict/exchange-verdict.ts";
import { findLastTask, getTurnsAt, getTurnsTimeRange } from "../lint/verdict/turns.ts";
import { combineTurns, type RunVerdict } from "../lint/verdict.ts";
import { getExchangeTokens } from "../report/run-summary/measures.ts";
import { findFirstToken } from "../report/timing/call-timing.ts";
import { getFirstAnswered } from "../report/timing-report.ts";
import type { Exchange } from "../timeline/exchange.ts";
import { isCall, isLookup } from "../timeline/exchange-queries.ts";
import { countScopeEvents, isExchangeInScope, type Scope } from "../timeline/scope.ts";
import type { TaskLane } from "../timeline/task.ts";
import { getActiveTime, getExchangesTimeRange, getScopeTimeRange } from "../timeline/time-range.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { Run } from "./run.ts";
import { isInProgress } from "./run-selectors.ts";

interface ScopeFacts {
  /** `null` while in progress. */
  readonly verdict: RunVerdict | null;
  readonly events: number;
  readonly durationMs: number | null;
  /** The same without the idle time between exchanges. */
  readonly activeMs: number | null;
  /** Since the first request. */
  readonly firstTokenMs: number | null;
  /** The last task of the scope. */
  readonly task: TaskLane | null;
  readonly contextId: string | null;
  /** The tokens used; `null` if unknown for this part alone. */
  readonly tokens: TokenCounts | null;
}

export function getScopeFacts(
  interpretation: Interpretation,
  scope: Scope,
  isInProgress: boolean,
): ScopeFacts {
  const { timeline } = interpretation;
  const n = timeline.lastEvent;
  const events = countScopeEvents(timeline, scope);
  const exchange = scope === "all" ? undefined : timeline.exchanges[scope];
  if (exchange) {
    return {
      ...getExchangeFacts(timeline, exchange),
      verdict: isInProgress ? null : getExchangeVerdict(timeline, exchange, n, interpretation),
      events,
      durationMs: getDuration(getScopeTimeRange(timeline, scope)),
      activeMs: getActiveTime(timeline, [exchange], n),
      firstTokenMs: findFirstToken(timeline, exchange, n),
      tokens: getExchangeTokens(interpretation.usage, exchange, n),
    };
  }
  const tokens = interpretation.usage.usageAt(n)?.all ?? null;
  if (isInProgress) {
    const calls = timeline.callTree
      .listUserCalls(timeline.exchanges, n)
      .filter((one) => isCall(one) && !isLookup(one));
    const first = calls.find((one) => one.events.count > 0);
    return {
      ...getExchangeFacts(timeline, calls.at(-1)),
      verdict: null,
      events,
      durationMs: getDuration(
        getExchangesTimeRange(timeline, calls, n) ?? getScopeTimeRange(timeline, scope),
      ),
      activeMs: getActiveTime(timeline, calls, n),
      firstTokenMs: first ? findFirstToken(timeline, first, n) : null,
      tokens,
    };
  }
  const turns = getTurnsAt(timeline, n, interpretation);
  const first = getFirstAnswered(turns, n);
  const shown = turns.some((turn) => isExchangeInScope(timeline, scope, turn.exchange.index));
  return {
    ...getExchangeFacts(timeline, turns.at(-1)?.exchange),
    verdict: combineTurns(turns),
    events,
    durationMs: getDuration(
      shown ? getTurnsTimeRange(timeline, turns, n) : getScopeTimeRange(timeline, scope),
    ),
    activeMs: getActiveTime(
      timeline,
      shown ? turns.flatMap(({ exchanges }) => exchanges) : timeline.exchanges,
      n,
    ),
    firstTokenMs: first ? findFirstToken(timeline, first, n) : null,
    tokens,
  };
}

/** Can the verdict of the scope still change? An agent lookup in progress does not change it. */
export function isScopeInProgress(run: Run, scope: Scope): boolean {
  const { live, phase, timeline } = run;
  if (!live || phase.kind === "reading") return isInProgress(run);
  if (scope !== "all") return timeline.exchanges[scope]?.end === null;
  const open = timeline.exchanges.filter(({ end }) => end === null);
  return open.length === 0 || !open.every(isLookup);
}

/** The task and context of an exchange. */
function getExchangeFacts(
  timeline: Timeline,
  exchange: Exchange | undefined,
): Pick<ScopeFacts, "task" | "contextId"> {
  if (!exchange) return { task: null, contextId: null };
  const task = timeline.tasks[findLastTask(timeline, exchange, timeline.lastEvent)] ?? null;
  return { task, contextId: task?.contexts.latest ?? getExchangeContext(timeline, exchange) };
}

/** The context of an exchange without a task: of its request, else of its reply. */
export function getExchangeContext(
  { entries, events }: Timeline,
  exchange: Exchange,
): string | null {
  const sent = exchange.request?.message?.contextId ?? null;
  if (sent !== null || exchange.replies.count === 0) return sent;
  const entry = entries[events.entry.at(exchange.replies.last)];
  return entry?.kind === "message" ? entry.message.message.contextId : null;
}

function getDuration(span: { readonly from: number; readonly to: number } | null): number | null {
  return span && span.to - span.from;
}
