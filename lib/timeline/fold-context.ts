/** The event being folded: where it stands, and what the fold notices about it on the way. */

import type { Exchange } from "./exchange.ts";
import type { EntryOrigin, Timeline } from "./timeline.ts";

export interface FoldContext {
  readonly timeline: Timeline;
  readonly exchange: Exchange;
  readonly ordinal: number;
  readonly time: number;
  readonly bytes: number;
  /** Bits of `Disorder`. */
  disorder: number;
  /** The entry that shows this event; −1 until one does. */
  entry: number;
}

/** The place of something born in this event. */
export function createEntryOrigin(context: FoldContext, task: number, parent = -1): EntryOrigin {
  const { ordinal, time, exchange } = context;
  return { ordinal, time, exchange: exchange.index, task, parent };
}

/** Marks an entry as touched by this event; the first one touched shows it. */
export function addToEntry(context: FoldContext, entry: number): void {
  context.timeline.entries[entry]?.events.add(context.ordinal, context.bytes);
  if (context.entry < 0) context.entry = entry;
}
