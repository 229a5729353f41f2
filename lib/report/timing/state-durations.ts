/** Computes how long a task was in each of its states. */

import { type TaskState, TERMINAL_STATES } from "../../protocol/model.ts";
import { countUpToEvent } from "../../timeline/event-index.ts";
import type { TaskLane } from "../../timeline/task.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import { toReportTime } from "../exchange-report.ts";

export interface StateDuration {
  readonly state: TaskState;
  /** The state, or the sent value if A2A has no such state. */
  readonly label: string;
  readonly ms: number;
  /** How often the task entered the state. */
  readonly times: number;
  /** The task is still in it, as far as is known. */
  readonly open: boolean;
}

/** In order of first entry, without terminal states. `null` if the log has no times. */
export function getStateDurations(
  timeline: Timeline,
  task: TaskLane,
  n: number,
  ends = getEndsByTask(timeline, n),
): StateDuration[] | null {
  const { events } = timeline;
  const transitions = task.transitions.slice(0, countUpToEvent(task.transitions, n));
  const until = getLastSeenTime(timeline, task, n, ends);
  if (Number.isNaN(until)) return null;
  const found = new Map<string, StateDuration>();
  for (const [i, { state, label, firstEvent }] of transitions.entries()) {
    if (TERMINAL_STATES.has(state)) continue;
    const next = transitions[i + 1];
    const to = next ? events.time.at(next.firstEvent) : until;
    const before = found.get(label) ?? { ms: 0, times: 0 };
    const ms = before.ms + Math.max(0, to - events.time.at(firstEvent));
    found.set(label, { state, label, ms, times: before.times + 1, open: next === undefined });
  }
  return [...found.values()].map((time) => ({ ...time, ms: toReportTime(time.ms) ?? 0 }));
}

/** By task index, the end time of the last exchange with events of the task. */
export function getEndsByTask({ exchanges }: Timeline, n: number): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  for (const exchange of exchanges) {
    if (exchange.firstEvent > n) break;
    const end = exchange.endAt(n);
    if (!end) continue;
    for (const { task, firstEvent } of exchange.tasks) {
      if (firstEvent <= n && end.time > (ends.get(task) ?? Number.NEGATIVE_INFINITY))
        ends.set(task, end.time);
    }
  }
  return ends;
}

/** The end of its last exchange, or its last event if that is later. */
function getLastSeenTime(
  { events }: Timeline,
  task: TaskLane,
  n: number,
  ends: ReadonlyMap<number, number>,
): number {
  const last = task.events.lastAt(n);
  const time = last === null ? Number.NaN : events.time.at(last);
  const end = ends.get(task.index) ?? Number.NaN;
  return end > time ? end : time;
}
