/** A task's states along the time axis, as of an event, at the resolution of the screen. */

import type { TaskState } from "../protocol/model.ts";
import { findFirstAtOrAfter } from "./axis.ts";
import { countUpToEvent } from "./event-index.ts";
import { isExchangeInScope, type Scope } from "./scope.ts";
import type { TaskLane } from "./task.ts";
import type { TimeRange } from "./time-range.ts";
import type { Timeline } from "./timeline.ts";

export interface LaneSegment {
  /** The event of its first state. */
  readonly firstEvent: number;
  /** The last of its states. */
  readonly state: TaskState;
  readonly label: string;
  /** More than one if they are too short to be told apart. */
  readonly states: number;
  readonly from: number;
  readonly to: number;
  /** The last segment: no later state ends it. */
  readonly open: boolean;
  /** Not reached yet at the playhead. */
  readonly future: boolean;
}

/** The visible part of a lane: a part of the axis, and the shortest visible time on it. */
export interface LaneView extends TimeRange {
  /** The newest time. */
  readonly now: number;
  readonly finest: number;
}

/**
 * The states within the view; those after event `n` are marked as future. States shorter than the
 * finest visible time are merged, so there are never more than two segments for each such time,
 * however often the task changed state.
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
    // A state that lasts longer than the finest time gets its own segment, unless it is the first.
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

/** The newest tasks of a scope, at most `most`, oldest first. */
export function findNewestLanes(timeline: Timeline, scope: Scope, most: number): TaskLane[] {
  const shown = timeline.exchanges.filter(({ index }) => isExchangeInScope(timeline, scope, index));
  const found: TaskLane[] = [];
  for (const lane of timeline.tasks.toReversed()) {
    if (found.length === most) break;
    if (shown.some(({ taskSet }) => taskSet.has(lane.index))) found.push(lane);
  }
  return found.reverse();
}

/** The events at which any task changed its state, in order. */
export function getStateChangeEvents(timeline: Timeline): number[] {
  return timeline.tasks
    .flatMap((lane) => lane.transitions.map(({ firstEvent }) => firstEvent))
    .sort((a, b) => a - b);
}
