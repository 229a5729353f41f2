/**
 * What the dialects found: items, what they are made of, and what happened to them. Entries are
 * only added; what changes about an item is kept with the event since when it holds.
 */

import { Histogram } from "../timeline/histogram.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { Noted, Track } from "../timeline/track.ts";
import type { Facet } from "./facet.ts";
import { type Ground, Item } from "./item.ts";
import { ITEM_KINDS, type ItemKind } from "./kinds.ts";
import type { RemarkRule } from "./remark.ts";
import type { Statement } from "./statement.ts";
import type { ToolCall } from "./tools.ts";
import { UsageBook } from "./usage.ts";

const KIND_NUMBER = Object.fromEntries(ITEM_KINDS.map((kind, i) => [kind, i])) as Readonly<
  Record<ItemKind, number>
>;

export class Ledger {
  readonly timeline: Timeline;
  readonly items: Item[] = [];
  /** Items that became something else after their birth, each time they did. */
  readonly changed: Item[] = [];
  /** In order of birth. */
  readonly plans: Item[] = [];
  readonly tools: ToolCall[] = [];
  /** What items are made of beyond their entries. */
  readonly facets = new Map<Item, Facet>();
  readonly usage = new UsageBook();
  /** The events that showed each rule broken. */
  readonly remarks = new Map<RemarkRule, Track>();
  /** How many events each kind of row got, along time. */
  readonly histogram = new Histogram(ITEM_KINDS.length);
  /** The item that stands on each entry. */
  protected readonly standing: Item[] = [];
  /** Items that show events of other items' entries. */
  readonly #shown = new Noted<Item>();

  constructor(timeline: Timeline) {
    this.timeline = timeline;
  }

  itemOf(entry: number): Item | undefined {
    return this.standing[entry];
  }

  /** The item that an event is shown in. */
  itemOfEvent(ordinal: number): Item | undefined {
    return this.#shown.of(ordinal) ?? this.standing[this.timeline.events.entry.at(ordinal)];
  }

  /** Counts an event as one of the row that shows it. */
  protected count(ordinal: number): void {
    const { standing, timeline } = this;
    const own = standing[timeline.events.entry.at(ordinal)];
    if (own?.absorbed) this.#tellProblems(own);
    const item = this.itemOfEvent(ordinal)?.tellerAt(ordinal);
    if (item) this.histogram.add(this.timeline.events.time.at(ordinal), KIND_NUMBER[item.kind]);
  }

  show(item: Item, ordinal: number): void {
    this.#shown.add(ordinal, item);
  }

  inside(statement: Pick<Statement, "item" | "ordinal" | "time">): Item {
    const { item, ordinal, time } = statement;
    const made = new Item(this.items.length, item.entry, item, {
      birth: ordinal,
      time,
      isInside: true,
    });
    this.items.push(made);
    this.touch(made, ordinal);
    return made;
  }

  gather({ entry, parent, time }: Item, birth: number): Item {
    const made = new Item(this.items.length, entry, parent, { birth, time, isInside: false });
    this.items.push(made);
    return made;
  }

  touch(item: Item, ordinal: number): void {
    item.touch(ordinal, this.#bytesOf(ordinal));
  }

  compose(item: Item, facet: Facet): boolean {
    const known = this.facets.get(item);
    if (!known) this.facets.set(item, facet);
    return !known || known === facet;
  }

  become(item: Item, kind: ItemKind, ground: Ground, birth: number): void {
    if (item.become(kind, ground, birth) && birth > item.birth) this.changed.push(item);
  }

  absorb(item: Item, by: Item, birth: number): void {
    if (item === by || item.absorbed) return;
    item.absorbed = { birth, by };
    this.#tellProblems(item);
    this.changed.push(item);
  }

  /** What is wrong with an item that is no row is shown by the row that tells it. */
  #tellProblems({ entry, told, absorbed }: Item): void {
    if (!absorbed) return;
    const teller = absorbed.by.tellerAt(Number.POSITIVE_INFINITY);
    const since = absorbed.birth;
    for (const problem of entry.problems) {
      teller.tellProblem(problem, Math.max(problem.birth, since));
    }
    for (const { problem, birth } of told) teller.tellProblem(problem, Math.max(birth, since));
  }

  remark(item: Item, rule: RemarkRule, ordinal: number): void {
    item.remark(rule, ordinal);
    const known = this.remarks.get(rule) ?? new Track();
    known.add(ordinal);
    this.remarks.set(rule, known);
  }

  #bytesOf(ordinal: number): number {
    if (ordinal < 0) return 0;
    const { events, exchanges } = this.timeline;
    const body = exchanges[events.exchange.at(ordinal)]?.body;
    return body?.byteLength(events.start.at(ordinal), events.end.at(ordinal)) ?? 0;
  }
}
