/** Where people's notes stand in a run: the event each is on, and the row that tells of it. */

import type { Interpretation } from "../dialects/interpretation.ts";
import type { Item } from "../dialects/item.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { EventNote } from "../wire/recording-metadata.ts";

export interface AnchoredNote {
  readonly note: EventNote;
  /** Of the event. */
  readonly ordinal: number;
  readonly item: Item;
}

/** In the order of the events; what is on an event that has not come yet waits. */
export function anchorNotes(
  interpretation: Interpretation,
  notes: readonly EventNote[],
): readonly AnchoredNote[] {
  const { exchangeById } = interpretation.timeline;
  return notes
    .flatMap((note) => {
      const track = exchangeById.get(note.x)?.events;
      if (!track || note.event >= track.count) return [];
      const ordinal = track.at(note.event);
      const item = interpretation.getEventItem(ordinal)?.getRowItemAt(Number.POSITIVE_INFINITY);
      return item ? [{ note, ordinal, item }] : [];
    })
    .sort((a, b) => a.ordinal - b.ordinal);
}

/** How a note names an event. */
export function getNoteAnchor(
  { events, exchanges }: Timeline,
  ordinal: number,
): Pick<EventNote, "x" | "event"> | null {
  const exchange = exchanges[events.exchange.at(ordinal)];
  return exchange ? { x: exchange.id, event: exchange.events.countAt(ordinal) - 1 } : null;
}
