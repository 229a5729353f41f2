/**
 * The turns of a run: each message to an agent, with the exchanges that followed up on its task. A
 * call that an agent made for another call is a part of that call, and no turn.
 * Getting or listing tasks and fetching cards are lookups. A lookup is not a turn: it may update a
 * turn whose task is in progress, but never changes how a turn ended.
 */

import type { Interpretation } from "../../dialects/interpretation.ts";
import { TERMINAL_STATES, WAITING_STATES } from "../../protocol/model.ts";
import { countUpToEvent } from "../../timeline/event-index.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import { type ExchangeRole, getExchangeRole, isCall } from "../../timeline/exchange-queries.ts";
import { getExchangesTimeRange, type TimeRange } from "../../timeline/time-range.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import { getExchangeVerdict } from "./exchange-verdict.ts";
import type { Verdict } from "./verdict-model.ts";

export interface Turn {
  /** The exchange that started the turn. */
  readonly exchange: Exchange;
  /** The index of its task; −1 if it has none. */
  readonly task: number;
  readonly verdict: Verdict;
  /** The exchange that started the turn, and those that updated it. */
  readonly exchanges: readonly Exchange[];
}

interface JudgedExchange {
  readonly exchange: Exchange;
  readonly role: ExchangeRole;
  readonly task: number;
  readonly verdict: Verdict;
}

/** The turns as of event `n`, in the order they started. */
export function getTurnsAt(timeline: Timeline, n: number, interpretation?: Interpretation): Turn[] {
  const exchanges = timeline.callTree.listUserCalls(
    timeline.exchanges.slice(0, countUpToEvent(timeline.exchanges, n)),
    n,
  );
  const calls = exchanges.filter(
    (exchange) => isCall(exchange) || isFinishingNotification(timeline, exchange, n),
  );
  const candidates = calls.length > 0 ? calls : exchanges;
  const responded = candidates.filter((exchange) => !hasNoResponse(exchange, n));
  const judged = (responded.length > 0 ? responded : candidates).map(
    (exchange): JudgedExchange => ({
      exchange,
      role: getExchangeRole(exchange),
      task: findLastTask(timeline, exchange, n),
      verdict: getExchangeVerdict(timeline, exchange, n, interpretation),
    }),
  );
  const turns = collectTurns(judged);
  return turns.length > 0 ? turns : collectLookups(judged);
}

/** From the first request to the last update; lookups do not extend it. */
export function getTurnsTimeRange(
  timeline: Timeline,
  turns: readonly Turn[],
  n: number,
): TimeRange | null {
  const exchanges = turns.flatMap((turn) => turn.exchanges);
  return getExchangesTimeRange(timeline, exchanges, n);
}

function collectTurns(judged: readonly JudgedExchange[]): Turn[] {
  const turns: Turn[] = [];
  /** By task, the index of its newest turn. */
  const byTask = new Map<number, number>();
  for (const one of judged) {
    const at = one.role === "turn" ? undefined : byTask.get(one.task);
    const turn = at === undefined ? undefined : turns[at];
    if (at !== undefined && turn) {
      if (isVerdictChange(one, turn.verdict)) turns[at] = addNews(turn, one);
      continue;
    }
    if (!isTurnStart(one)) continue;
    if (one.task >= 0) byTask.set(one.task, turns.length);
    turns.push({ ...one, exchanges: [one.exchange] });
  }
  const speaking = turns.filter(
    ({ verdict, exchange }) => verdict.kind !== "answered" || exchange.request?.operation != null,
  );
  return speaking.length > 0 ? speaking : turns;
}

/** Resuming or canceling a task of another recording is a turn if the agent knew the task. */
function isTurnStart({ role, exchange }: JudgedExchange): boolean {
  return role === "turn" || (role === "follow-up" && exchange.tasks.length > 0);
}

/** In a run of lookups only, the newest lookup of each task counts. */
function collectLookups(judged: readonly JudgedExchange[]): Turn[] {
  const lasting = judged.filter(
    ({ task, verdict }, i) =>
      task < 0 ||
      !judged
        .slice(i + 1)
        .some((later) => later.task === task && canReplaceVerdict(later.verdict, verdict)),
  );
  const speaking = lasting.filter(({ verdict: { kind } }) => kind !== "answered");
  return (speaking.length > 0 ? speaking : lasting).map((one) => ({
    ...one,
    exchanges: [one.exchange],
  }));
}

function addNews(turn: Turn, { verdict, exchange }: JudgedExchange): Turn {
  return { ...turn, verdict, exchanges: [...turn.exchanges, exchange] };
}

/** Whether a follow-up or a lookup changes the verdict of a turn. */
function isVerdictChange({ role, verdict }: JudgedExchange, before: Verdict): boolean {
  if (role === "other" || !canReplaceVerdict(verdict, before)) return false;
  const isFinished = FINISHED_KINDS.has(verdict.kind);
  const isOther = verdict.kind !== before.kind;
  // A terminal state is final; only the task's own streams can report a different one.
  if (TERMINAL_KINDS.has(before.kind)) return role === "follow-up" && isFinished && isOther;
  if (role === "follow-up") return isOther || verdict.kind !== "answered";
  return isOther && (isFinished || verdict.kind === "answered");
}

/** Whether a later verdict on the same task replaces an earlier one. */
export function canReplaceVerdict(later: Verdict, earlier: Verdict): boolean {
  if (later.kind === "rpc-error" || later.kind === "http-error") return false;
  // A task that is still working does not repair a broken stream.
  return later.kind !== "answered" || earlier.clean;
}

const TERMINAL_KINDS: ReadonlySet<string> = TERMINAL_STATES;
const FINISHED_KINDS: ReadonlySet<string> = new Set([...TERMINAL_STATES, ...WAITING_STATES]);

/** A notification counts as a response if it reports a terminal or waiting state. */
function isFinishingNotification(timeline: Timeline, exchange: Exchange, n: number): boolean {
  if (!exchange.open.record.inbound || exchange.rejectionReason !== null) return false;
  return FINISHED_KINDS.has(getExchangeVerdict(timeline, exchange, n).kind);
}

/** Whether the exchange is open and has no response yet, so that it has no verdict. */
function hasNoResponse(exchange: Exchange, n: number): boolean {
  const hasFailed = (exchange.headAt(n)?.status ?? 0) >= 400;
  const isOver = exchange.endAt(n) !== null || exchange.isTruncatedAt(n) || hasFailed;
  return !isOver && exchange.events.countAt(n) === 0;
}

/** The task of an exchange: the last one in its events, otherwise the one in its request. */
export function findLastTask(timeline: Timeline, exchange: Exchange, n: number): number {
  const lastTask = exchange.tasks[countUpToEvent(exchange.tasks, n) - 1];
  if (lastTask) return lastTask.task;
  const candidates = timeline.taskByKey.get(exchange.request?.taskId ?? "");
  return candidates && candidates.firstEvent <= n ? candidates.index : -1;
}
