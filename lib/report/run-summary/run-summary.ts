/**
 * Summary of a run, an exchange or a task as of an event: how it ended and why, what the agent
 * answered and did, what it took, and what to do next.
 *
 * Guarantees: every fact has the item, event or exchange that shows it; all are of the same part.
 */

import type { Interpretation } from "../../dialects/interpretation.ts";
import type { TokenCounts } from "../../dialects/token-usage.ts";
import type { MutedRules } from "../../lint/active-problems.ts";
import {
  findLastTask,
  getOutcomeAt,
  selectResponded,
  type TurnResult,
} from "../../lint/verdict/turns.ts";
import { combineTurns, type RunVerdict, type Verdict } from "../../lint/verdict.ts";
import { WAITING_STATES } from "../../protocol/model.ts";
import { joinPartTexts } from "../../protocol/read-parts.ts";
import { shorten } from "../../text/graphemes.ts";
import {
  hasRecordedRequest,
  isLookup,
  isMessageExchange,
} from "../../timeline/exchange-queries.ts";
import { getExchangesTimeRange } from "../../timeline/time-range.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import { toReportTime } from "../exchange-report.ts";
import { type Answer, findAnswer } from "./answer.ts";
import { measureTimes, measureTokens, type SummaryTimes } from "./measures.ts";
import { getNextSteps, type NextStep } from "./next-steps.ts";
import { collectPartProblems, type SummaryProblem } from "./part-problems.ts";
import { collectPart, type PartContent, type SummaryPart } from "./summary-part.ts";
import { findPlan, type PlanSummary, summarizeTools, type ToolsSummary } from "./work.ts";

export interface RunSummary extends SummaryPart {
  /** `null` while in progress. */
  readonly verdict: RunVerdict | null;
  /** The state of the newest task; `null` if it has none. */
  readonly state: string | null;
  /** In order; empty if there is only one. */
  readonly turns: readonly TurnSummary[];
  /** Of the last turn, as is the plan. */
  readonly answer: Answer | null;
  readonly plan: PlanSummary | null;
  readonly tools: ToolsSummary;
  readonly times: SummaryTimes;
  readonly tokens: TokenCounts | null;
  readonly problems: readonly SummaryProblem[];
  readonly nextSteps: readonly NextStep[];
}

export interface TurnSummary {
  /** From 1. */
  readonly number: number;
  /** The ID of the exchange that started it. */
  readonly exchange: string;
  /** The beginning of the user's message; empty if unknown or without text. */
  readonly prompt: string;
  /** `null` while it is in progress. */
  readonly verdict: Verdict | null;
  /** A later turn of the same task counts instead. */
  readonly isSuperseded: boolean;
  readonly durationMs: number | null;
}

export interface SummaryOptions {
  /** The run is still being recorded or read. */
  readonly isGrowing: boolean;
  readonly muted: MutedRules;
}

export function summarizeRun(
  interpretation: Interpretation,
  part: SummaryPart,
  n: number,
  { isGrowing, muted }: SummaryOptions,
): RunSummary {
  const { timeline } = interpretation;
  const content = collectPart(interpretation, part, n, isGrowing);
  const { turns, hasItem, hasRootItem } = content;
  const newest = turns.at(-1);
  const hasEarlier = turns.length > 1;
  const start = hasEarlier && newest ? getEventBefore(newest) : -1;
  const turn = { interpretation, hasItem: hasRootItem, start, n };
  const combined = combineTurns(selectResponded(turns));
  const verdict = isInProgress(content) ? null : combined;
  const task = timeline.tasks[findNewestTask(timeline, content, n)];
  const transition = task?.transitionAt(n);
  const isWaiting = isWaitingState(verdict ? verdict.kind : transition?.state);
  const answer = findAnswer(turn, isWaiting);
  const plan = findPlan(turn);
  const tools = summarizeTools(interpretation, hasItem, n);
  const message = content.rootCalls.findLast(isMessageExchange);
  const resendable = message && hasRecordedRequest(message) ? message.id : null;
  return {
    ...part,
    verdict,
    state: transition?.label ?? null,
    turns: hasEarlier ? describeTurns(timeline, turns, combined, { n, isGrowing }) : [],
    answer,
    plan,
    tools,
    times: measureTimes(timeline, content, plan, answer, n),
    tokens: measureTokens(interpretation, content, n),
    problems: collectPartProblems(interpretation, content, muted, n),
    nextSteps: getNextSteps({ verdict, answer, tools, resendable, hasTask: Boolean(task?.id) }),
  };
}

/** What Loupe looks up does not count, unless it is all there is. */
function isInProgress({ rootCalls, scope, isOpen }: PartContent): boolean {
  return rootCalls.some((one) => (scope !== "all" || !isLookup(one)) && isOpen(one));
}

function isWaitingState(state: string | undefined): boolean {
  return state !== undefined && (WAITING_STATES as ReadonlySet<string>).has(state);
}

function findNewestTask(timeline: Timeline, content: PartContent, n: number): number {
  const { task, turns, rootCalls } = content;
  const newest = turns.at(-1) ?? null;
  if (task !== null || newest) return task ?? newest?.task ?? -1;
  const last = rootCalls.at(-1);
  return last ? findLastTask(timeline, last, n) : -1;
}

function getEventBefore({ turn, exchange }: TurnResult): number {
  return turn?.eventBefore ?? exchange.firstEvent;
}

function describeTurns(
  timeline: Timeline,
  turns: readonly TurnResult[],
  combined: RunVerdict,
  { n, isGrowing }: { readonly n: number; readonly isGrowing: boolean },
): TurnSummary[] {
  const responded = selectResponded(turns);
  return turns.map((result, i): TurnSummary => {
    const { turn, exchange, exchanges } = result;
    const range = getExchangesTimeRange(timeline, exchanges, n);
    const message = turn?.messageAt(n) ?? exchange.request?.message;
    return {
      number: i + 1,
      exchange: exchange.id,
      prompt: shorten(joinPartTexts(message?.parts ?? []).trim(), PROMPT_LENGTH),
      durationMs: range && toReportTime(range.to - range.from),
      verdict: getOutcomeAt(result, n, isGrowing),
      isSuperseded: combined.turns?.[responded.indexOf(result)]?.superseded ?? false,
    };
  });
}

const PROMPT_LENGTH = 200;
