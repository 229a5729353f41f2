/**
 * How the turns of a run ended, as of an event. Everything that says how a turn went reads it here:
 * the verdict of the run, its summary, the conversation, the headers of rows and the library.
 *
 * A turn ends as its first exchange did, unless one that followed up on it or looked it up has news.
 * A lookup never changes how a turn ended. A call that an agent made for another call is a part of
 * that call, and no turn of the run.
 */

import type { Interpretation } from "../../dialects/interpretation.ts";
import { TERMINAL_STATES, WAITING_STATES } from "../../protocol/model.ts";
import { countUpToEvent } from "../../timeline/event-index.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import { getExchangeRole, isCall, isOpenAt } from "../../timeline/exchange-queries.ts";
import { getExchangesTimeRange, type TimeRange } from "../../timeline/time-range.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import type { Turn } from "../../timeline/turns.ts";
import { omitOpenStream } from "./caveats.ts";
import { getExchangePart } from "./exchange-part.ts";
import { getExchangeVerdict } from "./exchange-verdict.ts";
import type { Verdict, VerdictKind } from "./verdict-model.ts";

/** A turn and how it ended so far. In a run without turns, a lookup. */
export interface TurnResult {
  /** `null` for a lookup, or where only one exchange is judged. */
  readonly turn: Turn | null;
  /** A turn without a response waits for one, or the log ends there. */
  readonly hasResponse: boolean;
  /** The exchange that started the turn. */
  readonly exchange: Exchange;
  /** The index of its task; −1 if it has none. */
  readonly task: number;
  readonly verdict: Verdict;
  /** The exchange that started the turn, and those that updated it. */
  readonly exchanges: readonly Exchange[];
}

/** The turns that say how the run ended: those with a response, or all if none has. */
export function getTurnsAt(
  timeline: Timeline,
  n: number,
  interpretation?: Interpretation,
): readonly TurnResult[] {
  return selectResponded(getAllTurnsAt(timeline, n, interpretation));
}

export function selectResponded(results: readonly TurnResult[]): readonly TurnResult[] {
  const responded = results.filter(({ hasResponse }) => hasResponse);
  return responded.length > 0 ? responded : results;
}

/** All turns in the order they started; the lookups of a run without turns. */
export function getAllTurnsAt(
  timeline: Timeline,
  n: number,
  interpretation?: Interpretation,
): readonly TurnResult[] {
  const turns = listTurnsAt(timeline, n);
  if (turns.length === 0) return collectLookups(timeline, n, interpretation);
  return turns.map((turn) => getTurnResultAt(timeline, turn, n, interpretation));
}

/** The turns of the run as of event `n`, with those that have no response yet. */
export function listTurnsAt(timeline: Timeline, n: number): readonly Turn[] {
  const { callTree, turns } = timeline;
  const own = turns.listAt(n).filter(({ exchange }) => callTree.isUserCall(exchange, n));
  const messages = own.filter((turn) => !isNoMessageAt(timeline, turn, n));
  return messages.length > 0 ? messages : own;
}

/** What cannot be read as a message was none if what came for it is no response to one. */
function isNoMessageAt(timeline: Timeline, turn: Turn, n: number): boolean {
  const mayBeOther = turn.exchange.request?.operation == null && turn.messageAt(n) === null;
  return mayBeOther && getTurnResultAt(timeline, turn, n).verdict.kind === "answered";
}

/** How a turn, or a group of lookups, ended as of event `n`. */
export function getTurnResultAt(
  timeline: Timeline,
  turn: Turn,
  n: number,
  interpretation?: Interpretation,
): TurnResult {
  const { first, others } = listJudgedExchanges(timeline, turn, n);
  const part = first === turn.exchange ? getExchangePart(turn, n) : null;
  const task = turn.lastTaskAt(n);
  let verdict = getExchangeVerdict(timeline, first, n, interpretation, part);
  const exchanges = first === turn.exchange ? [first] : [turn.exchange, first];
  for (const exchange of others) {
    if (!mayBringNews(turn, exchange, verdict)) continue;
    const later = getExchangeVerdict(timeline, exchange, n, interpretation);
    if (!isVerdictChange(turn, exchange, { later, before: verdict, n })) continue;
    verdict = later;
    exchanges.push(exchange);
  }
  return {
    turn,
    hasResponse: !hasNoResponse(first, n),
    exchange: turn.exchange,
    task: task < 0 ? findLastTask(timeline, first, n) : task,
    verdict,
    exchanges,
  };
}

/** The exchanges of a turn that say how it ended: the one that began it, and those with news. */
function listJudgedExchanges(
  timeline: Timeline,
  turn: Turn,
  n: number,
): { readonly first: Exchange; readonly others: readonly Exchange[] } {
  const { callTree } = timeline;
  const isOfRun = callTree.isUserCall(turn.exchange, n);
  const [first = turn.exchange, ...others] = turn
    .exchangesAt(n)
    .filter(
      (exchange) => !(hasNoResponse(exchange, n) || (isOfRun && !callTree.isUserCall(exchange, n))),
    );
  return {
    first,
    others: others.filter(
      (exchange) => !exchange.open.record.inbound || isFinishingNotification(timeline, exchange, n),
    ),
  };
}

/**
 * How a turn ended; `null` while it is in progress. What the agent reported counts at once. What only
 * the end of an exchange shows counts when nothing more follows, or may follow if the run grows.
 */
export function getOutcomeAt(
  { turn, exchanges, verdict }: TurnResult,
  n: number,
  isGrowing: boolean,
): Verdict | null {
  const isPending = PENDING_KINDS.has(verdict.kind);
  if (!isPending && verdict.caveats.length === 0) return verdict;
  const isOpen = (turn?.exchangesAt(n) ?? exchanges).some((exchange) =>
    isOpenAt(exchange, n, isGrowing),
  );
  if (!isOpen) return verdict;
  return isPending ? null : omitOpenStream(verdict);
}

/** Verdicts of an exchange that may only be about to end otherwise. */
const PENDING_KINDS: ReadonlySet<VerdictKind> = new Set([
  "answered",
  "empty",
  "ended-while-working",
  "mixed",
  "not-a2a",
  "unknown-state",
]);

/**
 * From the message of a turn to the last update or end of the exchanges that say how it ended; lookups
 * do not extend it. Of several turns in one exchange, each lasts until the next one.
 */
export function getTurnTimeRange(
  timeline: Timeline,
  { turn, exchanges }: TurnResult,
  n: number,
): TimeRange | null {
  const range = getExchangesTimeRange(timeline, exchanges, n);
  const part = range && turn ? getExchangePart(turn, n) : null;
  if (!range || !turn || !part) return range;
  if (!part.isFollowed) return { from: turn.time, to: range.to };
  const others = exchanges.filter((exchange) => exchange !== turn.exchange);
  const later = getExchangesTimeRange(timeline, others, n)?.to ?? Number.NEGATIVE_INFINITY;
  const last = part.until < 0 ? turn.time : timeline.events.time.at(part.until);
  return { from: turn.time, to: Math.max(later, last) };
}

/** In a run without turns, the newest lookup of each task counts, or what else there is. */
function collectLookups(
  timeline: Timeline,
  n: number,
  interpretation?: Interpretation,
): readonly TurnResult[] {
  const { exchanges, callTree } = timeline;
  const started = exchanges.slice(0, countUpToEvent(exchanges, n));
  const all = callTree.listUserCalls(started, n);
  const calls = all.filter(isCall);
  const candidates = calls.length > 0 ? calls : all;
  const responded = candidates.filter((exchange) => !hasNoResponse(exchange, n));
  const results = (responded.length > 0 ? responded : candidates).map(
    (exchange): TurnResult => ({
      turn: null,
      hasResponse: true,
      exchange,
      task: findLastTask(timeline, exchange, n),
      verdict: getExchangeVerdict(timeline, exchange, n, interpretation),
      exchanges: [exchange],
    }),
  );
  const newest = new Map<number, Verdict>();
  const lasting = results
    .toReversed()
    .filter(({ task, verdict }) => {
      const later = newest.get(task);
      if (task >= 0 && later && canReplaceVerdict(later, verdict)) return false;
      newest.set(task, verdict);
      return true;
    })
    .reverse();
  const speaking = lasting.filter(({ verdict }) => verdict.kind !== "answered");
  return speaking.length > 0 ? speaking : lasting;
}

/** Whether a follow-up or a lookup changes the verdict of a turn. */
function isVerdictChange(
  turn: Turn,
  exchange: Exchange,
  { later, before, n }: { readonly later: Verdict; readonly before: Verdict; readonly n: number },
): boolean {
  const role = getExchangeRole(exchange);
  if (!canReplaceVerdict(later, before)) return false;
  // Of lookups alone, the newest counts.
  if (turn.kind === "look-up") return true;
  const isFinished = FINISHED_KINDS.has(later.kind);
  const isOther = later.kind !== before.kind;
  if (TERMINAL_KINDS.has(before.kind)) return isFinished && isOther;
  if (role === "follow-up") return isOther || later.kind !== "answered";
  if (isOther) return isFinished || later.kind === "answered";
  // A task that is still in progress may have another state than the turn showed.
  const hasTask = countUpToEvent(exchange.tasks, n) > 0;
  return later.kind === "answered" && hasTask && later.because !== before.because;
}

/** A terminal state is final: only the task's own streams can report a different one. */
function mayBringNews(turn: Turn, exchange: Exchange, before: Verdict): boolean {
  const role = getExchangeRole(exchange);
  if (role === "other") return false;
  return turn.kind === "look-up" || role === "follow-up" || !TERMINAL_KINDS.has(before.kind);
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
  if (exchange.rejectionReason !== null) return false;
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
