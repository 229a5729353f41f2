/**
 * The turns of a run: each message to an agent, with the exchanges that followed its task up. To
 * get or list tasks, or to fetch a card, is to look something up: that may bring news of a turn
 * that is not at rest, but it is no turn, and never changes how one ended.
 */

import type { Interpretation } from "../../dialects/interpretation.ts";
import { type Operation, TERMINAL_STATES, WAITING_STATES } from "../../protocol/model.ts";
import { countUpToEvent } from "../../timeline/event-index.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import { getExchangesTimeRange, type TimeRange } from "../../timeline/time-range.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import { isCall, isDiscovery } from "../../timeline/timeline-queries.ts";
import type { Verdict } from "../verdict.ts";
import { getExchangeVerdict } from "./exchange-verdict.ts";

export interface Turn {
  /** The exchange that began it. */
  readonly exchange: Exchange;
  /** Index of its task; −1 where it is about none. */
  readonly task: number;
  readonly verdict: Verdict;
  /** The exchange that began it, and those that brought news of it. */
  readonly exchanges: readonly Exchange[];
}

type ExchangeRole = "turn" | "follow-up" | "look-up" | "other";

const ROLES: Partial<Record<Operation, ExchangeRole>> = {
  send: "turn",
  stream: "turn",
  subscribe: "follow-up",
  cancel: "follow-up",
  get: "look-up",
};

/** What cannot be read as a request may have been a message: it counts as one. */
function getRole({ open, request }: Exchange): ExchangeRole {
  if (open.record.inbound) return "follow-up";
  const operation = request?.operation ?? null;
  return operation === null ? "turn" : (ROLES[operation] ?? "other");
}

/** It asks for what is there already, and makes no run go on. */
export function isLookup(exchange: Exchange): boolean {
  const role = getRole(exchange);
  return role === "look-up" || role === "other" || isDiscovery(exchange);
}

interface JudgedExchange {
  readonly exchange: Exchange;
  readonly role: ExchangeRole;
  readonly task: number;
  readonly verdict: Verdict;
}

/** In the order in which they began, as of event `n`. */
export function getTurnsAt(timeline: Timeline, n: number, interpretation?: Interpretation): Turn[] {
  const exchanges = timeline.exchanges.slice(0, countUpToEvent(timeline.exchanges, n));
  const calls = exchanges.filter(
    (exchange) => isCall(exchange) || isFinishingNotification(timeline, exchange, n),
  );
  const asked = calls.length > 0 ? calls : exchanges;
  const heard = asked.filter((exchange) => !hasNoResponse(exchange, n));
  const judged = (heard.length > 0 ? heard : asked).map(
    (exchange): JudgedExchange => ({
      exchange,
      role: getRole(exchange),
      task: findLastTask(timeline, exchange, n),
      verdict: getExchangeVerdict(timeline, exchange, n, interpretation),
    }),
  );
  const turns = collectTurns(judged);
  return turns.length > 0 ? turns : collectLookups(judged);
}

/** From the first request to the last news; what was only looked up makes a run no longer. */
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
  /** By task, the place of its newest turn. */
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

/** To take up or cancel a task of another recording is a turn, where the agent knew the task. */
function isTurnStart({ role, exchange }: JudgedExchange): boolean {
  return role === "turn" || (role === "follow-up" && exchange.tasks.length > 0);
}

/** Where nothing but look-ups was made, the newest of each task counts. */
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

/** Does a follow-up or a look-up change what is known of how a turn ended? */
function isVerdictChange({ role, verdict }: JudgedExchange, before: Verdict): boolean {
  if (role === "other" || !canReplaceVerdict(verdict, before)) return false;
  const tellsState = FINISHED_KINDS.has(verdict.kind);
  const isOther = verdict.kind !== before.kind;
  // A task that is over stays over; only its own streams can tell another end.
  if (TERMINAL_KINDS.has(before.kind)) return role === "follow-up" && tellsState && isOther;
  if (role === "follow-up") return isOther || verdict.kind !== "answered";
  return isOther && (tellsState || verdict.kind === "answered");
}

/** Does a later verdict on the same task replace an earlier one? */
export function canReplaceVerdict(later: Verdict, earlier: Verdict): boolean {
  if (later.kind === "rpc-error" || later.kind === "http-error") return false;
  // That the task still works does not make a broken stream whole.
  return later.kind !== "answered" || earlier.clean;
}

const TERMINAL_KINDS: ReadonlySet<string> = TERMINAL_STATES;
const FINISHED_KINDS: ReadonlySet<string> = new Set([...TERMINAL_STATES, ...WAITING_STATES]);

/** A notification counts like an answer where it says how a task came to rest. */
function isFinishingNotification(timeline: Timeline, exchange: Exchange, n: number): boolean {
  if (!exchange.open.record.inbound || exchange.rejectionReason !== null) return false;
  return FINISHED_KINDS.has(getExchangeVerdict(timeline, exchange, n).kind);
}

/** Nothing came yet, and it has not ended: there is nothing to judge. */
function hasNoResponse(exchange: Exchange, n: number): boolean {
  const hasFailed = (exchange.headAt(n)?.status ?? 0) >= 400;
  const isOver = exchange.endAt(n) !== null || exchange.isTruncatedAt(n) || hasFailed;
  return !isOver && exchange.events.countAt(n) === 0;
}

/** The task that an exchange was about: the last one it told of, else the one it asked for. */
export function findLastTask(timeline: Timeline, exchange: Exchange, n: number): number {
  const told = exchange.tasks[countUpToEvent(exchange.tasks, n) - 1];
  if (told) return told.task;
  const asked = timeline.taskByKey.get(exchange.request?.taskId ?? "");
  return asked && asked.firstEvent <= n ? asked.index : -1;
}
