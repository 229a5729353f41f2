/** What part of a run is looked at. */

import type { Timeline } from "./timeline.ts";
import { isDiscovery } from "./timeline-queries.ts";

/** One exchange by its index, or all that are no discovery. */
export type Scope = number | "all";

/** Does the scope show this exchange? */
export function isExchangeInScope(timeline: Timeline, scope: Scope, index: number): boolean {
  if (scope !== "all") return index === scope;
  const exchange = timeline.exchanges[index];
  return exchange !== undefined && !isDiscovery(exchange);
}

/** The last event of a scope up to and including event `n`; −1 where none came. */
export function getLastEventAt(timeline: Timeline, scope: Scope, n: number): number {
  let last = -1;
  for (const { index, events } of timeline.exchanges) {
    if (isExchangeInScope(timeline, scope, index)) last = Math.max(last, events.lastAt(n) ?? -1);
  }
  return last;
}

/** How many events a scope has. */
export function countScopeEvents(timeline: Timeline, scope: Scope): number {
  return countScopeEventsUpTo(timeline, scope, timeline.lastEvent);
}

/** An event's number for the reader: in the scope, or in its exchange where that is beside it. */
export function getEventNumber(timeline: Timeline, scope: Scope, event: number): number {
  const exchange = timeline.events.exchange.at(event);
  return countScopeEventsUpTo(
    timeline,
    isExchangeInScope(timeline, scope, exchange) ? scope : exchange,
    event,
  );
}

/** How many events of a scope came up to and including event `n`. */
export function countScopeEventsUpTo(timeline: Timeline, scope: Scope, n: number): number {
  let count = 0;
  for (const { index, events } of timeline.exchanges) {
    if (isExchangeInScope(timeline, scope, index)) count += events.countAt(n);
  }
  return count;
}
