/** What the folds may write: new items, what items are made of, what happened to them. */

import type { Timeline } from "../timeline/timeline.ts";
import type { Facet } from "./facet.ts";
import type { Attachment, Ground, Item } from "./item.ts";
import type { ItemKind } from "./kinds.ts";
import type { RemarkRule } from "./remark.ts";
import type { Statement } from "./statement.ts";
import type { ToolCall } from "./tools.ts";
import type { UsageBook } from "./usage.ts";

export interface Scribe {
  readonly timeline: Timeline;
  readonly items: readonly Item[];
  readonly plans: Item[];
  readonly tools: ToolCall[];
  readonly facets: ReadonlyMap<Item, Facet>;
  readonly usage: UsageBook;
  /** Is a family listened to, and may it make something of this kind? */
  makes(family: string, kind: ItemKind): boolean;
  /** The item that stands on an entry. */
  itemOf(entry: number): Item | undefined;
  /** A new item for something inside an entry, under the item of that entry. */
  inside(statement: Pick<Statement, "item" | "ordinal" | "time">): Item;
  /** A new item, born in an event, for many that it will tell; it stands where the first does. */
  gather(first: Item, birth: number): Item;
  /** Counts an event as one of an item's own. */
  touch(item: Item, ordinal: number): void;
  /** An event is shown by an item that does not stand on the event's entry. */
  show(item: Item, ordinal: number): void;
  /** Reads a statement that a fold put together. */
  hear(statement: Statement): void;
  /** What a statement says beside what it tells, without telling it. */
  besides(statement: Statement): readonly Attachment[];
  /** What an item is made of: the first to say keeps it, and is told whether that was this one. */
  compose(item: Item, facet: Facet): boolean;
  /** An item is understood as something from an event on. */
  become(item: Item, kind: ItemKind, ground: Ground, birth: number): void;
  /** Another item tells this one from an event on. */
  absorb(item: Item, by: Item, birth: number): void;
  /** Something about an item is wrong, as an event shows. */
  remark(item: Item, rule: RemarkRule, ordinal: number): void;
}
