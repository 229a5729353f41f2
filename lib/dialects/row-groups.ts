/**
 * Groups of rows: one for each turn of a run, and for each task if a turn has several. Lookups that
 * belong to no turn have groups too.
 *
 * **Guarantees:** every row is in exactly one group, which is decided when its item is created by
 * what came before it. So the groups of a run as of event n are those of its first n + 1 events.
 */

import { countBelow } from "../collections/bisect.ts";
import { EventIndex } from "../timeline/event-index.ts";
import type { Exchange } from "../timeline/exchange.ts";
import type { Entry, Timeline } from "../timeline/timeline.ts";
import { isAboutTask, type Turn } from "../timeline/turns.ts";
import type { Item } from "./item.ts";
import { findTurnOfItem } from "./item-turn.ts";

/** What a group contains of an exchange. */
export interface GroupPart {
  readonly exchange: Exchange;
  /** From which event on. */
  readonly firstEvent: number;
  /** Its events in the group. */
  readonly events: EventIndex;
  /** The other events of the exchange are in other groups. */
  readonly isSplit: boolean;
}

export class RowGroup {
  /** The same in every list of rows of a run. */
  readonly key: string;
  readonly turn: Turn;
  /** Its task, if it is not the first one of the turn; else −1. */
  readonly ownTask: number;
  /** The index of the item that started it. */
  readonly firstItem: number;
  readonly firstEvent: number;
  readonly time: number;
  /** In the order in which they joined. */
  readonly parts: GroupPart[] = [];
  /** Indexes of the items that have a row, ascending. */
  readonly #rows: number[] = [];

  constructor(turn: Turn, ownTask: number, { index, firstEvent, time }: Item) {
    const { exchange, part } = turn;
    const key = part === 0 ? String(exchange.index) : `${exchange.index}+${part}`;
    this.key = ownTask < 0 ? key : `${key}.${ownTask}`;
    this.turn = turn;
    this.ownTask = ownTask;
    this.firstItem = index;
    this.firstEvent = firstEvent;
    this.time = time;
  }

  /** The exchange that started its turn. */
  get exchange(): Exchange {
    return this.turn.exchange;
  }

  /** Its turn as of event `n`: the one that a history of the same event led to. */
  turnAt(n: number): Turn {
    let { turn } = this;
    while (turn.historySince <= n && turn.next) turn = turn.next;
    return turn;
  }

  get rowCount(): number {
    return this.#rows.length;
  }

  /** The item of a row. */
  itemAt(row: number): number {
    return this.#rows[row] ?? -1;
  }

  /** The row of an item; −1 if it has none. */
  findRow(item: number): number {
    const row = countBelow(this.#rows, item);
    return this.#rows[row] === item ? row : -1;
  }

  /** How many of its rows are before an item. */
  countRowsBefore(item: number): number {
    return countBelow(this.#rows, item);
  }

  /** Index of its task as of event `n`; −1 while it is unknown. */
  taskAt(n: number): number {
    if (this.ownTask < 0) return this.turn.taskAt(n);
    return this.turn.hasTaskAt(this.ownTask, n) ? this.ownTask : -1;
  }

  addRow(item: number): void {
    const row = countBelow(this.#rows, item);
    if (row === this.#rows.length) this.#rows.push(item);
    else this.#rows.splice(row, 0, item);
  }

  removeRow(item: number): void {
    const row = this.findRow(item);
    if (row >= 0) this.#rows.splice(row, 1);
  }
}

/** The groups of one exchange. */
interface ExchangeGroups {
  readonly exchange: Exchange;
  /** Contains what has no task. */
  readonly lead: RowGroup;
  /** Its part of each group. */
  readonly parts: Map<RowGroup, GroupPart>;
  /** How many events were assigned to groups, once there are several. */
  assignedEvents: number;
}

export class RowGroups {
  /** In the order in which they started. */
  readonly list: RowGroup[] = [];
  readonly #timeline: Timeline;
  readonly #byTurn = new Map<Turn, Map<number, RowGroup>>();
  readonly #byExchange = new Map<number, ExchangeGroups>();
  readonly #splitExchanges: ExchangeGroups[] = [];

  constructor(timeline: Timeline) {
    this.#timeline = timeline;
  }

  /** The group of an item that was assigned. */
  groupOf(item: Item): RowGroup | undefined {
    const turn = findTurnOfItem(this.#timeline, item);
    return turn && this.#find(turn, item.entry);
  }

  /** The group that an exchange started, or that it joined. */
  findGroup(exchange: number): RowGroup | undefined {
    return this.#byExchange.get(exchange)?.lead;
  }

  /** Assigns an item to its group. Items come in their order. */
  assign(item: Item): void {
    const exchange = this.#timeline.exchanges[item.exchange];
    const turn = findTurnOfItem(this.#timeline, item);
    if (!exchange || !turn) return;
    const group = this.#find(turn, item.entry) ?? this.#create(turn, item);
    const groups = this.#byExchange.get(item.exchange);
    if (!groups) this.#addExchange(exchange, group, item);
    else if (!groups.parts.has(group)) this.#addPart(groups, group, item);
  }

  /** Assigns the new events of exchanges whose events are in several groups. */
  assignEvents(): void {
    const { events: columns, entries, turns } = this.#timeline;
    for (const groups of this.#splitExchanges) {
      const { exchange, lead, parts } = groups;
      for (; groups.assignedEvents < exchange.events.count; groups.assignedEvents++) {
        const ordinal = exchange.events.at(groups.assignedEvents);
        const entry = entries[columns.entry.at(ordinal)];
        const turn = entry && turns.find(entry);
        const group = turn && this.#find(turn, entry);
        const part = group && parts.get(group);
        const own = part && part.firstEvent <= ordinal ? part : parts.get(lead);
        own?.events.add(ordinal);
      }
    }
  }

  #find(turn: Turn, entry: Entry): RowGroup | undefined {
    const own = getGroupTurn(turn);
    return this.#byTurn.get(own)?.get(getOwnTask(own, entry));
  }

  #create(turn: Turn, item: Item): RowGroup {
    const own = getGroupTurn(turn);
    const ownTask = getOwnTask(own, item.entry);
    const group = new RowGroup(own, ownTask, item);
    const groups = this.#byTurn.get(own) ?? new Map<number, RowGroup>();
    this.#byTurn.set(own, groups.set(ownTask, group));
    this.list.push(group);
    return group;
  }

  #addExchange(exchange: Exchange, lead: RowGroup, { firstEvent }: Item): void {
    const part = { exchange, firstEvent, events: exchange.events, isSplit: false };
    const parts = new Map([[lead, part]]);
    this.#byExchange.set(exchange.index, { exchange, lead, parts, assignedEvents: 0 });
    lead.parts.push(part);
  }

  /** Splits an exchange: each of its groups counts its own events. */
  #addPart(groups: ExchangeGroups, group: RowGroup, { firstEvent }: Item): void {
    const { exchange, lead, parts } = groups;
    const split = (since: number): GroupPart => ({
      exchange,
      firstEvent: since,
      events: new EventIndex(),
      isSplit: true,
    });
    const whole = parts.get(lead);
    if (whole && !whole.isSplit) {
      this.#splitExchanges.push(groups);
      const part = split(whole.firstEvent);
      lead.parts[lead.parts.indexOf(whole)] = part;
      parts.set(lead, part);
    }
    const part = split(firstEvent);
    parts.set(group, part);
    group.parts.push(part);
  }
}

/** What a history tells of earlier turns is shown with the turn that it came with. */
function getGroupTurn(turn: Turn): Turn {
  return turn.history ? getGroupTurn(turn.history) : turn;
}

/** Another task of a turn than its first has a group of its own. */
function getOwnTask({ tasks: [first] }: Turn, entry: Entry): number {
  const isOther = isAboutTask(entry) && first !== undefined && first.task !== entry.task;
  return isOther ? entry.task : -1;
}
