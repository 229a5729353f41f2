/**
 * Finds the exchanges that a selection keeps, and the byte ranges of their bodies: whole frames, and
 * the bytes between two adjacent frames that are both kept.
 */

import type { Exchange } from "../timeline/exchange.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { createEventPredicate, type Selection } from "./selection.ts";

/** Offsets in a body, in bytes. */
export interface BodyByteRange {
  readonly from: number;
  to: number;
}

/** What is kept of one exchange. */
export interface KeptFrames {
  /** Ascending; ranges neither overlap nor touch. */
  readonly spans: readonly BodyByteRange[];
  /** Byte offset of the end of the last kept event. */
  readonly end: number;
  /** The last event is kept, so the bytes after it and the end of the exchange are too. */
  readonly keepsEnd: boolean;
  /** Number of events that are left out. */
  readonly leftOut: number;
}

export interface KeptExchanges {
  /** By exchange id; without the exchanges that are left out. */
  readonly exchanges: ReadonlyMap<string, KeptFrames>;
  /** The last kept event; what happened after the event that follows it is left out. */
  readonly last: number;
  readonly leftOut: { readonly events: number; readonly exchanges: number };
}

export function findKeptExchanges(timeline: Timeline, selection: Selection): KeptExchanges {
  const isChosen = createEventPredicate(timeline, selection);
  const kept = new Map<string, KeptFrames>();
  const { first, last } = getBounds(timeline, selection);
  let events = 0;
  for (const exchange of timeline.exchanges) {
    const frames = findKeptFrames(timeline, exchange, isChosen);
    events += frames.leftOut;
    const isEmpty = exchange.events.countAt(last) === 0;
    const isKept = isEmpty
      ? isRequestedInRange(exchange, selection, first, last)
      : frames.leftOut < exchange.events.count;
    if (isKept) kept.set(exchange.id, frames);
  }
  const exchanges = timeline.exchanges.length - kept.size;
  return { exchanges: kept, last, leftOut: { events, exchanges } };
}

function getBounds(
  { lastEvent }: Timeline,
  { events }: Selection,
): { first: number; last: number } {
  if (!events) return { first: 0, last: Number.POSITIVE_INFINITY };
  const last = events[events.length - 1]?.last ?? -1;
  return {
    first: events[0]?.first ?? 0,
    last: last >= lastEvent ? Number.POSITIVE_INFINITY : last,
  };
}

/** An exchange without events so far, such as a refused connection, is selected by its start. */
function isRequestedInRange(
  { id, firstEvent, request }: Exchange,
  selection: Selection,
  first: number,
  last: number,
): boolean {
  if (selection.exchanges && !selection.exchanges.includes(id)) return false;
  if (selection.tasks && !selection.tasks.includes(request?.taskId ?? "")) return false;
  return firstEvent >= first - 1 && firstEvent <= last;
}

function findKeptFrames(
  { events: columns }: Timeline,
  { body, events, framer }: Exchange,
  isChosen: (ordinal: number) => boolean,
): KeptFrames {
  const spans: BodyByteRange[] = [];
  let leftOut = 0;
  let isNeighbour = true;
  let end = 0;
  for (let i = 0; i < events.count; i++) {
    const ordinal = events.at(i);
    if (!isChosen(ordinal)) {
      leftOut++;
      isNeighbour = false;
      continue;
    }
    const start = columns.start.at(ordinal);
    const to = body.byteOffset(columns.end.at(ordinal));
    const span = spans[spans.length - 1];
    // The commas between array items are dropped: they are meaningless without the brackets.
    const isJoined = framer?.framing !== "json" || body.slice(end, start).trim() === "";
    const from = isNeighbour && i === 0 ? 0 : body.byteOffset(start);
    if (span && (from < span.to || (isNeighbour && isJoined))) span.to = Math.max(span.to, to);
    else spans.push({ from, to });
    isNeighbour = true;
    end = columns.end.at(ordinal);
  }
  const last = spans[spans.length - 1];
  const keepsEnd = isNeighbour;
  if (keepsEnd && last) last.to = Number.POSITIVE_INFINITY;
  if (events.count === 0) spans.push({ from: 0, to: Number.POSITIVE_INFINITY });
  return { spans, end: body.byteOffset(end), keepsEnd, leftOut };
}

/** The first event of the frame that contains event `n`. */
export function findFirstEventOfFrame({ events }: Timeline, n: number): number {
  let first = n;
  const isSame = (other: number) =>
    events.exchange.at(other) === events.exchange.at(n) &&
    events.start.at(other) === events.start.at(n) &&
    events.end.at(other) > events.start.at(other);
  while (first > 0 && isSame(first - 1)) first--;
  return first;
}
