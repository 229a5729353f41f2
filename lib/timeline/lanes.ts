/** A task's states along the time axis, as of an event, at the resolution of the screen. */

import { isTerminalOrWaiting, type TaskState, TERMINAL_STATES } from "../protocol/model.ts";
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
  /** The last segment, of a state that lasts: no later state ends it. */
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
 * The states within the view; those after event `n` are marked as future. A lane ends at its
 * terminal state, or when the last response about the task ended. States shorter than the finest
 * visible time are merged, so there are never more than two segments for each such time, however
 * often the task changed state.
 */
export function createLaneSegments(
  timeline: Timeline,
  lane: TaskLane,
  n: number,
  { from, to, now, finest }: LaneView,
): LaneSegment[] {
  const { transitions } = lane;
  const end = Math.min(now, findEndOfNews(timeline, lane));
  const known = countUpToEvent(transitions, n);
  const timeOf = (index: number) => {
    const transition = transitions[index];
    return transition ? timeline.events.time.at(transition.firstEvent) : end;
  };
  const segments: LaneSegment[] = [];
  let first = Math.max(0, findFirstAtOrAfter(timeOf, 0, transitions.length, from) - 1);
  while (first < transitions.length && timeOf(first) <= to) {
    const border = first < known ? known : transitions.length;
    const next = findFirstAtOrAfter(timeOf, first + 1, border, timeOf(first) + finest);
    // A state that lasts longer than the finest time gets its own segment, unless it is the first.
    const after = Math.max(first + 1, next - 1);
    const last = transitions[after - 1];
    if (!last) break;
    const isLast = after === transitions.length;
    const isOver = isLast && TERMINAL_STATES.has(last.state);
    if (isOver && timeOf(after - 1) < from) break;
    segments.push({
      firstEvent: transitions[first]?.firstEvent ?? last.firstEvent,
      state: last.state,
      label: last.label,
      states: after - first,
      from: timeOf(first),
      to: isOver ? timeOf(after - 1) : timeOf(after),
      open: isLast && !isOver,
      future: first >= known,
    });
    first = after;
  }
  return segments;
}

/** One line of lanes that do not overlap, in order of time. */
export type LaneLine = readonly TaskLane[];

export interface LaneLayout {
  readonly lines: readonly LaneLine[];
  /** How many tasks have no room. */
  readonly hidden: number;
}

interface LaneLayoutOptions {
  readonly maxLines: number;
  readonly maxLanes: number;
  /** The position of a time on the axis. */
  readonly place: (time: number) => number;
  /** Between two lanes of a line, on the axis. */
  readonly gap: number;
}

/** Places the tasks of a scope, newest first: a line shows one task after another. */
export function layOutLanes(
  timeline: Timeline,
  scope: Scope,
  { maxLines, maxLanes, place, gap }: LaneLayoutOptions,
): LaneLayout {
  const shown = timeline.exchanges.filter(({ index }) => isExchangeInScope(timeline, scope, index));
  const inScope = new Set(shown.flatMap(({ taskSet }) => [...taskSet]));
  const lines: { start: number; readonly lanes: TaskLane[] }[] = [];
  let placed = 0;
  let hidden = 0;
  for (const lane of timeline.tasks.toReversed()) {
    if (!inScope.has(lane.index)) continue;
    if (placed === maxLanes) {
      hidden++;
      continue;
    }
    const { from, to } = getLaneRange(timeline, lane);
    const start = place(from);
    const end = place(to) + gap;
    const line = lines.filter((it) => end <= it.start).sort((a, b) => a.start - b.start)[0];
    if (line) {
      line.start = start;
      line.lanes.push(lane);
      placed++;
    } else if (lines.length < maxLines) {
      lines.push({ start, lanes: [lane] });
      placed++;
    } else hidden++;
  }
  const inOrder = lines.map(({ lanes }) => lanes.toReversed());
  inOrder.sort(([a], [b]) => (a?.index ?? 0) - (b?.index ?? 0));
  return { lines: inOrder, hidden };
}

/** From its first state to its terminal state; without one, to the end of its last response. */
export function getLaneRange(timeline: Timeline, lane: TaskLane): TimeRange {
  const { events } = timeline;
  const { transitions, state } = lane;
  const first = transitions[0]?.firstEvent ?? 0;
  const last = transitions[transitions.length - 1]?.firstEvent ?? 0;
  const isOver = state !== null && TERMINAL_STATES.has(state);
  const to = isOver ? events.time.at(last) : findEndOfNews(timeline, lane);
  return { from: events.time.at(first), to };
}

/**
 * When the last response about a task ended: its state after that is unknown. Infinite while one
 * goes on, and for a task that waits for its client, because only the client can change that state.
 */
function findEndOfNews({ exchanges, events }: Timeline, lane: TaskLane): number {
  const goesOn = Number.POSITIVE_INFINITY;
  const last = lane.transitions.at(-1);
  if (!last || isTerminalOrWaiting(last.state)) return goesOn;
  let end = events.time.at(last.firstEvent);
  for (const { taskSet, end: ended } of exchanges) {
    if (taskSet.has(lane.index)) end = Math.max(end, ended?.record.t ?? goesOn);
  }
  return end;
}

/** The events at which any task changed its state, in order. */
export function getStateChangeEvents(timeline: Timeline): number[] {
  return timeline.tasks
    .flatMap((lane) => lane.transitions.map(({ firstEvent }) => firstEvent))
    .sort((a, b) => a - b);
}
