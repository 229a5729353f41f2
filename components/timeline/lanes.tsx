"use client";
// One lane a task: its states along the axis, each with its word and how long it lasted.
import type { CSSProperties } from "react";
import { type TaskState, TERMINAL_STATES } from "../../lib/protocol/model.ts";
import { shareOf } from "../../lib/timeline/axis.ts";
import { laneSegments } from "../../lib/timeline/lanes.ts";
import type { TaskLane } from "../../lib/timeline/task.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { formatDuration } from "../ui/format.ts";
import type { Axis } from "./use-axis.ts";

const LOOKS: Readonly<Record<TaskState, string>> = {
  submitted: "submitted",
  working: "working",
  "input-required": "input",
  "auth-required": "input",
  completed: "completed",
  failed: "failed",
  canceled: "failed",
  rejected: "failed",
  unknown: "submitted",
};

export interface LaneProps {
  timeline: Timeline;
  lane: TaskLane;
  moment: number;
  axis: Axis;
  /** The run ended without the task having come to rest. */
  torn: boolean;
}

export function Lane({ timeline, lane, moment, axis, torn }: LaneProps) {
  const segments = laneSegments(timeline, lane, moment, axis.now);
  return (
    <div
      className="lane"
      role="img"
      aria-label={`Task ${lane.id}: ${segments.map(({ state }) => state).join(", ")}`}
    >
      {segments.map(({ birth, state, from, to, open, future }) => {
        const style = { "--from": shareOf(axis, from), "--to": shareOf(axis, to) } as CSSProperties;
        return (
          <span
            key={birth}
            className="lane-segment"
            data-look={LOOKS[state]}
            data-future={future || undefined}
            data-torn={(open && torn) || undefined}
            style={style}
            title={state}
          >
            <span>
              {state}
              {!TERMINAL_STATES.has(state) && <i>{formatDuration(to - from)}</i>}
            </span>
          </span>
        );
      })}
    </div>
  );
}
