/**
 * Groups of rows: one for each turn of a run, and for each task if a turn has several. Follow-ups,
 * lookups and notifications are in the newest group of their task.
 *
 * **Guarantees:** every row is in exactly one group, which is decided when its item is created by
 * what came before it. So the groups of a run as of event n are those of its first n + 1 events.
 */

import { EventIndex } from "../timeline/event-index.ts";
import type { Exchange } from "../timeline/exchange.ts";
import { type ExchangeRole, getExchangeRole } from "../timeline/exchange-queries.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { Item } from "./item.ts";

/** What a group contains of an exchange. */
export interface GroupPart {
  readonly exchange: Exchange;
  /** Its events in the group. */
  readonly events: EventIndex;
  /** The other events of the exchange are in other groups. */
  readonly isSplit: boolean;
}

export class RowGroup {
  /** The same in every list of rows of a run. */
  readonly key: string;
  /** The exchange that started it. */
  readonly exchange: Exchange;
  /** The index of the item that started it. */
  readonly firstItem: number;
  readonly firstEvent: number;
  readonly time: number;
  /** In the order in which they joined. */
  readonly parts: GroupPart[] = [];
  #task = -1;
  #taskSince = Number.POSITIVE_INFINITY;
  /** Indexes of the items that have a row, ascending. */
  readonly #rows: number[] = [];

  constructor(key: string, exchange: Exchange, { index, firstEvent, time }: Item) {
    this.key = key;
    this.exchange = exchange;
    this.firstItem = index;
    this.firstEvent = firstEvent;
    this.time = time;
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
    const row = findFirstFrom(this.#rows, item);
    return this.#rows[row] === item ? row : -1;
  }

  /** How many of its rows are before an item. */
  countRowsBefore(item: number): number {
    return findFirstFrom(this.#rows, item);
  }

  /** Index of its task as of event `n`; −1 while it is unknown. */
  taskAt(n: number): number {
    return this.#taskSince <= n ? this.#task : -1;
  }

  setTask(task: number, since: number): void {
    if (this.#task >= 0) return;
    this.#task = task;
    this.#taskSince = since;
  }

  addRow(item: number): void {
    const row = findFirstFrom(this.#rows, item);
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
  readonly role: ExchangeRole;
  /** Contains what has no task. */
  readonly lead: RowGroup;
  leadTask: number;
  /** Those of the other tasks. */
  readonly byTask: Map<number, RowGroup>;
  /** The events of each group, once there are several. */
  readonly events: Map<RowGroup, EventIndex>;
  /** How many events were assigned to groups. */
  assignedEvents: number;
}

export class RowGroups {
  /** In the order in which they started. */
  readonly list: RowGroup[] = [];
  readonly #timeline: Timeline;
  readonly #byExchange = new Map<number, ExchangeGroups>();
  readonly #splitExchanges: ExchangeGroups[] = [];
  readonly #newestByTask = new Map<number, RowGroup>();

  constructor(timeline: Timeline) {
    this.#timeline = timeline;
  }

  /** The group of an item that was assigned. */
  groupOf({ exchange, entry: { task } }: Item): RowGroup | undefined {
    const groups = this.#byExchange.get(exchange);
    return groups?.byTask.get(task) ?? groups?.lead;
  }

  /** The group that an exchange started, or that it joined. */
  findGroup(exchange: number): RowGroup | undefined {
    return this.#byExchange.get(exchange)?.lead;
  }

  /** Assigns an item to its group. Items come in their order. */
  assign(item: Item): void {
    const exchange = this.#timeline.exchanges[item.exchange];
    if (!exchange) return;
    const groups = this.#byExchange.get(item.exchange) ?? this.#open(exchange, item);
    const { task } = item.entry;
    const isKnown = task === groups.leadTask || groups.byTask.has(task);
    // A list of tasks is about none of them.
    if (task < 0 || isKnown || groups.role === "other") return;
    if (groups.leadTask < 0) {
      groups.leadTask = task;
      groups.lead.setTask(task, item.firstEvent);
      this.#newestByTask.set(task, groups.lead);
    } else {
      this.#split(groups, task, item);
    }
  }

  /** Assigns the new events of exchanges whose events are in several groups. */
  assignEvents(): void {
    const { events: columns, entries } = this.#timeline;
    for (const groups of this.#splitExchanges) {
      const { exchange, byTask, lead, events } = groups;
      for (; groups.assignedEvents < exchange.events.count; groups.assignedEvents++) {
        const ordinal = exchange.events.at(groups.assignedEvents);
        const task = entries[columns.entry.at(ordinal)]?.task ?? -1;
        events.get(byTask.get(task) ?? lead)?.add(ordinal);
      }
    }
  }

  /** A message starts a group; what follows up on a task joins the newest group of that task. */
  #open(exchange: Exchange, item: Item): ExchangeGroups {
    const role = getExchangeRole(exchange);
    const { task } = item.entry;
    const joined = role === "turn" ? undefined : this.#newestByTask.get(task);
    const lead = joined ?? this.#create(String(exchange.index), exchange, item);
    const groups: ExchangeGroups = {
      exchange,
      role,
      lead,
      leadTask: joined ? task : -1,
      byTask: new Map(),
      events: new Map(),
      assignedEvents: 0,
    };
    this.#byExchange.set(exchange.index, groups);
    lead.parts.push({ exchange, events: exchange.events, isSplit: false });
    return groups;
  }

  /** Gives another task of an exchange its own group. */
  #split(groups: ExchangeGroups, task: number, item: Item): void {
    const { exchange, role, lead, byTask } = groups;
    if (byTask.size === 0) {
      this.#splitExchanges.push(groups);
      const index = lead.parts.findIndex((part) => part.exchange === exchange);
      lead.parts[index] = this.#createSplitPart(groups, lead);
    }
    const joined = role === "turn" ? undefined : this.#newestByTask.get(task);
    const group = joined ?? this.#create(`${exchange.index}.${task}`, exchange, item);
    group.setTask(task, item.firstEvent);
    group.parts.push(this.#createSplitPart(groups, group));
    byTask.set(task, group);
    this.#newestByTask.set(task, group);
  }

  #createSplitPart({ exchange, events }: ExchangeGroups, group: RowGroup): GroupPart {
    const own = new EventIndex();
    events.set(group, own);
    return { exchange, events: own, isSplit: true };
  }

  #create(key: string, exchange: Exchange, item: Item): RowGroup {
    const group = new RowGroup(key, exchange, item);
    this.list.push(group);
    return group;
  }
}

/** The first index of a number that is not less; the numbers ascend. */
export function findFirstFrom(numbers: readonly number[], least: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
