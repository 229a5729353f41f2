/** The interface through which reducers create and change items. */

import type { Timeline } from "../timeline/timeline.ts";
import type { DialectRuleId } from "./dialect-violation.ts";
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
  readonly failedTools: ToolCall[];
  readonly details: ReadonlyMap<Item, ItemDetail>;
  readonly usage: TokenUsageTracker;
  /** Whether a framework is active and may create items of this kind. */
  isEnabled(framework: string, kind: ItemKind): boolean;
  /** The item of an entry. */
  getEntryItem(entry: number): Item | undefined;
  /** Creates an item for something inside an entry, under the item of that entry. */
  createNestedItem(update: Pick<EntryUpdate, "item" | "ordinal" | "time">): Item;
  /** Creates an item, in an event, that will merge others; it takes the position of the first. */
  createGroupItem(first: Item, firstEvent: number): Item;
  /** Adds an event to an item's own events. */
  addEvent(item: Item, ordinal: number): void;
  /** Shows an event in an item other than the one of its entry. */
  showEventIn(item: Item, ordinal: number): void;
  /** Applies an update that a reducer created. */
  applyUpdate(update: EntryUpdate): void;
  /** Finds the attachments of an update without applying it. */
  findAttachments(update: EntryUpdate): readonly Attachment[];
  /** Sets the detail of an item unless another is set; returns whether this one is in place. */
  setDetail(item: Item, detail: ItemDetail): boolean;
  /** Sets the kind of an item from an event on. */
  setKind(item: Item, kind: ItemKind, reason: DialectReason, firstEvent: number): void;
  /** Merges an item into another from an event on. */
  mergeItem(item: Item, by: Item, firstEvent: number): void;
  /** Reports a violation by an item in an event. */
  reportViolation(item: Item, rule: DialectRuleId, ordinal: number): void;
}
