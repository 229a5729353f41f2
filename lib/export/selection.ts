/**
 * What part of a run leaves: chosen events, exchanges, tasks. What is chosen in several ways must
 * be chosen in each of them.
 */

import type { Timeline } from "../timeline/timeline.ts";

/** Ordinals of the timeline's events, both included. */
export interface EventRange {
  readonly first: number;
  readonly last: number;
}

export interface Selection {
  /** In order, apart from each other; absent: all. */
  readonly events?: readonly EventRange[];
  /** By their ids. */
  readonly exchanges?: readonly string[];
  /** By their ids. */
  readonly tasks?: readonly string[];
}

export const WHOLE_RUN: Selection = {};

export function isWholeRun({ events, exchanges, tasks }: Selection): boolean {
  return events === undefined && exchanges === undefined && tasks === undefined;
}

/** The ranges that these events make up; they come in ascending order. */
export function toEventRanges(ordinals: Iterable<number>): EventRange[] {
  const ranges: { first: number; last: number }[] = [];
  for (const ordinal of ordinals) {
    const range = ranges[ranges.length - 1];
    if (range && ordinal <= range.last + 1) range.last = Math.max(range.last, ordinal);
    else ranges.push({ first: ordinal, last: ordinal });
  }
  return ranges;
}

/** Says of each event whether it is chosen. */
export function createEventPredicate(
  timeline: Timeline,
  selection: Selection,
): (ordinal: number) => boolean {
  const { events, entries, exchanges, tasks } = timeline;
  const ofExchanges = selection.exchanges && new Set(selection.exchanges);
  const ofTasks = selection.tasks && new Set(selection.tasks);
  return (ordinal) => {
    if (selection.events && !isInRanges(selection.events, ordinal)) return false;
    const exchange = exchanges[events.exchange.at(ordinal)];
    if (!exchange || (ofExchanges && !ofExchanges.has(exchange.id))) return false;
    if (!ofTasks) return true;
    const task = tasks[entries[events.entry.at(ordinal)]?.task ?? -1];
    // An error names no task: it answers the request that does.
    return ofTasks.has(task?.id ?? exchange.request?.taskId ?? "");
  };
}

function isInRanges(ranges: readonly EventRange[], ordinal: number): boolean {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ranges[middle]?.last ?? ordinal) < ordinal) low = middle + 1;
    else high = middle;
  }
  const range = ranges[low];
  return range !== undefined && range.first <= ordinal;
}
