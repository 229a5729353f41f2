"use client";
// Lane of a task: its states along the time axis, with labels and durations.
import type { CSSProperties } from "react";
import { type TaskState, TERMINAL_STATES } from "../../lib/protocol/model.ts";
import { getDrawnLength } from "../../lib/timeline/axis.ts";
import { createLaneSegments } from "../../lib/timeline/lanes.ts";
import type { TaskLane } from "../../lib/timeline/task.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { boundText } from "../ui/bounded-text.ts";
import { formatDuration, formatQuantity } from "../ui/format.ts";
import type { Axis } from "./use-axis.ts";
import { toAxisPosition } from "./waterfall.tsx";

export const STATE_STYLES: Readonly<Record<TaskState, string>> = {
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
  playhead: number;
  axis: Axis;
  /** The run ended before the task reached a terminal state. */
  torn: boolean;
}

/** The shortest segment drawn on its own, as a share of the axis: a few pixels. */
const MIN_SHARE = 1 / 400;
/** Longer state lists are counted. */
const MAX_LISTED = 12;

export function Lane({ timeline, lane, playhead, axis, torn }: LaneProps) {
  const { from, to, now } = axis;
  const view = { from, to, now, finest: getDrawnLength(axis) * MIN_SHARE };
  const segments = createLaneSegments(timeline, lane, playhead, view);
  return (
    <div
      className="lane"
      role="img"
      aria-label={`Task ${boundText(lane.id)}: ${boundText(formatStates(lane))}`}
    >
      {segments.map((segment) => {
        const { firstEvent, state, label, states, open, future } = segment;
        const text = states > 1 ? formatQuantity(states, "change") : label;
        const style = {
          "--from": toAxisPosition(axis, segment.from),
          "--to": toAxisPosition(axis, segment.to),
          "--chars": text.length,
        } as CSSProperties;
        return (
          <span
            key={firstEvent}
            className="lane-segment"
            data-look={STATE_STYLES[state]}
            data-future={future || undefined}
            data-torn={(open && torn) || undefined}
            style={style}
            title={text}
          >
            <span>
              {boundText(text)}
              {!TERMINAL_STATES.has(state) && <i>{formatDuration(segment.to - segment.from)}</i>}
            </span>
          </span>
        );
      })}
    </div>
  );
}

function formatStates({ transitions, stateLabel }: TaskLane): string {
  if (transitions.length <= MAX_LISTED) return transitions.map((it) => it.label).join(", ");
  return `${formatQuantity(transitions.length, "state")}, last: ${stateLabel}`;
}
