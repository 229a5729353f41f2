/** Which task an event brought into another state. */

import type { TaskLane } from "../../timeline/task.ts";
import type { Seen } from "../../timeline/watcher.ts";

/** The task that the event is of. */
export function laneOf({ timeline, ordinal }: Seen): TaskLane | undefined {
  return timeline.tasks[timeline.entries[timeline.events.entry.at(ordinal)]?.task ?? -1];
}

/** The task whose newest state the event told first; none where it told nothing new. */
export function enteredBy(seen: Seen): TaskLane | null {
  const lane = laneOf(seen);
  const newest = lane?.transitions[lane.transitions.length - 1];
  return lane && newest?.birth === seen.ordinal && newest.legal ? lane : null;
}
