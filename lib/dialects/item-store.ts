/**
 * Store of items, their details and their changes.
 *
 * Guarantees: items are only added; every change of an item is kept with the event from which it
 * holds.
 */

import { EventIndex, EventValues } from "../timeline/event-index.ts";
import { Histogram } from "../timeline/histogram.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { DialectRuleId } from "./dialect-violation.ts";
import type { EntryUpdate } from "./entry-update.ts";
import { type DialectReason, Item } from "./item.ts";
import type { ItemDetail } from "./item-detail.ts";
import { ITEM_KINDS, type ItemKind } from "./kinds.ts";
import { TokenUsageTracker } from "./token-usage.ts";
import type { ToolCall } from "./tool-calls.ts";

const KIND_NUMBERS = Object.fromEntries(ITEM_KINDS.map((kind, i) => [kind, i])) as Readonly<
  Record<ItemKind, number>
>;

export class ItemStore {
  readonly timeline: Timeline;
  readonly items: Item[] = [];
  /** Items that changed after their creation, once for each change. */
  readonly changedItems: Item[] = [];
  /** In order of creation. */
  readonly plans: Item[] = [];
  readonly tools: ToolCall[] = [];
  /** Those that failed, in the order they ended. */
  readonly failedTools: ToolCall[] = [];
  /** The details of items beyond their entries. */
  readonly details = new Map<Item, ItemDetail>();
  readonly usage = new TokenUsageTracker();
  /** The events that violate each rule. */
  readonly violations = new Map<DialectRuleId, EventIndex>();
  /** The number of events of each row kind over time. */
  readonly histogram = new Histogram(ITEM_KINDS.length);
  /** The item of each entry. */
  protected readonly entryItems: Item[] = [];
  /** Items that show events of other items' entries. */
  readonly #shownEvents = new EventValues<Item>();

  constructor(timeline: Timeline) {
    this.timeline = timeline;
  }

  getEntryItem(entry: number): Item | undefined {
    return this.entryItems[entry];
  }

  /** The item that an event is shown in. */
  getEventItem(ordinal: number): Item | undefined {
    return (
      this.#shownEvents.get(ordinal) ?? this.entryItems[this.timeline.events.entry.at(ordinal)]
    );
  }

  /** Counts an event for the row that shows it. */
  protected countEvent(ordinal: number): void {
    const { entryItems, timeline } = this;
    const own = entryItems[timeline.events.entry.at(ordinal)];
    if (own?.mergedInto) this.#passOnIssues(own);
    const item = this.getEventItem(ordinal)?.getRowItemAt(ordinal);
    if (item) this.histogram.add(this.timeline.events.time.at(ordinal), KIND_NUMBERS[item.kind]);
  }

  showEventIn(item: Item, ordinal: number): void {
    this.#shownEvents.add(ordinal, item);
  }

  createNestedItem(update: Pick<EntryUpdate, "item" | "ordinal" | "time">): Item {
    const { item, ordinal, time } = update;
    const made = new Item(this.items.length, item.entry, item, {
      firstEvent: ordinal,
      time,
      isNested: true,
    });
    this.items.push(made);
    this.addEvent(made, ordinal);
    return made;
  }

  createGroupItem({ entry, parent, time }: Item, firstEvent: number): Item {
    const made = new Item(this.items.length, entry, parent, {
      firstEvent: firstEvent,
      time,
      isNested: false,
    });
    this.items.push(made);
    return made;
  }

  addEvent(item: Item, ordinal: number): void {
    item.addEvent(ordinal, this.#getByteLength(ordinal));
  }

  setDetail(item: Item, detail: ItemDetail): boolean {
    const known = this.details.get(item);
    if (!known) this.details.set(item, detail);
    return !known || known === detail;
  }

  setKind(item: Item, kind: ItemKind, reason: DialectReason, firstEvent: number): void {
    if (item.setKind(kind, reason, firstEvent) && firstEvent > item.firstEvent)
      this.changedItems.push(item);
  }

  mergeItem(item: Item, by: Item, firstEvent: number): void {
    if (item === by || item.mergedInto) return;
    item.mergedInto = { firstEvent: firstEvent, item: by };
    this.#passOnIssues(item);
    this.changedItems.push(item);
  }

  /** Shows the problems of an item without a row on the row that shows it. */
  #passOnIssues({ entry, inheritedIssues, mergedInto }: Item): void {
    if (!mergedInto) return;
    const rowItem = mergedInto.item.getRowItemAt(Number.POSITIVE_INFINITY);
    const since = mergedInto.firstEvent;
    for (const problem of entry.issues) {
      rowItem.addInheritedIssue(problem, Math.max(problem.firstEvent, since));
    }
    for (const { issue: problem, firstEvent } of inheritedIssues)
      rowItem.addInheritedIssue(problem, Math.max(firstEvent, since));
  }

  reportViolation(item: Item, rule: DialectRuleId, ordinal: number): void {
    item.addViolation(rule, ordinal);
    const known = this.violations.get(rule) ?? new EventIndex();
    known.add(ordinal);
    this.violations.set(rule, known);
  }

  #getByteLength(ordinal: number): number {
    if (ordinal < 0) return 0;
    const { events, exchanges } = this.timeline;
    const body = exchanges[events.exchange.at(ordinal)]?.body;
    return body?.byteLength(events.start.at(ordinal), events.end.at(ordinal)) ?? 0;
  }
}
