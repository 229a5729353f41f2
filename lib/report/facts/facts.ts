/**
 * The facts of a run, an exchange or a task as of an event: how it ended and why, the agent's answer,
 * plan and tool calls, its durations and tokens. The screen, the reports as text, JSON and Markdown, and
 * the operations for coding agents print these facts.
 *
 * Guarantees: all facts are of the same part and of the same event; each has the item, event or
 * exchange that shows it.
 */

import type { Interpretation } from "../../dialects/interpretation.ts";
import type { TokenCounts } from "../../dialects/token-usage.ts";
import type { MutedRules } from "../../lint/active-problems.ts";
import {
  findLastTask,
  getOutcomeAt,
  getTurnTimeRange,
  type TurnResult,
} from "../../lint/verdict/turns.ts";
import { hasOpenStream } from "../../lint/verdict/verdict-words.ts";
import { combineTurns, type RunVerdict, type Verdict } from "../../lint/verdict.ts";
import { WAITING_STATES } from "../../protocol/model.ts";
import { joinPartTexts } from "../../protocol/read-parts.ts";
import { shorten } from "../../text/graphemes.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import { hasRecordedRequest, isCall, isMessageExchange } from "../../timeline/exchange-queries.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import { toDuration } from "../exchange-report.ts";
import { findFirstToken } from "../timing/call-timing.ts";
import { type Answer, findAnswer } from "./answer.ts";
import {
  type AnswerTimes,
  measureAnswer,
  measureDurations,
  measureTokens,
  type PartDurations,
} from "./measures.ts";
import { getNextSteps, type NextStep } from "./next-steps.ts";
import {
  collectPart,
  collectPartProblems,
  type PartContent,
  type ProblemFact,
  type Progress,
  type RunPart,
} from "./part.ts";
import { findPlan, type PlanSummary, summarizeTools, type ToolsSummary } from "./work.ts";

export interface Facts extends RunPart, PartDurations {
  /** What all that came so far shows, as if nothing followed. */
  readonly verdict: RunVerdict;
  /** The verdict; `null` while more follows. */
  readonly outcome: RunVerdict | null;
  /** More may follow although the task completed: its stream stayed open. */
  readonly isStreamOpen: boolean;
  /** The ID of the newest task, empty if it has none; `null` without a task. */
  readonly taskId: string | null;
  /** Its state, in the agent's words. */
  readonly state: string | null;
  readonly contextId: string | null;
  readonly events: number;
  /** The ID of the first call with a response, if possible of one whose request was recorded. */
  readonly firstCall: string | null;
  /** From its request to its first token. */
  readonly firstTokenMs: number | null;
  /** `null` if unknown for this part alone. */
  readonly tokens: TokenCounts | null;
}

/** The facts with the content of the turns, for who has room for it. */
export interface RunFacts extends Facts {
  /** In order; empty if there is only one. */
  readonly turns: readonly TurnSummary[];
  /** Of the last turn, as are the plan and the times. */
  readonly answer: Answer | null;
  readonly plan: PlanSummary | null;
  readonly times: AnswerTimes;
  readonly tools: ToolsSummary;
  readonly problems: readonly ProblemFact[];
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

export function getFacts(
  interpretation: Interpretation,
  part: RunPart,
  n: number,
  progress: Progress,
): Facts {
  return describePart(interpretation, collectPart(interpretation, part, n, progress), n);
}

export function getRunFacts(
  interpretation: Interpretation,
  part: RunPart,
  n: number,
  { muted, ...progress }: Progress & { readonly muted: MutedRules },
): RunFacts {
  const { timeline } = interpretation;
  const content = collectPart(interpretation, part, n, progress);
  const facts = describePart(interpretation, content, n);
  const { turns, hasItem, hasRootItem, rootCalls } = content;
  const newest = turns.at(-1);
  const hasEarlier = turns.length > 1;
  const start = hasEarlier && newest ? getEventBefore(newest) : -1;
  const turn = { interpretation, hasItem: hasRootItem, start, n };
  const { outcome, taskId } = facts;
  const task = timeline.tasks[findNewestTask(timeline, content, n)];
  const isWaiting = isWaitingState(outcome ? outcome.kind : task?.transitionAt(n)?.state);
  const answer = findAnswer(turn, isWaiting);
  const plan = findPlan(turn);
  const tools = summarizeTools(interpretation, hasItem, n);
  const message = rootCalls.findLast(isMessageExchange);
  const resendable = message && hasRecordedRequest(message) ? message.id : null;
  return {
    ...facts,
    turns: hasEarlier ? describeTurns(timeline, content, facts.verdict, { n, ...progress }) : [],
    answer,
    plan,
    times: measureAnswer(timeline, content, plan, answer, n),
    tools,
    problems: collectPartProblems(interpretation, content, muted, n),
    nextSteps: getNextSteps({
      verdict: outcome,
      answer,
      tools,
      resendable,
      hasTask: Boolean(taskId),
    }),
  };
}

function describePart(interpretation: Interpretation, content: PartContent, n: number): Facts {
  const { timeline } = interpretation;
  const { scope, turns, judged, rootCalls, isInProgress, isQuiet } = content;
  const exchange = turns.at(-1)?.exchange ?? rootCalls.at(-1);
  const task = timeline.tasks[findNewestTask(timeline, content, n)];
  const first = findFirstAnswered(content, n);
  const verdict = combineTurns(judged);
  return {
    scope,
    task: content.task,
    verdict,
    outcome: isInProgress ? null : verdict,
    isStreamOpen: isInProgress && isQuiet && hasOpenStream(verdict),
    taskId: task?.id ?? null,
    state: task?.transitionAt(n)?.label ?? null,
    contextId:
      task?.contexts.at(n) ?? (exchange ? getExchangeContext(timeline, exchange, n) : null),
    events: content.exchanges.reduce((sum, { events }) => sum + events.countAt(n), 0),
    ...measureDurations(timeline, content, n),
    firstCall: first?.id ?? null,
    firstTokenMs: first && findFirstToken(timeline, first, n),
    tokens: measureTokens(interpretation, content, n),
  };
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

/** The first call that has a response, preferably one with a recorded request. */
function findFirstAnswered({ judged }: PartContent, n: number): Exchange | null {
  const responded = judged.flatMap(({ exchanges }) =>
    exchanges.filter((exchange) => isCall(exchange) && exchange.events.countAt(n) > 0),
  );
  return responded.find(({ request }) => request !== null) ?? responded[0] ?? null;
}

/** The context of an exchange without a task: of its request, else of its reply. */
export function getExchangeContext(
  { entries, events, lastEvent }: Timeline,
  exchange: Exchange,
  n = lastEvent,
): string | null {
  const sent = exchange.request?.message?.contextId ?? null;
  const reply = exchange.replies.lastAt(n);
  if (sent !== null || reply === null) return sent;
  const entry = entries[events.entry.at(reply)];
  return entry?.kind === "message" ? entry.message.message.contextId : null;
}

function getEventBefore({ turn, exchange }: TurnResult): number {
  return turn?.eventBefore ?? exchange.firstEvent;
}

function describeTurns(
  timeline: Timeline,
  { turns, judged }: PartContent,
  combined: RunVerdict,
  { n, isGrowing }: { readonly n: number; readonly isGrowing: boolean },
): TurnSummary[] {
  return turns.map((result, i): TurnSummary => {
    const { turn, exchange } = result;
    const message = turn?.messageAt(n) ?? exchange.request?.message;
    return {
      number: i + 1,
      exchange: exchange.id,
      prompt: shorten(joinPartTexts(message?.parts ?? []).trim(), PROMPT_LENGTH),
      durationMs: toDuration(getTurnTimeRange(timeline, result, n)),
      verdict: getOutcomeAt(result, n, isGrowing),
      isSuperseded: combined.turns?.[judged.indexOf(result)]?.superseded ?? false,
    };
  });
}

const PROMPT_LENGTH = 200;
