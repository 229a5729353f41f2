/** The selected time range of the open run as a selection, and the notes in it. */

import type { EventNote } from "../api/recording-metadata.ts";
import type { Selection } from "../export/selection.ts";
import { findEventsInRange } from "../timeline/time-range.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { View } from "./view.ts";

/** `null` if no time range is selected, or if it contains no events. */
export function getMarkedSelection(
  timeline: Timeline,
  { brush, zoom, scope }: Pick<View, "brush" | "zoom" | "scope">,
): Selection | null {
  const timeRange = brush ?? zoom;
  const range = timeRange && findEventsInRange(timeline, timeRange);
  if (!range) return null;
  const exchange = scope === "all" ? undefined : timeline.exchanges[scope];
  return { events: [range], ...(exchange && { exchanges: [exchange.id] }) };
}

/** The notes on selected events, with their event numbers in the trimmed log. */
export function getNotesInSelection(
  timeline: Timeline,
  { events, exchanges }: Selection,
  notes: readonly EventNote[],
): EventNote[] {
  return notes.flatMap((note) => {
    const exchange = timeline.exchangeById.get(note.x);
    if (!exchange || note.event >= exchange.events.count) return [];
    if (exchanges && !exchanges.includes(exchange.id)) return [];
    const ordinal = exchange.events.at(note.event);
    const ranges = events ?? [{ first: 0, last: timeline.lastEvent }];
    if (!ranges.some(({ first, last }) => first <= ordinal && ordinal <= last)) return [];
    const { events: track } = exchange;
    const before = ranges.reduce((count, { first, last }) => {
      const end = Math.min(last, ordinal - 1);
      return count + Math.max(0, track.countAt(end) - track.countAt(first - 1));
    }, 0);
    return [{ ...note, event: before }];
  });
}
