/** Which task an event brought into another state. */

import type { TaskLane } from "../../timeline/task.ts";
import type { EventContext } from "../../timeline/timeline-observer.ts";

/** The task that the event is of. */
export function getEventLane({ timeline, ordinal }: EventContext): TaskLane | undefined {
  return timeline.tasks[timeline.entries[timeline.events.entry.at(ordinal)]?.task ?? -1];
}

/** The task whose newest state the event told first; none where it told nothing new. */
export function findEnteredLane(seen: EventContext): TaskLane | null {
  const lane = getEventLane(seen);
  const newest = lane?.transitions[lane.transitions.length - 1];
  return lane && newest?.firstEvent === seen.ordinal && newest.legal ? lane : null;
}
