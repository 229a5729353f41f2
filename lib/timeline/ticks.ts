/** Tick marks of a row's frames along the axis: at most one per column. */

import { findFirstAtOrAfter, type TimeAxis, toAxisShare, toAxisTime } from "./axis.ts";
import type { EventIndex } from "./event-index.ts";
import type { Timeline } from "./timeline.ts";

/**
 * The columns that contain at least one event up to `n`. Uses one bisection per column, so the cost
 * does not depend on the number of events.
 */
export function findTickColumns(
  timeline: Timeline,
  track: EventIndex,
  n: number,
  axis: TimeAxis,
  columns: number,
): number[] {
  const count = track.countAt(n);
  const found: number[] = [];
  if (count === 0 || !(axis.to > axis.from)) return found;
  const timeOf = (index: number) => timeline.events.time.at(track.at(index));
  let index = findFirstAtOrAfter(timeOf, 0, count, axis.from);
  while (index < count) {
    if (!(timeOf(index) < axis.to)) break;
    const column = Math.min(columns - 1, Math.floor(toAxisShare(axis, timeOf(index)) * columns));
    if (found[found.length - 1] !== column) found.push(column);
    index = findFirstAtOrAfter(timeOf, index + 1, count, toAxisTime(axis, (column + 1) / columns));
  }
  return found;
}
