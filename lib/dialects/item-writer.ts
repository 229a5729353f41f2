/** What the folds may write: new items, what items are made of, what happened to them. */

import type { Timeline } from "../timeline/timeline.ts";
import type { DialectRuleName } from "./dialect-violation.ts";
import type { EntryUpdate } from "./entry-update.ts";
import type { Attachment, DialectReason, Item } from "./item.ts";
import type { ItemDetail } from "./item-detail.ts";
import type { ItemKind } from "./kinds.ts";
import type { TokenUsageTracker } from "./token-usage.ts";
import type { ToolCall } from "./tool-calls.ts";

export interface ItemWriter {
  readonly timeline: Timeline;
  readonly items: readonly Item[];
  readonly plans: Item[];
  readonly tools: ToolCall[];
  readonly details: ReadonlyMap<Item, ItemDetail>;
  readonly usage: TokenUsageTracker;
  /** Is a family listened to, and may it make something of this kind? */
  isEnabled(family: string, kind: ItemKind): boolean;
  /** The item that stands on an entry. */
  getEntryItem(entry: number): Item | undefined;
  /** A new item for something inside an entry, under the item of that entry. */
  createNestedItem(statement: Pick<EntryUpdate, "item" | "ordinal" | "time">): Item;
  /** A new item, born in an event, for many that it will tell; it stands where the first does. */
  createGroupItem(first: Item, firstEvent: number): Item;
  /** Counts an event as one of an item's own. */
  addEvent(item: Item, ordinal: number): void;
  /** An event is shown by an item that does not stand on the event's entry. */
  showEventIn(item: Item, ordinal: number): void;
  /** Reads a statement that a fold put together. */
  applyUpdate(update: EntryUpdate): void;
  /** What a statement says beside what it tells, without telling it. */
  findAttachments(update: EntryUpdate): readonly Attachment[];
  /** What an item is made of: the first to say keeps it, and is told whether that was this one. */
  setDetail(item: Item, facet: ItemDetail): boolean;
  /** An item is understood as something from an event on. */
  setKind(item: Item, kind: ItemKind, ground: DialectReason, firstEvent: number): void;
  /** Another item tells this one from an event on. */
  mergeItem(item: Item, by: Item, firstEvent: number): void;
  /** Something about an item is wrong, as an event shows. */
  reportViolation(item: Item, rule: DialectRuleName, ordinal: number): void;
}
