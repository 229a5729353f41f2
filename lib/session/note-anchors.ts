/** Anchors notes in a run: finds the event of each note, and the row that shows it. */

import type { EventNote } from "../api/recording-metadata.ts";
import type { Interpretation } from "../dialects/interpretation.ts";
import type { Item } from "../dialects/item.ts";
import type { Timeline } from "../timeline/timeline.ts";

export interface AnchoredNote {
  readonly note: EventNote;
  /** The event number. */
  readonly ordinal: number;
  readonly item: Item;
}

/** Notes in the order of their events, without those whose event has not arrived yet. */
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

/** The reference that a note stores for an event. */
export function getNoteAnchor(
  { events, exchanges }: Timeline,
  ordinal: number,
): Pick<EventNote, "x" | "event"> | null {
  const exchange = exchanges[events.exchange.at(ordinal)];
  return exchange ? { x: exchange.id, event: exchange.events.countAt(ordinal) - 1 } : null;
}
