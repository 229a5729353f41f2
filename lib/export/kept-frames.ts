/**
 * Which exchanges of a run a selection keeps, and which bytes of their bodies: whole frames, and
 * between two neighbours that both stay what stood between them.
 */

import type { Exchange } from "../timeline/exchange.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { createEventPredicate, type Selection } from "./selection.ts";

/** Offsets in a body, in bytes. */
export interface BodyByteRange {
  readonly from: number;
  to: number;
}

/** What stays of one exchange. */
export interface KeptFrames {
  /** In order, apart from each other. */
  readonly spans: readonly BodyByteRange[];
  /** Where its last event ends, in bytes. */
  readonly end: number;
  /** Its last event stays: so does what came behind that, and how it ended. */
  readonly keepsEnd: boolean;
  /** How many of its events are left out. */
  readonly leftOut: number;
}

export interface KeptExchanges {
  /** By exchange; those that are left out have none. */
  readonly exchanges: ReadonlyMap<string, KeptFrames>;
  /** The newest event that stays; what happened after the next one did is left out. */
  readonly last: number;
  readonly leftOut: { readonly events: number; readonly exchanges: number };
}

export function findKeptExchanges(timeline: Timeline, selection: Selection): KeptExchanges {
  const isChosen = createEventPredicate(timeline, selection);
  const kept = new Map<string, KeptFrames>();
  const { first, last } = getBounds(timeline, selection);
  let events = 0;
  for (const exchange of timeline.exchanges) {
    const part = findKeptFrames(timeline, exchange, isChosen);
    events += part.leftOut;
    const isSilent = exchange.events.countAt(last) === 0;
    const isKept = isSilent
      ? isRequestedInRange(exchange, selection, first, last)
      : part.leftOut < exchange.events.count;
    if (isKept) kept.set(exchange.id, part);
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

/** One in which nothing was said by then, as a refused connection, is chosen by when it began. */
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
    // Between the values of an array stand its commas, which mean nothing without its brackets.
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
