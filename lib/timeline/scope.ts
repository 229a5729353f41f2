/** Scope: the part of a run that is shown. */

import { isDiscovery } from "./exchange-queries.ts";
import type { Timeline } from "./timeline.ts";

/** One exchange by its index, or all exchanges except discovery. */
export type Scope = number | "all";

/** Does the scope show this exchange? */
export function isExchangeInScope(timeline: Timeline, scope: Scope, index: number): boolean {
  if (scope !== "all") return index === scope;
  const exchange = timeline.exchanges[index];
  return exchange !== undefined && !isDiscovery(exchange);
}

/** The last event of a scope up to and including event `n`; −1 if there is none. */
export function getLastEventAt(timeline: Timeline, scope: Scope, n: number): number {
  let last = -1;
  for (const { index, events } of timeline.exchanges) {
    if (isExchangeInScope(timeline, scope, index)) last = Math.max(last, events.lastAt(n) ?? -1);
  }
  return last;
}

/** Number of events in a scope. */
export function countScopeEvents(timeline: Timeline, scope: Scope): number {
  return countScopeEventsUpTo(timeline, scope, timeline.lastEvent);
}

/**
 * The displayed number of an event: its number in the scope, or in its exchange if it is outside
 * the scope.
 */
export function getEventNumber(timeline: Timeline, scope: Scope, event: number): number {
  const exchange = timeline.events.exchange.at(event);
  return countScopeEventsUpTo(
    timeline,
    isExchangeInScope(timeline, scope, exchange) ? scope : exchange,
    event,
  );
}

/** Number of events of a scope up to and including event `n`. */
export function countScopeEventsUpTo(timeline: Timeline, scope: Scope, n: number): number {
  let count = 0;
  for (const { index, events } of timeline.exchanges) {
    if (isExchangeInScope(timeline, scope, index)) count += events.countAt(n);
  }
  return count;
}
