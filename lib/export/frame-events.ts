/** Groups events by frame: one frame may contain several events. */

import type { Timeline } from "../timeline/timeline.ts";

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
