/** The context of the event being folded: its position, and what the fold finds out about it. */

import type { Exchange } from "./exchange.ts";
import type { EntryOrigin, Timeline } from "./timeline.ts";

export interface FoldContext {
  readonly timeline: Timeline;
  readonly exchange: Exchange;
  readonly ordinal: number;
  readonly time: number;
  readonly bytes: number;
  /** Bits of `OrderIssue`. */
  orderIssues: number;
  /** The entry that shows this event; −1 until one does. */
  entry: number;
}

/** The origin of an entry created by this event. */
export function createEntryOrigin(context: FoldContext, task: number, parent = -1): EntryOrigin {
  const { ordinal, time, exchange } = context;
  return { ordinal, time, exchange: exchange.index, task, parent };
}

/** Adds this event to an entry. The first such entry displays the event. */
export function addToEntry(context: FoldContext, entry: number): void {
  context.timeline.entries[entry]?.events.add(context.ordinal, context.bytes);
  if (context.entry < 0) context.entry = entry;
}
