/**
 * Inserts what users noted beside a recording into its exported records: each note after the record that
 * completed its event, and each decision about a call between agents before the request of the call, so
 * that it holds from the first event.
 *
 * Guarantees: all other records are passed on unchanged, but for decisions that were changed since.
 */

import type { EdgeDecision, EventNote, RecordingMetadata } from "../api/recording-metadata.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { NoteRecord, OpenRecord, WireRecord } from "../wire/record.ts";
import { createEventPredicate, type Selection, WHOLE_RUN } from "./selection.ts";

type InsertedMetadata = Pick<RecordingMetadata, "notes" | "edges">;

/** Takes the records from which the timeline was built, in order. */
export class MetadataInserter {
  readonly #notesByRecord: ReadonlyMap<number, readonly EventNote[]>;
  readonly #edges: ReadonlyMap<string, EdgeDecision>;
  #recordNumber = 0;

  /** Notes on events outside of the selection are left out. */
  constructor(
    timeline: Timeline,
    { notes, edges }: InsertedMetadata,
    selection: Selection = WHOLE_RUN,
  ) {
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
    this.#edges = new Map(edges.map((edge) => [edge.x, edge]));
  }

  push(record: WireRecord): WireRecord[] {
    const notes = this.#notesByRecord.get(this.#recordNumber++) ?? [];
    if (record.r === "open") return [...this.#createEdges(record), record];
    if (record.r === "edge" && this.#edges.has(record.x)) return [];
    const t = "t" in record ? record.t : null;
    return [record, ...notes.map(({ x, text }): NoteRecord => ({ r: "note", t, text, x }))];
  }

  #createEdges(record: OpenRecord): WireRecord[] {
    const edge = this.#edges.get(record.x);
    return edge ? [{ r: "edge", t: record.t, x: edge.x, parent: edge.parent }] : [];
  }
}
