/**
 * Trims a log: takes the records of a run and returns those of the selection.
 *
 * Guarantees: nothing is invented; records are left out or cut between frames and keep their times,
 * and notes state what is missing. Frames stay whole. An exchange whose body lost its end has no
 * `end` record. What happened after the last selected event is left out, as if the log ended there.
 */

import { formatPlural } from "../text/plural.ts";
import { Ingest } from "../timeline/ingest.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { DataRecord, NoteRecord, OpenRecord, WireRecord } from "../wire/record.ts";
import { findKeptExchanges, type KeptExchanges, type KeptFrames } from "./kept-frames.ts";
import { RecordProgress } from "./record-progress.ts";
import { isWholeRun, type Selection } from "./selection.ts";
import { getDataLength, trimData } from "./trim-data.ts";

export {
  type EventRange,
  isWholeRun,
  type Selection,
  toEventRanges,
  WHOLE_RUN,
} from "./selection.ts";

/** The selected records. `records` must be iterable twice; pass their timeline if there is one. */
export function* selectRecords(
  records: Iterable<WireRecord>,
  selection: Selection,
  timeline?: Timeline,
): Generator<WireRecord> {
  const selector = new RecordSelector(timeline ?? createTimeline(records), selection);
  for (const record of records) yield* selector.push(record);
}

function createTimeline(records: Iterable<WireRecord>): Timeline {
  const ingest = new Ingest();
  for (const record of records) ingest.push(record);
  ingest.finish();
  return ingest.timeline;
}

/** Takes the records from which the timeline was built, in order. */
export class RecordSelector {
  readonly #kept: KeptExchanges;
  readonly #progress: RecordProgress;
  readonly #isWhole: boolean;
  #hasBegun = false;

  constructor(timeline: Timeline, selection: Selection) {
    this.#kept = findKeptExchanges(timeline, selection);
    this.#progress = new RecordProgress(timeline);
    this.#isWhole = isWholeRun(selection);
  }

  /** Whether nothing is selected. */
  get isEmpty(): boolean {
    return this.#kept.exchanges.size === 0;
  }

  push(record: WireRecord): WireRecord[] {
    if (this.#isWhole) return [record];
    const isPastEnd = this.#isPastEnd();
    switch (record.r) {
      case "loupe":
        return [record];
      case "resume":
        this.#progress.endAll();
        return isPastEnd ? [] : [record];
      case "open":
        return this.#selectOpen(record, isPastEnd);
      case "data":
        return this.#selectData(record, isPastEnd);
      case "end":
        this.#progress.endExchange(record.x);
        return this.#kept.exchanges.get(record.x)?.keepsEnd && !isPastEnd ? [record] : [];
      default: {
        const isKept = record.x === undefined ? this.#hasBegun : this.#kept.exchanges.has(record.x);
        return isKept && !isPastEnd ? [record] : [];
      }
    }
  }

  #isPastEnd(): boolean {
    return this.#progress.lastEvent > this.#kept.last;
  }

  /** The first exchange gets a note on the whole log; each exchange that was cut, one on itself. */
  #selectOpen(record: OpenRecord, isPastEnd: boolean): WireRecord[] {
    const kept = this.#kept.exchanges.get(record.x);
    if (!this.#progress.openExchange(record.x) || !kept || isPastEnd) return [];
    const notes: NoteRecord[] = [];
    if (!this.#hasBegun && this.#isTrimmed())
      notes.push(createNote(formatTrimNote(this.#kept.leftOut)));
    if (kept.leftOut > 0) notes.push(createNote(formatCutNote(kept), record.x));
    this.#hasBegun = true;
    return [record, ...notes];
  }

  #isTrimmed(): boolean {
    const { last, leftOut } = this.#kept;
    return leftOut.events + leftOut.exchanges > 0 || Number.isFinite(last);
  }

  #selectData(record: DataRecord, isPastEnd: boolean): WireRecord[] {
    const kept = this.#kept.exchanges.get(record.x);
    const start = this.#progress.getByteCount(record.x);
    if (start === null) return [];
    const end = start + getDataLength(record);
    this.#progress.addBytes(record.x, end - start);
    const limit = isPastEnd ? (kept?.end ?? 0) : Number.POSITIVE_INFINITY;
    return kept ? trimData(record, start, end, kept.spans, limit) : [];
  }
}

function createNote(text: string, x?: string): NoteRecord {
  return { r: "note", t: null, text, ...(x !== undefined && { x }) };
}

function formatTrimNote({ events, exchanges }: KeptExchanges["leftOut"]): string {
  const parts = [
    events > 0 ? formatPlural(events, "event") : "",
    exchanges > 0 ? formatPlural(exchanges, "exchange") : "",
  ].filter((part) => part !== "");
  const what = parts.length === 0 ? "only what came after its last event" : parts.join(", ");
  return `This log was trimmed. Left out: ${what}.`;
}

function formatCutNote({ leftOut, keepsEnd }: KeptFrames): string {
  const end = keepsEnd ? "" : " and its end";
  return `Left out of this response when the log was trimmed: ${formatPlural(leftOut, "event")}${end}.`;
}
