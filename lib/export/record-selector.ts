/**
 * Trims a log: takes the records of a run and returns those of the selection.
 *
 * Guarantees: nothing is invented; records are left out or cut between frames and keep their times,
 * and notes state what is missing. Frames stay whole. An exchange whose body lost its end has no
 * `end` record. What happened after the last selected event is left out, as if the log ended there.
 */

import { countFirst } from "../collections/bisect.ts";
import { formatPlural } from "../text/plural.ts";
import { decodeBase64, decodeStrict, encodeBase64, getUtf8Length } from "../text/utf8.ts";
import type { Exchange } from "../timeline/exchange.ts";
import { Ingest } from "../timeline/ingest.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { DataRecord, NoteRecord, OpenRecord, WireRecord } from "../wire/record.ts";
import {
  type BodyByteRange,
  findKeptExchanges,
  type KeptExchanges,
  type KeptFrames,
} from "./kept-frames.ts";
import { isWholeRun, type Selection } from "./selection.ts";

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

/** Number of bytes in the record; 0 if they cannot be decoded. */
function getDataLength({ text, b64, n }: DataRecord): number {
  if (b64 === undefined) return n ?? getUtf8Length(text ?? "");
  return decodeBytes(b64)?.length ?? 0;
}

/** The parts of the record inside the spans. The record is at `start` to `end` of the body. */
function trimData(
  record: DataRecord,
  start: number,
  end: number,
  spans: readonly BodyByteRange[],
  limit: number,
): DataRecord[] {
  const parts: DataRecord[] = [];
  let bytes: Uint8Array | null = null;
  for (let i = findFirstRangeAfter(spans, start); i < spans.length; i++) {
    const span = spans[i];
    if (!span || span.from >= Math.min(end, limit)) break;
    const from = Math.max(span.from, start) - start;
    const to = Math.min(span.to, end, limit) - start;
    if (to <= from) break;
    if (to - from === end - start) return [record];
    bytes ??= getBytes(record);
    parts.push(createPart(record, bytes.subarray(from, to)));
  }
  return parts;
}

/** Index of the first span that ends after `at`. */
function findFirstRangeAfter(spans: readonly BodyByteRange[], at: number): number {
  return countFirst(spans.length, (i) => (spans[i]?.to ?? 0) <= at);
}

function createPart({ x, t, b64 }: DataRecord, bytes: Uint8Array): DataRecord {
  const text = b64 === undefined ? decodeStrict(bytes) : null;
  const content = text === null ? { b64: encodeBase64(bytes) } : { text };
  return { r: "data", x, t, ...content, n: bytes.length };
}

function getBytes({ text, b64 }: DataRecord): Uint8Array {
  return b64 === undefined
    ? new TextEncoder().encode(text)
    : (decodeBytes(b64) ?? new Uint8Array(0));
}

function decodeBytes(b64: string): Uint8Array | null {
  try {
    return decodeBase64(b64);
  } catch {
    return null;
  }
}

interface ExchangeProgress {
  readonly exchange: Exchange;
  isOpen: boolean;
  bytes: number;
  /** Number of events that have been read. */
  events: number;
}

/**
 * Tracks progress while the records of a run are read a second time: the last event up to which all
 * events have been read.
 */
class RecordProgress {
  /** Number of the last event up to which all have been read; −1 before the first. */
  lastEvent = -1;
  readonly #timeline: Timeline;
  readonly #exchanges: ReadonlyMap<string, ExchangeProgress>;
  readonly #receivedEvents: Uint8Array;

  constructor(timeline: Timeline) {
    this.#timeline = timeline;
    this.#receivedEvents = new Uint8Array(timeline.events.length);
    const progress = timeline.exchanges.map((exchange) => {
      return [exchange.id, { exchange, isOpen: false, bytes: 0, events: 0 }] as const;
    });
    this.#exchanges = new Map(progress);
  }

  /** Opens an exchange; `false` if it is unknown or already open. */
  openExchange(exchange: string): boolean {
    const progress = this.#exchanges.get(exchange);
    if (!progress || progress.isOpen) return false;
    progress.isOpen = true;
    return true;
  }

  /** Number of body bytes read so far; `null` if the exchange is not open. */
  getByteCount(exchange: string): number | null {
    const progress = this.#exchanges.get(exchange);
    return progress?.isOpen ? progress.bytes : null;
  }

  /** Ignores bytes of exchanges that are not open: they belong to no body. */
  addBytes(exchange: string, bytes: number): void {
    const progress = this.#exchanges.get(exchange);
    if (!progress?.isOpen) return;
    progress.bytes += bytes;
    this.#advance(progress, false);
  }

  endExchange(exchange: string): void {
    const progress = this.#exchanges.get(exchange);
    if (progress) this.#advance(progress, true);
  }

  /** The recorder was stopped, so all exchanges ended. */
  endAll(): void {
    for (const progress of this.#exchanges.values()) this.#advance(progress, true);
  }

  #advance(progress: ExchangeProgress, isEnd: boolean): void {
    if (!progress.isOpen) return;
    const { body, events, framer } = progress.exchange;
    const columns = this.#timeline.events;
    // Only the byte after a JSON value shows that the value is complete, and the end that a binary body is.
    const isAlone = framer?.framing === "json" || framer?.framing === "binary";
    const lookahead = isAlone && !isEnd ? 1 : 0;
    while (progress.events < events.count) {
      const ordinal = events.at(progress.events);
      const end = body.byteOffset(columns.end.at(ordinal));
      if (!isEnd && end + lookahead > progress.bytes) break;
      this.#receivedEvents[ordinal] = 1;
      progress.events++;
    }
    while (this.#receivedEvents[this.lastEvent + 1] === 1) this.lastEvent++;
  }
}
