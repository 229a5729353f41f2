/** A task's states along the time axis, as of an event. */

import type { TaskState } from "../protocol/model.ts";
import type { TaskLane } from "./task.ts";
import type { Timeline } from "./timeline.ts";
import { bornBy } from "./track.ts";

export interface LaneSegment {
  /** The event that brought it. */
  readonly birth: number;
  readonly state: TaskState;
  readonly from: number;
  readonly to: number;
  /** It went on when the log ended, without having come to rest. */
  readonly open: boolean;
  /** Not yet reached as of the event looked at. */
  readonly future: boolean;
}

/** The whole lane; what was not yet there at event `n` is marked, not left out. */
export function laneSegments(
  timeline: Timeline,
  lane: TaskLane,
  n: number,
  end: number,
): LaneSegment[] {
  const known = bornBy(lane.transitions, n);
  return lane.transitions.map(({ state, birth }, i) => {
    const next = lane.transitions[i + 1];
    return {
      birth,
      state,
      from: timeline.events.time.at(birth),
      to: next ? timeline.events.time.at(next.birth) : end,
      open: next === undefined,
      future: i >= known,
    };
  });
}

/** The events at which a task changed its state, in order. */
export function stateChanges(timeline: Timeline): number[] {
  return timeline.tasks
    .flatMap((lane) => lane.transitions.map(({ birth }) => birth))
    .sort((a, b) => a - b);
}
