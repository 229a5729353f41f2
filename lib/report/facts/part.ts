/** The part of a run that facts are about, as of an event: its exchanges, turns, items and problems. */

import type { Interpretation } from "../../dialects/interpretation.ts";
import type { Item } from "../../dialects/item.ts";
import { collectActiveProblems, type MutedRules } from "../../lint/active-problems.ts";
import type { ProblemEvidence } from "../../lint/problem-history.ts";
import type { Rule } from "../../lint/rules/rule.ts";
import { getExchangeVerdict } from "../../lint/verdict/exchange-verdict.ts";
import {
  findLastTask,
  getAllTurnsAt,
  selectResponded,
  type TurnResult,
} from "../../lint/verdict/turns.ts";
import { countUpToEvent } from "../../timeline/event-index.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import { isLookup, isOpenAt } from "../../timeline/exchange-queries.ts";
import { isExchangeInScope, type Scope } from "../../timeline/scope.ts";
import type { Timeline } from "../../timeline/timeline.ts";

export interface RunPart {
  readonly scope: Scope;
  /** The index of the only task that counts; `null` for all. */
  readonly task: number | null;
}

/** Whether more may follow after the last event. */
export interface Progress {
  /** The run is still being recorded or read: what has no end yet goes on. */
  readonly isGrowing: boolean;
  /** It is still being read, so that nothing has ended yet. */
  readonly isReading?: boolean;
  /** No event has come for a moment: what the agent should have ended by now is worth telling. */
  readonly isQuiet?: boolean;
}

/** All of the log is known. */
export const SAVED: Progress = { isGrowing: false };

export const WHOLE_RUN: RunPart = { scope: "all", task: null };

export interface PartContent extends RunPart {
  /** Those that were started, in order. */
  readonly exchanges: readonly Exchange[];
  /** Of the whole run, those that were not made for others. */
  readonly rootCalls: readonly Exchange[];
  /** With those that have no response yet. */
  readonly turns: readonly TurnResult[];
  /** The turns that say how it ended. */
  readonly judged: readonly TurnResult[];
  /** More of it follows, or may follow, so that nothing is called its end. */
  readonly isInProgress: boolean;
  /** Nothing more came for a moment after its last event. */
  readonly isQuiet: boolean;
  readonly hasItem: (item: Item) => boolean;
  /** Of the whole run, those of root calls: what agents tell each other is no answer to the user. */
  readonly hasRootItem: (item: Item) => boolean;
}

export function collectPart(
  interpretation: Interpretation,
  part: RunPart,
  n: number,
  { isGrowing, isReading = false, isQuiet = false }: Progress,
): PartContent {
  const { timeline } = interpretation;
  const { scope, task } = part;
  const exchanges = timeline.exchanges
    .slice(0, countUpToEvent(timeline.exchanges, n))
    .filter(
      (exchange) =>
        isExchangeInScope(timeline, scope, exchange.index) &&
        (task === null || isExchangeOfTask(timeline, exchange, task, n)),
    );
  const turns = collectTurns(interpretation, part, exchanges, n);
  const isWholeRun = scope === "all" && task === null;
  const rootCalls = isWholeRun ? timeline.callTree.listUserCalls(exchanges, n) : exchanges;
  const hasItem = (item: Item) =>
    isExchangeInScope(timeline, scope, item.exchange) && (task === null || item.taskAt(n) === task);
  const isRootItem = ({ exchange: index }: Item) => {
    const exchange = timeline.exchanges[index];
    return !isWholeRun || !exchange || timeline.callTree.isUserCall(exchange, n);
  };
  // What Loupe looks up does not count, unless it is all there is.
  const counted = scope === "all" ? rootCalls.filter((one) => !isLookup(one)) : rootCalls;
  return {
    ...part,
    exchanges,
    rootCalls,
    turns,
    judged: selectResponded(turns),
    isInProgress:
      isReading ||
      (counted.length === 0 ? isGrowing : counted.some((one) => isOpenAt(one, n, isGrowing))),
    isQuiet: isQuiet && n >= timeline.lastEvent,
    hasItem,
    hasRootItem: (item) => hasItem(item) && isRootItem(item),
  };
}

function isExchangeOfTask(
  timeline: Timeline,
  exchange: Exchange,
  task: number,
  n: number,
): boolean {
  const named = exchange.tasks.slice(0, countUpToEvent(exchange.tasks, n));
  return (
    named.some((one) => one.task === task) ||
    timeline.taskByKey.get(exchange.request?.taskId ?? "")?.index === task
  );
}

/** An exchange has one turn. A task that shares its exchanges with later ones has the newest of them. */
function collectTurns(
  interpretation: Interpretation,
  { scope, task }: RunPart,
  exchanges: readonly Exchange[],
  n: number,
): readonly TurnResult[] {
  if (scope === "all") {
    const turns = getAllTurnsAt(interpretation.timeline, n, interpretation);
    const own = task === null ? turns : turns.filter((turn) => turn.task === task);
    if (task === null || own.length > 0) return own;
  }
  const newest = exchanges.findLast((exchange) => scope !== "all" || !isLookup(exchange));
  if (!newest) return [];
  const { timeline } = interpretation;
  return [
    {
      turn: null,
      hasResponse: true,
      exchange: newest,
      task: task ?? findLastTask(timeline, newest, n),
      verdict: getExchangeVerdict(timeline, newest, n, interpretation),
      exchanges: [newest],
    },
  ];
}

export interface ProblemFact {
  readonly rule: Rule;
  /** The number of violations. */
  readonly count: number;
  /** The first violation. */
  readonly evidence: ProblemEvidence;
}

/** Errors and warnings that are not muted, most severe first. Those of a task are those of its exchanges. */
export function collectPartProblems(
  interpretation: Interpretation,
  { scope, task, exchanges }: PartContent,
  muted: MutedRules,
  n: number,
): readonly ProblemFact[] {
  const scopes = task === null ? [scope] : exchanges.map(({ index }) => index);
  const found = new Map<string, ProblemFact>();
  for (const one of scopes) {
    for (const history of collectActiveProblems(interpretation, muted, one)) {
      const [evidence] = history.evidenceAt(n);
      if (!evidence) continue;
      const { rule } = history;
      const known = found.get(rule.id);
      const count = history.countAt(n) + (known?.count ?? 0);
      found.set(rule.id, { rule, count, evidence: known?.evidence ?? evidence });
    }
  }
  return [...found.values()].sort(
    (a, b) =>
      Number(b.rule.severity === "error") - Number(a.rule.severity === "error") ||
      a.evidence.event - b.evidence.event,
  );
}
