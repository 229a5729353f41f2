"use client";
// Lane of a task: its states along the time axis, with labels and durations.
import type { CSSProperties } from "react";
import { type TaskState, TERMINAL_STATES } from "../../lib/protocol/model.ts";
import { getDrawnLength } from "../../lib/timeline/axis.ts";
import { createLaneSegments } from "../../lib/timeline/lanes.ts";
import type { TaskLane } from "../../lib/timeline/task.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { boundText } from "../ui/bounded-text.ts";
import { cx } from "../ui/cx.ts";
import { formatDuration, formatQuantity } from "../ui/format.ts";
import type { Axis } from "./use-axis.ts";
import { toAxisPosition } from "./waterfall.tsx";

export type StateStyle = "submitted" | "working" | "input" | "completed" | "failed";

export const STATE_STYLES: Readonly<Record<TaskState, StateStyle>> = {
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

const SEGMENT =
  "@container/segment absolute inset-y-0 left-[calc(var(--from)*100%)] w-[max(2px,(var(--to)-var(--from))*100%)] overflow-hidden border-l border-bg-1 pl-1.5 text-[10px]/3.5 font-[550] whitespace-nowrap forced-colors:border forced-colors:border-[CanvasText] forced-colors:leading-3";
const LOOKS: Readonly<Record<StateStyle, string>> = {
  submitted: "bg-lane-submitted text-fg-1",
  working: "bg-lane-working text-lane-working-fg",
  input: "bg-lane-input text-lane-input-fg",
  completed: "bg-lane-completed text-lane-completed-fg",
  failed: "bg-lane-failed text-[#fff]",
};
const FUTURE = "text-fg-3 inset-ring inset-ring-line-3 forced-colors:border-dashed";
/** The run broke off in this state. */
const TORN = "[mask-image:linear-gradient(to_right,#000_calc(100%-24px),transparent)]";
/** Labels are shown in full or not at all; the title contains the full text. */
const LABEL = "inline-block max-w-[clamp(0px,var(--room)*1000,60em)] overflow-hidden align-top";
const NAME_ROOM = "[--room:calc(100cqi-var(--chars)*6.3px-6px)]";
const DURATION_ROOM = "[--room:calc(100cqi-var(--chars)*6.3px-62px)]";

export function Lane({ timeline, lane, playhead, axis, torn }: LaneProps) {
  const { from, to, now } = axis;
  const view = { from, to, now, finest: getDrawnLength(axis) * MIN_SHARE };
  const segments = createLaneSegments(timeline, lane, playhead, view);
  return (
    <div
      className="pointer-events-none relative h-3.5 overflow-hidden rounded-[3px] bg-bg-2"
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
            data-part="lane-segment"
            className={cx(
              SEGMENT,
              future ? FUTURE : LOOKS[STATE_STYLES[state]],
              open && torn && TORN,
            )}
            style={style}
            title={text}
          >
            <span data-part="lane-label" className={cx(LABEL, NAME_ROOM)}>
              {boundText(text)}
              {!TERMINAL_STATES.has(state) && (
                <i
                  data-part="lane-label"
                  className={cx(LABEL, DURATION_ROOM, "indent-1.5 font-normal not-italic")}
                >
                  {formatDuration(segment.to - segment.from)}
                </i>
              )}
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
