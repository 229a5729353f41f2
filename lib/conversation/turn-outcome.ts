/** The outcome of a turn as of an event: whether it is in progress, how it ended, and since when. */

import type { Interpretation } from "../dialects/interpretation.ts";
import { getExchangeVerdict } from "../lint/verdict/exchange-verdict.ts";
import { canReplaceVerdict, findLastTask } from "../lint/verdict/turns.ts";
import type { Verdict, VerdictKind } from "../lint/verdict/verdict-model.ts";
import { TERMINAL_STATES, WAITING_STATES } from "../protocol/model.ts";
import type { Exchange } from "../timeline/exchange.ts";
import type { TaskLane } from "../timeline/task.ts";
import { getExchangesTimeRange } from "../timeline/time-range.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { type ConversationTurn, getUserMessage } from "./conversation.ts";

export interface TurnOutcome {
  /** `null` while the turn is in progress. */
  readonly verdict: Verdict | null;
  /** The state of its task; `null` if it has none. */
  readonly state: string | null;
  /** The user has replied to the agent's question, in a later turn. */
  readonly isReplied: boolean;
  readonly task: TaskLane | null;
  readonly contextId: string | null;
  /** In milliseconds; NaN if the log has no times. */
  readonly duration: number;
}

/** `isOpen`: more may come after event `n`. */
export function getTurnOutcomeAt(
  interpretation: Interpretation,
  turn: ConversationTurn,
  n: number,
  isOpen: boolean,
): TurnOutcome {
  const { timeline } = interpretation;
  const exchanges = turn.exchangesAt(n);
  const task = findTask(timeline, exchanges, n);
  const verdict = findVerdict(interpretation, exchanges, n);
  const isInProgress =
    isOpen &&
    PENDING_KINDS.has(verdict?.kind ?? "empty") &&
    exchanges.some((it) => isOpenAt(it, n));
  const range = getExchangesTimeRange(timeline, exchanges, n);
  return {
    verdict: isInProgress ? null : verdict,
    state: task?.transitionAt(n)?.label ?? null,
    isReplied: verdict !== null && WAITING_KINDS.has(verdict.kind) && turn.isContinuedAt(n),
    task,
    contextId: task?.contexts.at(n) ?? getAskedContext(turn, n),
    duration: range ? range.to - turn.time : Number.NaN,
  };
}

const WAITING_KINDS: ReadonlySet<string> = WAITING_STATES;
const FINISHED_KINDS: ReadonlySet<string> = new Set([...TERMINAL_STATES, ...WAITING_STATES]);

/** Verdicts of an exchange that has not ended, but might be about to. */
const PENDING_KINDS: ReadonlySet<VerdictKind> = new Set([
  "answered",
  "empty",
  "ended-while-working",
  "not-a2a",
  "unknown-state",
]);

function isOpenAt(exchange: Exchange, n: number): boolean {
  return !exchange.open.record.inbound && !exchange.endAt(n) && !exchange.isTruncatedAt(n);
}

function findTask(timeline: Timeline, exchanges: readonly Exchange[], n: number): TaskLane | null {
  for (const exchange of exchanges) {
    const task = timeline.tasks[findLastTask(timeline, exchange, n)];
    if (task) return task;
  }
  return null;
}

/** How many of the newest follow-ups can change how a turn ended. */
const MAX_FOLLOW_UPS = 8;

/** The verdict of the exchange that started the turn, unless one that followed up on it has news. */
function findVerdict(
  interpretation: Interpretation,
  [first, ...others]: readonly Exchange[],
  n: number,
): Verdict | null {
  if (!first) return null;
  const { timeline } = interpretation;
  let verdict = getExchangeVerdict(timeline, first, n, interpretation);
  for (const exchange of others.slice(-MAX_FOLLOW_UPS)) {
    const later = getExchangeVerdict(timeline, exchange, n, interpretation);
    if (FINISHED_KINDS.has(later.kind) && canReplaceVerdict(later, verdict)) verdict = later;
  }
  return verdict;
}

function getAskedContext({ asks }: ConversationTurn, n: number): string | null {
  const [first] = asks;
  if (!first || first.firstEvent > n) return null;
  return getUserMessage(first)?.message.contextId ?? null;
}
