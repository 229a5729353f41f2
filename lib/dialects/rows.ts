/**
 * Rows of the timeline: the items that a scope shows, in order, and their content as of an event.
 * The list grows with the timeline; rows that stay keep their order.
 */

import { countBelow, countFirst } from "../collections/bisect.ts";
import { TERMINAL_STATES } from "../protocol/model.ts";
import { describeForeignState, getForeignState } from "../protocol/state-names.ts";
import { removeMarkdownMarks } from "../text/markdown-marks.ts";
import { formatPlural } from "../text/plural.ts";
import { countUpToEvent } from "../timeline/event-index.ts";
import { isLookup } from "../timeline/exchange-queries.ts";
import { isExchangeInScope, type Scope } from "../timeline/scope.ts";
import type { EntryOf, Timeline } from "../timeline/timeline.ts";
import { getErrorDetail } from "../timeline/timeline-queries.ts";
import { createFilterPredicate, hasAnyIssue, type ItemPredicate } from "./filter.ts";
import type { Interpretation } from "./interpretation.ts";
import type { Item } from "./item.ts";
import { getItemTextAt, getItemTitleAt } from "./item-content.ts";
import type { ItemKind } from "./kinds.ts";
import { RowGroups } from "./row-groups.ts";
import { type Filter, isFiltering, NO_FILTER } from "./settings.ts";

export class RowList {
  readonly interpretation: Interpretation;
  readonly scope: Scope;
  readonly filter: Filter;
  /** The same rows by turn and task. */
  readonly groups: RowGroups;
  readonly #isWanted: ItemPredicate;
  readonly #isTrouble: ItemPredicate;
  /** Indexes of the items that are hidden only because they are noise. */
  readonly #hiddenNoise = new Set<number>();
  /** Exchanges with hidden noise that may still turn out to be a problem. */
  readonly #openExchanges = new Set<number>();
  /** Indexes of the shown items, ascending, and the kind each was counted as. */
  readonly #rows: number[] = [];
  readonly #kinds = new Map<number, ItemKind>();
  readonly #countByKind = new Map<ItemKind, number>();
  #lookedItems = 0;
  #lookedEvents = 0;
  #lookedChanges = 0;

  /** The caller may define which items count as problems for a filter on problems. */
  constructor(
    interpretation: Interpretation,
    scope: Scope,
    filter: Filter = NO_FILTER,
    isTrouble: ItemPredicate = hasAnyIssue,
  ) {
    this.interpretation = interpretation;
    this.scope = scope;
    this.filter = filter;
    this.groups = new RowGroups(interpretation.timeline);
    this.#isTrouble = isTrouble;
    this.#isWanted = createFilterPredicate(interpretation, filter, isTrouble);
  }

  /**
   * Adds new items, at most the given number, and updates items that changed or now match the
   * filter. An item that is added later is added in its state at that time.
   */
  update(most = Number.POSITIVE_INFINITY): this {
    const { items, changedItems, timeline } = this.interpretation.update();
    const { events } = timeline;
    const known = this.#lookedItems;
    if (known === 0) {
      // All changes so far concern items that are added below or later.
      this.#lookedChanges = changedItems.length;
      this.#lookedEvents = events.length;
    }
    const end = Math.min(items.length, known + most);
    for (; this.#lookedItems < end; this.#lookedItems++) {
      const item = items[this.#lookedItems];
      if (!item || !this.#isInScope(item)) continue;
      this.groups.assign(item);
      this.#reconsider(item);
    }
    for (; this.#lookedChanges < changedItems.length; this.#lookedChanges++) {
      const item = changedItems[this.#lookedChanges];
      if (item && item.index < known) this.#recount(item);
    }
    // Without a query, items match from their creation on.
    if (!isFiltering(this.filter)) this.#lookedEvents = events.length;
    for (; this.#lookedEvents < events.length; this.#lookedEvents++) {
      const item = this.interpretation.getEventItem(this.#lookedEvents);
      if (item && item.index < known) this.#reconsider(item.getRowItemAt(Infinity));
    }
    this.#reconsiderExchanges();
    if (!this.isBehind) this.groups.assignEvents();
    return this;
  }

  /** Whether there are unprocessed items. */
  get isBehind(): boolean {
    return this.#lookedItems < this.interpretation.items.length;
  }

  get count(): number {
    return this.#rows.length;
  }

  /** How many rows are hidden only because they are noise. */
  get hiddenNoise(): number {
    return this.#hiddenNoise.size;
  }

  countKind(kind: ItemKind): number {
    return this.#countByKind.get(kind) ?? 0;
  }

  itemAt(row: number): Item | undefined {
    const index = this.#rows[row];
    return index === undefined ? undefined : this.interpretation.items[index];
  }

  /** The row of an item; −1 if it is not shown. */
  findRow(item: number): number {
    const row = countBelow(this.#rows, item);
    return this.#rows[row] === item ? row : -1;
  }

  /** How many of an item's ancestors have a row. */
  countShownParents({ parent }: Item): number {
    if (parent === null) return 0;
    return (this.findRow(parent.index) >= 0 ? 1 : 0) + this.countShownParents(parent);
  }

  /** How many rows exist as of event `n`: the position of the playhead. */
  countUpToEvent(n: number): number {
    return countFirst(this.#rows.length, (row) => (this.itemAt(row)?.firstEvent ?? 0) <= n);
  }

  /** Updates an item that was merged or changed its kind. */
  #recount(item: Item): void {
    const row = this.findRow(item.index);
    if (row >= 0) {
      const kind = this.#kinds.get(item.index) ?? item.kind;
      this.#rows.splice(row, 1);
      this.groups.groupOf(item)?.removeRow(item.index);
      this.#kinds.delete(item.index);
      this.#countByKind.set(kind, this.countKind(kind) - 1);
    }
    this.#reconsider(item);
  }

  /** The rows of exchanges show problems that no event brings, the last ones at their end. */
  #reconsiderExchanges(): void {
    const { exchanges } = this.interpretation.timeline;
    for (const index of this.#openExchanges) {
      const exchange = exchanges[index];
      const item = exchange && this.interpretation.getEntryItem(exchange.entry);
      if (item && this.#hiddenNoise.has(item.index)) this.#reconsider(item);
      if (exchange?.end) this.#openExchanges.delete(index);
    }
  }

  /** Adds an item that is new, or that grew and may now be shown. */
  #reconsider(item: Item): void {
    const row = countBelow(this.#rows, item.index);
    if (this.#rows[row] === item.index) return;
    this.#hiddenNoise.delete(item.index);
    if (item.mergedInto || !this.#isInScope(item) || !this.#isWanted(item)) return;
    if (!this.#isHiddenNoise(item)) return this.#add(item, row);
    this.#hiddenNoise.add(item.index);
    this.#openExchanges.add(item.exchange);
  }

  #add(item: Item, row: number): void {
    if (row === this.#rows.length) this.#rows.push(item.index);
    else this.#rows.splice(row, 0, item.index);
    this.groups.groupOf(item)?.addRow(item.index);
    const { kind } = item;
    this.#kinds.set(item.index, kind);
    this.#countByKind.set(kind, this.countKind(kind) + 1);
  }

  #isInScope({ exchange }: Item): boolean {
    return isExchangeInScope(this.interpretation.timeline, this.scope, exchange);
  }

  /** A problem is never noise. */
  #isHiddenNoise(item: Item): boolean {
    const isNoise = this.filter.hidesNoise && isProtocolNoise(this.interpretation.timeline, item);
    return isNoise && !this.#isTrouble(item);
  }
}

export interface Row {
  readonly kind: ItemKind;
  readonly title: string;
  /** Whether the title is text from the wire. */
  readonly isLiteral: boolean;
  /** The text after the title, on one line. */
  readonly preview: string;
  /** Whether it was created after the selected event. */
  readonly isFuture: boolean;
  readonly count: number;
  readonly bytes: number;
}

const PREVIEW_LENGTH = 200;

export function createRow(interpretation: Interpretation, item: Item, n: number): Row {
  const { entry } = item;
  return {
    kind: item.kindAt(Math.max(n, item.firstEvent)),
    isFuture: item.firstEvent > n,
    count: item.events.countAt(n),
    bytes: item.events.bytesAt(n),
    isLiteral: item.kind === "tool" || (entry.kind === "artifact" && !item.isNested),
    ...getRowText(interpretation, item, n),
  };
}

function getRowText(
  interpretation: Interpretation,
  item: Item,
  n: number,
): { readonly title: string; readonly preview: string } {
  const { entry } = item;
  const title = getItemTitleAt(interpretation, item, n);
  const detail = interpretation.details.get(item);
  const getLine = (n: number) =>
    removeMarkdownMarks(getItemTextAt(interpretation, item, n, PREVIEW_LENGTH));
  if (detail?.kind === "draft") {
    const seen = Math.max(n, item.firstEvent);
    const text = getLine(seen);
    return { title: text || formatPartCount(detail.draft.countAt(seen)), preview: title };
  }
  if (detail?.kind === "tool" || item.isNested) {
    return { title, preview: getLine(n) };
  }
  switch (entry.kind) {
    case "message": {
      const { role, parts } = entry.message.message;
      const text = getLine(Math.max(n, item.firstEvent));
      return {
        title: text || formatPartCount(parts.length),
        preview: role,
      };
    }
    case "state": {
      const { rawState, legal } = entry.transition;
      const isForeign = getForeignState(entry.transition) !== null;
      const preview = isForeign ? describeForeignState(rawState) : "";
      return { title, preview: legal ? preview : "invalid transition" };
    }
    case "artifact":
      return { title, preview: getLine(n) };
    case "http":
      return {
        title,
        preview: entry.detail ?? formatHttpPreview(interpretation.timeline, entry),
      };
    case "error":
      return { title, preview: getErrorDetail(entry, Math.max(n, entry.firstEvent)) };
    case "other":
      return { title, preview: entry.detail };
  }
}

function formatPartCount(count: number): string {
  return formatPlural(count, "part");
}

function formatHttpPreview(timeline: Timeline, entry: EntryOf<"http">): string {
  const exchange = timeline.exchanges[entry.exchange];
  const { httpKind } = entry;
  if (httpKind === "response") return "stream opened";
  if (httpKind === "notification") return exchange?.rejectionReason ?? "";
  if (httpKind !== "request" || !exchange) return "";
  const status = exchange.head?.record.status;
  return status === undefined ? exchange.open.record.url : `${status} ${exchange.open.record.url}`;
}

/** The time at which an item's last event so far was complete; NaN if the log has no times. */
export function getItemEndTime(timeline: Timeline, { events, time }: Item, n: number): number {
  const last = events.lastAt(n);
  return last === null || last < 0 ? time : timeline.events.time.at(last);
}

/** The end of an item's bar: a state lasts until the next one, others until their last event. */
export function getBarEnd(timeline: Timeline, item: Item, n: number): number {
  const { entry } = item;
  const isState = entry.kind === "state" && !item.isNested;
  const lane = isState ? timeline.tasks[entry.task] : undefined;
  if (!isState || !lane) return getItemEndTime(timeline, item, n);
  const { transition } = entry;
  const next = lane.transitions[countUpToEvent(lane.transitions, transition.firstEvent)];
  if (next && next.firstEvent <= n) return timeline.events.time.at(next.firstEvent);
  const isOver = TERMINAL_STATES.has(transition.state);
  const last = isOver ? null : lane.events.lastAt(n);
  return last === null ? entry.time : timeline.events.time.at(last);
}

/**
 * True for protocol noise, unless it shows a problem: rows of every exchange that say only that the
 * protocol works. These are the first states of a task, HTTP facts, keep-alives and lookups.
 */
function isProtocolNoise(timeline: Timeline, { kind, entry, isNested }: Item): boolean {
  if (kind !== entry.kind || isNested) return false;
  switch (entry.kind) {
    case "state":
      return isFirstState(entry);
    case "http":
      return isHttpNoise(timeline, entry);
    case "other":
      return isInLookup(timeline, entry.exchange);
    default:
      return false;
  }
}

function isFirstState({ transition }: EntryOf<"state">): boolean {
  const { state, legal } = transition;
  const isFirst = state === "submitted" || state === "working";
  return isFirst && legal && getForeignState(transition) === null;
}

/** A notification stands for its content; a stop, and a request without a message, for what the user did. */
function isHttpNoise(timeline: Timeline, { httpKind, exchange }: EntryOf<"http">): boolean {
  if (httpKind === "notification" || httpKind === "stopped") return false;
  return httpKind !== "request" || isInLookup(timeline, exchange);
}

function isInLookup({ exchanges }: Timeline, index: number): boolean {
  const exchange = exchanges[index];
  return exchange !== undefined && isLookup(exchange);
}
