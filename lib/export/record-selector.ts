/**
 * Records of a run in, records of the chosen part out: what a trimmed log is. Nothing is made up:
 * records are left out or cut between frames, keep their times, and notes say what is missing.
 *
 * Guarantees: frames stay whole; of a body that lost its end the log does not say how it ended;
 * what happened behind the last chosen event is left out, as if the log ended there.
 */

import { Ingest } from "../timeline/ingest.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { formatPlural } from "../wire/plural.ts";
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

/** The chosen part of records that can be gone through twice; their timeline, where it is at hand. */
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

/** Takes the records that the timeline was made of, in order. */
export class RecordSelector {
  readonly #kept: KeptExchanges;
  readonly #progress: RecordProgress;
  readonly #isWhole: boolean;
  #isBegun = false;

  constructor(timeline: Timeline, selection: Selection) {
    this.#kept = findKeptExchanges(timeline, selection);
    this.#progress = new RecordProgress(timeline);
    this.#isWhole = isWholeRun(selection);
  }

  /** Does anything stay? */
  get isEmpty(): boolean {
    return this.#kept.exchanges.size === 0;
  }

  push(record: WireRecord): WireRecord[] {
    if (this.#isWhole) return [record];
    const isOver = this.#isPastEnd();
    switch (record.r) {
      case "loupe":
        return [record];
      case "resume":
        this.#progress.endAll();
        return isOver ? [] : [record];
      case "open":
        return this.#selectOpen(record, isOver);
      case "data":
        return this.#selectData(record, isOver);
      case "end":
        this.#progress.endExchange(record.x);
        return this.#kept.exchanges.get(record.x)?.keepsEnd && !isOver ? [record] : [];
      default: {
        const isKept = record.x === undefined ? this.#isBegun : this.#kept.exchanges.has(record.x);
        return isKept && !isOver ? [record] : [];
      }
    }
  }

  #isPastEnd(): boolean {
    return this.#progress.lastEvent > this.#kept.last;
  }

  /** The first exchange tells of the whole log; each that was cut of itself. */
  #selectOpen(record: OpenRecord, isOver: boolean): WireRecord[] {
    const kept = this.#kept.exchanges.get(record.x);
    if (!this.#progress.openExchange(record.x) || !kept || isOver) return [];
    const notes: NoteRecord[] = [];
    if (!this.#isBegun && this.#isTrimmed())
      notes.push(createNote(formatTrimNote(this.#kept.leftOut)));
    if (kept.leftOut > 0) notes.push(createNote(formatCutNote(kept), record.x));
    this.#isBegun = true;
    return [record, ...notes];
  }

  #isTrimmed(): boolean {
    const { last, leftOut } = this.#kept;
    return leftOut.events + leftOut.exchanges > 0 || Number.isFinite(last);
  }

  #selectData(record: DataRecord, isOver: boolean): WireRecord[] {
    const kept = this.#kept.exchanges.get(record.x);
    const start = this.#progress.getByteCount(record.x);
    if (start === null) return [];
    const end = start + getDataLength(record);
    this.#progress.addBytes(record.x, end - start);
    const limit = isOver ? (kept?.end ?? 0) : Number.POSITIVE_INFINITY;
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
  const what = parts.length === 0 ? "nothing but what came after its last event" : parts.join(", ");
  return `This log was trimmed. Left out: ${what}.`;
}

function formatCutNote({ leftOut, keepsEnd }: KeptFrames): string {
  const end = keepsEnd ? "" : ", and how it ended";
  return `Left out of this answer when the log was trimmed: ${formatPlural(leftOut, "event")}${end}.`;
}
