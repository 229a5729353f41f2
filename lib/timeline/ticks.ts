/** Where along the axis a row's frames came: one mark a column, however many frames. */

import { firstFrom } from "./axis.ts";
import type { Timeline } from "./timeline.ts";
import type { Track } from "./track.ts";

/**
 * The columns in which at least one of the track's events up to `n` came. Bisection a column, so
 * a row of a million frames costs what one of a hundred does.
 */
export function tickColumns(
  timeline: Timeline,
  track: Track,
  n: number,
  axis: { readonly from: number; readonly to: number },
  columns: number,
): number[] {
  const count = track.countAt(n);
  const found: number[] = [];
  const width = (axis.to - axis.from) / columns;
  if (count === 0 || !(width > 0)) return found;
  const timeOf = (index: number) => timeline.events.time.at(track.at(index));
  let index = firstFrom(timeOf, 0, count, axis.from);
  while (index < count) {
    const column = Math.floor((timeOf(index) - axis.from) / width);
    if (!(column < columns)) break;
    found.push(column);
    index = firstFrom(timeOf, index + 1, count, axis.from + (column + 1) * width);
  }
  return found;
}
