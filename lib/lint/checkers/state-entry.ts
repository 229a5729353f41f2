/** Finds the task whose state an event changed. */

import type { TaskLane } from "../../timeline/task.ts";
import type { EventContext } from "../../timeline/timeline-observer.ts";

/** The task that the event belongs to. */
export function getEventLane({ timeline, ordinal }: EventContext): TaskLane | undefined {
  return timeline.tasks[timeline.entries[timeline.events.entry.at(ordinal)]?.task ?? -1];
}

/** The task whose newest transition is this event; `null` if the event changed no state. */
export function findEnteredLane(seen: EventContext): TaskLane | null {
  const lane = getEventLane(seen);
  const newest = lane?.transitions[lane.transitions.length - 1];
  return lane && newest?.firstEvent === seen.ordinal && newest.legal ? lane : null;
}
