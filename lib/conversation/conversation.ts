/**
 * The conversation of a run: its turns, each with what the user said and all that the agent sent for
 * it.
 *
 * Guarantees: it grows with its interpretation and rewrites nothing, so that the conversation as of
 * event n consists of what existed by then; what Loupe looked up by itself (cards, lists, stored
 * tasks) starts no turn.
 */

import type { Interpretation } from "../dialects/interpretation.ts";
import type { Item } from "../dialects/item.ts";
import { countUpToEvent } from "../timeline/event-index.ts";
import type { Exchange } from "../timeline/exchange.ts";
import { getExchangeRole, isDiscovery } from "../timeline/exchange-queries.ts";
import type { CallTree } from "../timeline/hops/call-tree.ts";
import type { Scope } from "../timeline/scope.ts";
import type { TimelineMessage } from "../timeline/timeline.ts";

/** An exchange of a turn, and the event from which on it belongs to it. */
interface TurnExchange {
  readonly firstEvent: number;
  readonly exchange: Exchange;
}

/** Another turn of the same task, and the event that showed it. */
interface TurnLink {
  readonly firstEvent: number;
  readonly turn: ConversationTurn;
}

export class ConversationTurn {
  readonly index: number;
  readonly firstEvent: number;
  readonly time: number;
  /** The messages of the user that started it; none if the log has only what the agent sent. */
  readonly asks: Item[] = [];
  /** Messages from before the turn, which the agent sent as the history of the task. */
  readonly earlier: Item[] = [];
  /** Everything else, in the order it came. */
  readonly items: Item[] = [];
  readonly #exchanges: TurnExchange[] = [];
  /** For each of its tasks, the next and the previous turn. */
  readonly #followers: TurnLink[] = [];
  readonly #predecessors: TurnLink[] = [];

  readonly #calls: CallTree;

  constructor(index: number, calls: CallTree, { firstEvent, time }: Item) {
    this.index = index;
    this.#calls = calls;
    this.firstEvent = firstEvent;
    this.time = time;
  }

  addExchange(exchange: Exchange, firstEvent: number): void {
    if (this.#exchanges.some((known) => known.exchange === exchange)) return;
    this.#exchanges.push({ exchange, firstEvent });
  }

  addFollower(turn: ConversationTurn, firstEvent: number): void {
    this.#followers.push({ turn, firstEvent });
    turn.#predecessors.push({ turn: this, firstEvent });
  }

  /** The exchange that started it, and those that followed up on it. */
  exchangesAt(n: number): readonly Exchange[] {
    return this.#exchanges
      .slice(0, countUpToEvent(this.#exchanges, n))
      .map(({ exchange }) => exchange);
  }

  /** Whether it belongs to the part of the run that is shown. */
  isInScopeAt(n: number, scope: Scope, task: number | null): boolean {
    if (scope === "all" && task === null) return !this.isOfOthersAt(n);
    const exchanges = this.exchangesAt(n);
    const isInExchange = scope === "all" || exchanges.some(({ index }) => index === scope);
    return isInExchange && (task === null || this.#isAboutTaskAt(n, task));
  }

  /** Whether it is not of the run's user, such as what an agent said to another one. */
  isOfOthersAt(n: number): boolean {
    const [first] = this.#exchanges;
    return first !== undefined && !this.#calls.isUserCall(first.exchange, n);
  }

  #isAboutTaskAt(n: number, task: number): boolean {
    const isNamed = this.asks.some((item) => item.firstEvent <= n && item.taskAt(n) === task);
    return isNamed || this.items.some((item) => item.firstEvent <= n && item.taskAt(n) === task);
  }

  /** Whether a later turn continues one of its tasks. */
  isContinuedAt(n: number): boolean {
    return countUpToEvent(this.#followers, n) > 0;
  }

  /** The last event of the turn as of event `n`: what comes later belongs to the next turn. */
  getEndAt(n: number): number {
    const [next] = this.#followers;
    return next && next.firstEvent <= n ? next.turn.firstEvent : n;
  }

  /** The earlier turns of its tasks, newest first. */
  predecessorsAt(n: number): ReadonlySet<ConversationTurn> {
    const found = new Set<ConversationTurn>();
    const addLinks = (links: readonly TurnLink[]) => {
      for (const { turn } of links.slice(0, countUpToEvent(links, n))) found.add(turn);
    };
    addLinks(this.#predecessors);
    // Grows while it is walked.
    for (const turn of found) addLinks(turn.#predecessors);
    return found;
  }

  /** Whether it contains an item, directly or merged into another. */
  hasItem(item: Item): boolean {
    return [this.items, this.asks, this.earlier].some((items) => items.includes(item));
  }
}

export class RunConversation {
  readonly interpretation: Interpretation;
  readonly turns: ConversationTurn[] = [];
  #seenItems = 0;
  /** The newest turn of each exchange and of each task. */
  readonly #byExchange = new Map<number, ConversationTurn>();
  readonly #byTask = new Map<number, ConversationTurn>();

  constructor(interpretation: Interpretation) {
    this.interpretation = interpretation;
  }

  /** Adds the items that are new. */
  update(): this {
    const { items, timeline } = this.interpretation.update();
    for (; this.#seenItems < items.length; this.#seenItems++) {
      const item = items[this.#seenItems];
      const exchange = item && timeline.exchanges[item.exchange];
      if (exchange && !isDiscovery(exchange)) this.#add(item, exchange);
    }
    return this;
  }

  countAt(n: number): number {
    return countUpToEvent(this.turns, n);
  }

  /** The turns as of event `n` in the part of the run that is shown. */
  getTurnsAt(n: number, scope: Scope, task: number | null): ConversationTurn[] {
    return this.turns.slice(0, this.countAt(n)).filter((turn) => turn.isInScopeAt(n, scope, task));
  }

  /** The number of a turn as of event `n`, from 1; `null` if it is not of the run's user. */
  getTurnNumberAt(turn: ConversationTurn, n: number): number | null {
    const { calls } = this.interpretation.timeline.callTree;
    if (calls.length === 0) return turn.index + 1;
    if (turn.isOfOthersAt(n)) return null;
    return this.turns.slice(0, turn.index + 1).filter((one) => !one.isOfOthersAt(n)).length;
  }

  /** The turn that shows an item. */
  findTurn(item: Item): ConversationTurn | undefined {
    return this.turns.findLast((turn) => turn.hasItem(item));
  }

  #add(item: Item, exchange: Exchange): void {
    const found = this.#findOrStartTurn(item, exchange);
    if (!found) return;
    const said = getUserMessage(item);
    const turn = said ? this.#addUserMessage(found, item, said, exchange) : found;
    if (!said) turn.items.push(item);
    turn.addExchange(exchange, item.firstEvent);
    this.#assignTask(turn, item);
  }

  /** The turn of the exchange or of the task, whichever is newer. */
  #findOrStartTurn(item: Item, exchange: Exchange): ConversationTurn | undefined {
    const role = getExchangeRole(exchange);
    const ofTask = this.#byTask.get(this.#findTask(item, exchange));
    if (role === "turn") {
      const own = this.#byExchange.get(exchange.index) ?? this.#startTurn(item, exchange);
      return ofTask && ofTask.index > own.index ? ofTask : own;
    }
    const isNews = role === "follow-up" && item.entry.task >= 0;
    return ofTask ?? (isNews ? this.#startTurn(item, exchange) : undefined);
  }

  /** The task of an item, or the one that its request names. */
  #findTask({ entry, firstEvent }: Item, { request }: Exchange): number {
    if (entry.task >= 0) return entry.task;
    const named = this.interpretation.timeline.taskByKey.get(request?.taskId ?? "");
    return named && named.firstEvent <= firstEvent ? named.index : -1;
  }

  #startTurn(item: Item, exchange: Exchange): ConversationTurn {
    const { callTree } = this.interpretation.timeline;
    const turn = new ConversationTurn(this.turns.length, callTree, item);
    this.turns.push(turn);
    this.#byExchange.set(exchange.index, turn);
    return turn;
  }

  #assignTask(turn: ConversationTurn, { entry: { task }, firstEvent }: Item): void {
    if (task < 0) return;
    const before = this.#byTask.get(task);
    if (before === turn || (before && before.index > turn.index)) return;
    before?.addFollower(turn, firstEvent);
    this.#byTask.set(task, turn);
  }

  /** Adds what the user said, and returns the turn that it belongs to. */
  #addUserMessage(
    turn: ConversationTurn,
    item: Item,
    { via }: TimelineMessage,
    exchange: Exchange,
  ): ConversationTurn {
    const [first] = turn.asks;
    const isAsked = first !== undefined && getUserMessage(first)?.via === "request";
    if (via !== "request" && (isAsked || getExchangeRole(exchange) === "look-up")) {
      addEarlier(turn, item);
      return turn;
    }
    const isBegun = first !== undefined || turn.items.some(isFromAgent);
    const own = isBegun ? this.#startTurn(item, exchange) : turn;
    own.asks.push(item);
    return own;
  }
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

function isFromAgent({ entry }: Item): boolean {
  return entry.kind !== "http" && entry.kind !== "state";
}
