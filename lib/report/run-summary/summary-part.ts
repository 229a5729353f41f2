/** The part of a run that a summary is about, as of an event: its exchanges, turns and items. */

import type { Interpretation } from "../../dialects/interpretation.ts";
import type { Item } from "../../dialects/item.ts";
import { getExchangeVerdict } from "../../lint/verdict/exchange-verdict.ts";
import { findLastTask, getAllTurnsAt, type TurnResult } from "../../lint/verdict/turns.ts";
import { countUpToEvent } from "../../timeline/event-index.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import { isLookup, isOpenAt } from "../../timeline/exchange-queries.ts";
import { isExchangeInScope, type Scope } from "../../timeline/scope.ts";
import type { Timeline } from "../../timeline/timeline.ts";

export interface SummaryPart {
  readonly scope: Scope;
  /** The index of the only task that counts; `null` for all. */
  readonly task: number | null;
}

export interface PartContent extends SummaryPart {
  /** Those that were started, in order. */
  readonly exchanges: readonly Exchange[];
  /** Of the whole run, those that were not made for others. */
  readonly rootCalls: readonly Exchange[];
  /** With those that have no response yet. */
  readonly turns: readonly TurnResult[];
  /** More of the exchange follows, or may follow, so that it has no verdict yet. */
  readonly isOpen: (exchange: Exchange) => boolean;
  readonly hasItem: (item: Item) => boolean;
  /** Of the whole run, those of root calls: what agents tell each other is no answer to the user. */
  readonly hasRootItem: (item: Item) => boolean;
}

/** `isGrowing`: an exchange without an end is still open, and not cut off by the end of the log. */
export function collectPart(
  interpretation: Interpretation,
  part: SummaryPart,
  n: number,
  isGrowing: boolean,
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
  return {
    ...part,
    exchanges,
    rootCalls,
    turns,
    isOpen: (exchange) => isOpenAt(exchange, n, isGrowing),
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
  { scope, task }: SummaryPart,
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
