/** Time ranges of a run: what a scope covers, and what happened between two times. */

import type { Exchange } from "./exchange.ts";
import { isExchangeInScope, type Scope } from "./scope.ts";
import type { Timeline } from "./timeline.ts";

/** Two times on the recording's clock, in milliseconds. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** The time range of a scope; `null` if nothing has a time. */
export function getScopeTimeRange(timeline: Timeline, scope: Scope): TimeRange | null {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const exchange of timeline.exchanges) {
    if (!isExchangeInScope(timeline, scope, exchange.index)) continue;
    const { open, head, end, events } = exchange;
    const last = events.count > 0 ? timeline.events.time.at(events.last) : Number.NaN;
    for (const time of [open.time, head?.time ?? Number.NaN, end?.time ?? Number.NaN, last]) {
      if (time < from) from = time;
      if (time > to) to = time;
    }
  }
  return from <= to ? { from, to } : null;
}

/**
 * The idle gaps of a scope, in time order: from the end of one exchange to the next request, while
 * no other is open. In a live run, exchanges without an end are open.
 */
export function findIdleGaps(timeline: Timeline, scope: Scope, live: boolean): TimeRange[] {
  const busy: TimeRange[] = [];
  for (const exchange of timeline.exchanges) {
    if (!isExchangeInScope(timeline, scope, exchange.index)) continue;
    const whole = getExchangesTimeRange(timeline, [exchange], timeline.lastEvent);
    if (!whole) continue;
    const goesOn = live && exchange.end === null;
    busy.push(goesOn ? { from: whole.from, to: Number.POSITIVE_INFINITY } : whole);
  }
  busy.sort((a, b) => a.from - b.from);
  const gaps: TimeRange[] = [];
  let until = busy[0]?.to ?? Number.NaN;
  for (const { from, to } of busy) {
    if (from > until) gaps.push({ from: until, to: from });
    if (to > until) until = to;
  }
  return gaps;
}

/** How long at least one of these exchanges was in progress, as of event `n`: without idle gaps. */
export function getActiveTime(
  timeline: Timeline,
  exchanges: readonly Exchange[],
  n: number,
): number | null {
  const ranges = exchanges
    .flatMap((exchange) => getExchangesTimeRange(timeline, [exchange], n) ?? [])
    .sort((a, b) => a.from - b.from);
  let active = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { from, to } of ranges) {
    active += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return ranges.length === 0 ? null : active;
}

/** From the first request of these exchanges to the last end, as of event `n`. */
export function getExchangesTimeRange(
  timeline: Timeline,
  exchanges: readonly Exchange[],
  n: number,
): TimeRange | null {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const exchange of exchanges) {
    const last = exchange.events.lastAt(n);
    const end = exchange.endAt(n)?.time ?? Number.NaN;
    const lastEventTime = last === null ? Number.NaN : timeline.events.time.at(last);
    if (exchange.open.time < from) from = exchange.open.time;
    for (const time of [exchange.open.time, lastEventTime, end]) if (time > to) to = time;
  }
  return from <= to ? { from, to } : null;
}

interface TimeRangeSummary {
  readonly events: number;
  readonly bytes: number;
}

/** Counts the events and bytes in a time range. */
export function summarizeTimeRange(
  timeline: Timeline,
  scope: Scope,
  { from, to }: TimeRange,
): TimeRangeSummary {
  const { time } = timeline.events;
  const first = findFirstEventFrom(timeline, from);
  const last = time.countUpTo(to) - 1;
  let events = 0;
  let bytes = 0;
  for (const exchange of timeline.exchanges) {
    if (!isExchangeInScope(timeline, scope, exchange.index)) continue;
    const track = exchange.events;
    events += Math.max(0, track.countAt(last) - track.countAt(first - 1));
    bytes += Math.max(0, track.bytesAt(last) - track.bytesAt(first - 1));
  }
  return { events, bytes };
}

/** The first and last event in a time range; `null` if there is none. */
export function findEventsInRange(
  timeline: Timeline,
  { from, to }: TimeRange,
): { first: number; last: number } | null {
  const first = findFirstEventFrom(timeline, from);
  const last = findEventAt(timeline, to);
  return first <= last ? { first, last } : null;
}

/** The last event at or before a time; −1 if there is none. */
export function findEventAt(timeline: Timeline, time: number): number {
  return timeline.events.time.countUpTo(time) - 1;
}

/** The time of the next or previous event; the time itself if there is none. */
export function findAdjacentEventTime(timeline: Timeline, time: number, direction: 1 | -1): number {
  const { time: times } = timeline.events;
  const event =
    direction > 0 ? findEventAt(timeline, time) + 1 : findFirstEventFrom(timeline, time) - 1;
  return event >= 0 && event < times.length ? times.at(event) : time;
}

function findFirstEventFrom(timeline: Timeline, time: number): number {
  let event = findEventAt(timeline, time);
  const { time: times } = timeline.events;
  // Events at exactly this time belong to the range.
  while (event >= 0 && times.at(event) >= time) event--;
  return event + 1;
}
