/** A task's states along the time axis, as of an event, as fine as can be seen. */

import type { TaskState } from "../protocol/model.ts";
import { findFirstAtOrAfter } from "./axis.ts";
import { countUpToEvent } from "./event-index.ts";
import { isExchangeInScope, type Scope } from "./scope.ts";
import type { TaskLane } from "./task.ts";
import type { TimeRange } from "./time-range.ts";
import type { Timeline } from "./timeline.ts";

export interface LaneSegment {
  /** The event that brought it. */
  readonly firstEvent: number;
  /** The last of its states. */
  readonly state: TaskState;
  readonly label: string;
  /** More than one where they are too short to be told apart. */
  readonly states: number;
  readonly from: number;
  readonly to: number;
  /** It went on when the log ended, without having come to rest. */
  readonly open: boolean;
  /** Not yet reached as of the event looked at. */
  readonly future: boolean;
}

/** What is seen of a lane: a part of the axis, and the shortest time that can be seen on it. */
export interface LaneView extends TimeRange {
  /** The newest moment there is. */
  readonly now: number;
  readonly finest: number;
}

/**
 * The states within the view; what was not yet there at event `n` is marked, not left out. States
 * that came and went within the shortest time are one segment, so there are never more than two
 * for each such time, however often a task changed its mind.
 */
export function createLaneSegments(
  timeline: Timeline,
  { transitions }: TaskLane,
  n: number,
  { from, to, now, finest }: LaneView,
): LaneSegment[] {
  const known = countUpToEvent(transitions, n);
  const timeOf = (index: number) => {
    const transition = transitions[index];
    return transition ? timeline.events.time.at(transition.firstEvent) : now;
  };
  const segments: LaneSegment[] = [];
  let first = Math.max(0, findFirstAtOrAfter(timeOf, 0, transitions.length, from) - 1);
  while (first < transitions.length && timeOf(first) <= to) {
    const border = first < known ? known : transitions.length;
    const next = findFirstAtOrAfter(timeOf, first + 1, border, timeOf(first) + finest);
    // The state that outlasts the shortest time is a segment of its own, but for the first.
    const end = Math.max(first + 1, next - 1);
    const last = transitions[end - 1];
    if (!last) break;
    segments.push({
      firstEvent: transitions[first]?.firstEvent ?? last.firstEvent,
      state: last.state,
      label: last.label,
      states: end - first,
      from: timeOf(first),
      to: timeOf(end),
      open: end === transitions.length,
      future: first >= known,
    });
    first = end;
  }
  return segments;
}

/** The newest tasks of a scope, at most so many, the oldest of them first. */
export function findNewestLanes(timeline: Timeline, scope: Scope, most: number): TaskLane[] {
  const shown = timeline.exchanges.filter(({ index }) => isExchangeInScope(timeline, scope, index));
  const found: TaskLane[] = [];
  for (const lane of timeline.tasks.toReversed()) {
    if (found.length === most) break;
    if (shown.some(({ taskSet }) => taskSet.has(lane.index))) found.push(lane);
  }
  return found.reverse();
}

/** The events at which a task changed its state, in order. */
export function getStateChangeEvents(timeline: Timeline): number[] {
  return timeline.tasks
    .flatMap((lane) => lane.transitions.map(({ firstEvent }) => firstEvent))
    .sort((a, b) => a - b);
}
