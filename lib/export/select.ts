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
import { cutData, lengthOf } from "./cut-data.ts";
import { type Kept, type KeptParts, keptParts } from "./kept.ts";
import { Reached } from "./reached.ts";
import { isWhole, type Selection } from "./selection.ts";

export { type EventRange, isWhole, rangesOf, type Selection, WHOLE } from "./selection.ts";

/** The chosen part of records that can be gone through twice; their timeline, where it is at hand. */
export function* select(
  records: Iterable<WireRecord>,
  selection: Selection,
  timeline?: Timeline,
): Generator<WireRecord> {
  const selector = new Selector(timeline ?? timelineOf(records), selection);
  for (const record of records) yield* selector.push(record);
}

function timelineOf(records: Iterable<WireRecord>): Timeline {
  const ingest = new Ingest();
  for (const record of records) ingest.push(record);
  ingest.finish();
  return ingest.timeline;
}

/** Takes the records that the timeline was made of, in order. */
export class Selector {
  readonly #parts: KeptParts;
  readonly #reached: Reached;
  readonly #isWhole: boolean;
  #isBegun = false;

  constructor(timeline: Timeline, selection: Selection) {
    this.#parts = keptParts(timeline, selection);
    this.#reached = new Reached(timeline);
    this.#isWhole = isWhole(selection);
  }

  /** Does anything stay? */
  get isEmpty(): boolean {
    return this.#parts.exchanges.size === 0;
  }

  push(record: WireRecord): WireRecord[] {
    if (this.#isWhole) return [record];
    const isOver = this.#isOver();
    switch (record.r) {
      case "loupe":
        return [record];
      case "resume":
        this.#reached.stopped();
        return isOver ? [] : [record];
      case "open":
        return this.#open(record, isOver);
      case "data":
        return this.#data(record, isOver);
      case "end":
        this.#reached.ended(record.x);
        return this.#parts.exchanges.get(record.x)?.keepsEnd && !isOver ? [record] : [];
      default: {
        const isKept = record.x === undefined ? this.#isBegun : this.#parts.exchanges.has(record.x);
        return isKept && !isOver ? [record] : [];
      }
    }
  }

  #isOver(): boolean {
    return this.#reached.last > this.#parts.last;
  }

  /** The first exchange tells of the whole log; each that was cut of itself. */
  #open(record: OpenRecord, isOver: boolean): WireRecord[] {
    const kept = this.#parts.exchanges.get(record.x);
    if (!this.#reached.opened(record.x) || !kept || isOver) return [];
    const notes: NoteRecord[] = [];
    if (!this.#isBegun && this.#isTrimmed()) notes.push(noteOf(trimmedText(this.#parts.leftOut)));
    if (kept.leftOut > 0) notes.push(noteOf(cutText(kept), record.x));
    this.#isBegun = true;
    return [record, ...notes];
  }

  #isTrimmed(): boolean {
    const { last, leftOut } = this.#parts;
    return leftOut.events + leftOut.exchanges > 0 || Number.isFinite(last);
  }

  #data(record: DataRecord, isOver: boolean): WireRecord[] {
    const kept = this.#parts.exchanges.get(record.x);
    const start = this.#reached.bytesOf(record.x);
    if (start === null) return [];
    const end = start + lengthOf(record);
    this.#reached.read(record.x, end - start);
    const limit = isOver ? (kept?.end ?? 0) : Number.POSITIVE_INFINITY;
    return kept ? cutData(record, start, end, kept.spans, limit) : [];
  }
}

function noteOf(text: string, x?: string): NoteRecord {
  return { r: "note", t: null, text, ...(x !== undefined && { x }) };
}

function trimmedText({ events, exchanges }: KeptParts["leftOut"]): string {
  const parts = [
    events > 0 ? formatPlural(events, "event") : "",
    exchanges > 0 ? formatPlural(exchanges, "exchange") : "",
  ].filter((part) => part !== "");
  const what = parts.length === 0 ? "nothing but what came after its last event" : parts.join(", ");
  return `This log was trimmed. Left out: ${what}.`;
}

function cutText({ leftOut, keepsEnd }: Kept): string {
  const end = keepsEnd ? "" : ", and how it ended";
  return `Left out of this answer when the log was trimmed: ${formatPlural(leftOut, "event")}${end}.`;
}
