/**
 * Selects the part of a run to export by events, exchanges and tasks. An event must match all
 * criteria that are set.
 */

import { countFirst } from "../collections/bisect.ts";
import type { Timeline } from "../timeline/timeline.ts";

/** Event numbers of the timeline, both inclusive. */
export interface EventRange {
  readonly first: number;
  readonly last: number;
}

export interface Selection {
  /** Ascending and disjoint; absent: all. */
  readonly events?: readonly EventRange[];
  /** Ids; absent: all. */
  readonly exchanges?: readonly string[];
  /** Ids; absent: all. */
  readonly tasks?: readonly string[];
}

export const WHOLE_RUN: Selection = {};

export function isWholeRun({ events, exchanges, tasks }: Selection): boolean {
  return events === undefined && exchanges === undefined && tasks === undefined;
}

/** Joins event numbers, in ascending order, into ranges. */
export function toEventRanges(ordinals: Iterable<number>): EventRange[] {
  const ranges: { first: number; last: number }[] = [];
  for (const ordinal of ordinals) {
    const range = ranges[ranges.length - 1];
    if (range && ordinal <= range.last + 1) range.last = Math.max(range.last, ordinal);
    else ranges.push({ first: ordinal, last: ordinal });
  }
  return ranges;
}

/** Creates a predicate that says whether an event is selected. */
export function createEventPredicate(
  timeline: Timeline,
  selection: Selection,
): (ordinal: number) => boolean {
  const { events, entries, exchanges, tasks } = timeline;
  const exchangeIds = selection.exchanges && new Set(selection.exchanges);
  const taskIds = selection.tasks && new Set(selection.tasks);
  return (ordinal) => {
    if (selection.events && !isInRanges(selection.events, ordinal)) return false;
    const exchange = exchanges[events.exchange.at(ordinal)];
    if (!exchange || (exchangeIds && !exchangeIds.has(exchange.id))) return false;
    if (!taskIds) return true;
    const task = tasks[entries[events.entry.at(ordinal)]?.task ?? -1];
    // An error has no task id: it belongs to the task that the request names.
    return taskIds.has(task?.id ?? exchange.request?.taskId ?? "");
  };
}

function isInRanges(ranges: readonly EventRange[], ordinal: number): boolean {
  const range = ranges[countFirst(ranges.length, (i) => (ranges[i]?.last ?? ordinal) < ordinal)];
  return range !== undefined && range.first <= ordinal;
}
