/**
 * The conversation of a run: the user's message of each turn, and all that the agent sent for it.
 *
 * Guarantees: it grows with its interpretation and rewrites nothing, so that the conversation as of
 * event n consists of what existed by then; its turns are those of the run (`timeline/turns.ts`).
 */

import type { Interpretation } from "../dialects/interpretation.ts";
import type { Item } from "../dialects/item.ts";
import { findTurnOfItem } from "../dialects/item-turn.ts";
import { listTurnsAt } from "../lint/verdict/turns.ts";
import type { Scope } from "../timeline/scope.ts";
import type { TimelineMessage } from "../timeline/timeline.ts";
import type { Turn } from "../timeline/turns.ts";

/** The items of a turn. */
export class ConversationTurn {
  readonly turn: Turn;
  /** The messages of the user that started it; none if the log has only what the agent sent. */
  readonly asks: Item[] = [];
  /** Messages from before the turn, which the agent sent as the history of the task. */
  readonly earlier: Item[] = [];
  /** Everything else, in the order it came. */
  readonly items: Item[] = [];

  constructor(turn: Turn) {
    this.turn = turn;
  }

  get index(): number {
    return this.turn.index;
  }

  isAboutTaskAt(n: number, task: number): boolean {
    const isNamed = this.asks.some((item) => item.firstEvent <= n && item.taskAt(n) === task);
    return isNamed || this.items.some((item) => item.firstEvent <= n && item.taskAt(n) === task);
  }

  /** Whether it contains an item, directly or merged into another. */
  hasItem(item: Item): boolean {
    return [this.items, this.asks, this.earlier].some((items) => items.includes(item));
  }
}

export class RunConversation {
  readonly interpretation: Interpretation;
  /** Those of the timeline, with the turns of calls between agents. */
  readonly turns: ConversationTurn[] = [];
  readonly #byTurn = new Map<Turn, ConversationTurn>();
  #seenItems = 0;
  #seenTurns = 0;

  constructor(interpretation: Interpretation) {
    this.interpretation = interpretation;
  }

  /** Adds the items that are new. */
  update(): this {
    const { items, timeline } = this.interpretation.update();
    const { list } = timeline.turns;
    for (; this.#seenTurns < list.length; this.#seenTurns++) {
      const turn = list[this.#seenTurns];
      if (turn && turn.kind !== "look-up") this.#addTurn(turn);
    }
    for (; this.#seenItems < items.length; this.#seenItems++) {
      const item = items[this.#seenItems];
      const turn = item && findTurnOfItem(timeline, item);
      const shown = turn && this.#byTurn.get(turn);
      if (shown) addItem(shown, item);
    }
    return this;
  }

  /** The items of a turn; `undefined` if it is a group of lookups. */
  getContent(turn: Turn): ConversationTurn | undefined {
    return this.#byTurn.get(turn);
  }

  /** The turns as of event `n` in the part of the run that is shown, after those of its history. */
  getTurnsAt(n: number, scope: Scope, task: number | null): ConversationTurn[] {
    const { timeline } = this.interpretation;
    const isWhole = scope === "all" && task === null;
    const listed = new Set(listTurnsAt(timeline, n));
    for (const { history } of listed) if (history) listed.add(history);
    return this.turns.filter((shown) => {
      const { turn } = shown;
      if (isWhole) return listed.has(turn);
      if (!listed.has(turn) && !this.isOfOthersAt(shown, n)) return false;
      const exchanges = turn.exchangesAt(n);
      const isInExchange = scope === "all" || exchanges.some(({ index }) => index === scope);
      return isInExchange && (task === null || shown.isAboutTaskAt(n, task));
    });
  }

  /** Whether it is not of the run's user, such as what an agent said to another one. */
  isOfOthersAt({ turn }: ConversationTurn, n: number): boolean {
    return turn.isTurnAt(n) && !this.interpretation.timeline.callTree.isUserCall(turn.exchange, n);
  }

  /** The number of a turn as of event `n`, from 1; `null` if it is none of the run. */
  getTurnNumberAt({ turn }: ConversationTurn, n: number): number | null {
    return listTurnsAt(this.interpretation.timeline, n).indexOf(turn) + 1 || null;
  }

  /** The turn that shows an item. */
  findTurn(item: Item): ConversationTurn | undefined {
    return this.turns.findLast((turn) => turn.hasItem(item));
  }

  #addTurn(turn: Turn): void {
    const shown = new ConversationTurn(turn);
    this.turns.push(shown);
    this.#byTurn.set(turn, shown);
  }
}

function addItem(shown: ConversationTurn, item: Item): void {
  const said = getUserMessage(item);
  if (!said) shown.items.push(item);
  else if (shown.turn.messages.includes(said)) shown.asks.push(item);
  else addEarlier(shown, item);
}

/** The history is sent in order, so what the same event brought before is older still. */
function addEarlier({ items, earlier }: ConversationTurn, item: Item): void {
  const from = items.findIndex(
    ({ entry, firstEvent }) =>
      firstEvent === item.firstEvent && entry.kind === "message" && entry.message.via === "history",
  );
  if (from >= 0) earlier.push(...items.splice(from));
  earlier.push(item);
}

/** The message of an item, if the user said it. */
export function getUserMessage({ entry }: Item): TimelineMessage | null {
  const isSaid = entry.kind === "message" && entry.message.message.role === "user";
  return isSaid ? entry.message : null;
}
