/**
 * People's notes on their way out: each a `note` record behind the record that completed its event.
 * What is passed on is otherwise as it was.
 */

import type { Timeline } from "../timeline/timeline.ts";
import type { NoteRecord, WireRecord } from "../wire/record.ts";
import type { EventNote } from "../wire/recording-metadata.ts";
import { createEventPredicate, type Selection, WHOLE_RUN } from "./selection.ts";

/** Takes the records that the timeline was made of, in order. */
export class NoteInserter {
  readonly #notesByRecord: ReadonlyMap<number, readonly EventNote[]>;
  #recordNumber = 0;

  /** Notes on events that are not chosen stay. */
  constructor(timeline: Timeline, notes: readonly EventNote[], selection: Selection = WHOLE_RUN) {
    const isChosen = createEventPredicate(timeline, selection);
    const texts = new Map<number, EventNote[]>();
    for (const note of notes) {
      const exchange = timeline.exchangeById.get(note.x);
      if (!exchange || note.event >= exchange.events.count) continue;
      const ordinal = exchange.events.at(note.event);
      if (!isChosen(ordinal)) continue;
      const record = exchange.body.recordAt(timeline.events.end.at(ordinal));
      const there = texts.get(record);
      if (there) there.push(note);
      else texts.set(record, [note]);
    }
    this.#notesByRecord = texts;
  }

  push(record: WireRecord): WireRecord[] {
    const notes = this.#notesByRecord.get(this.#recordNumber++) ?? [];
    const t = "t" in record ? record.t : null;
    return [record, ...notes.map(({ x, text }): NoteRecord => ({ r: "note", t, text, x }))];
  }
}
