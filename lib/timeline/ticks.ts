/** Where along the axis a row's frames came: one mark a column, however many frames. */

import { findFirstAtOrAfter, type TimeAxis, toAxisShare, toAxisTime } from "./axis.ts";
import type { EventIndex } from "./event-index.ts";
import type { Timeline } from "./timeline.ts";

/**
 * The columns in which at least one of the track's events up to `n` came. Bisection a column, so
 * a row of a million frames costs what one of a hundred does.
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
