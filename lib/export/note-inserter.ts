/**
 * Inserts the notes of the user into exported records: each as a `note` record after the record that
 * completed its event.
 *
 * Guarantees: all other records are passed on unchanged.
 */

import type { EventNote } from "../api/recording-metadata.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { NoteRecord, WireRecord } from "../wire/record.ts";
import { createEventPredicate, type Selection, WHOLE_RUN } from "./selection.ts";

/** Takes the records from which the timeline was built, in order. */
export class NoteInserter {
  readonly #notesByRecord: ReadonlyMap<number, readonly EventNote[]>;
  #recordNumber = 0;

  /** Notes on events outside of the selection are left out. */
  constructor(timeline: Timeline, notes: readonly EventNote[], selection: Selection = WHOLE_RUN) {
    const isSelected = createEventPredicate(timeline, selection);
    const byRecord = new Map<number, EventNote[]>();
    for (const note of notes) {
      const exchange = timeline.exchangeById.get(note.x);
      if (!exchange || note.event >= exchange.events.count) continue;
      const ordinal = exchange.events.at(note.event);
      if (!isSelected(ordinal)) continue;
      const record = exchange.body.recordAt(timeline.events.end.at(ordinal));
      const known = byRecord.get(record);
      if (known) known.push(note);
      else byRecord.set(record, [note]);
    }
    this.#notesByRecord = byRecord;
  }

  push(record: WireRecord): WireRecord[] {
    const notes = this.#notesByRecord.get(this.#recordNumber++) ?? [];
    const t = "t" in record ? record.t : null;
    return [record, ...notes.map(({ x, text }): NoteRecord => ({ r: "note", t, text, x }))];
  }
}
