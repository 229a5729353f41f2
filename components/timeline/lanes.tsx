"use client";
// Lanes of tasks: their states along the time axis, with labels and durations.
import type { CSSProperties } from "react";
import { type TaskState, TERMINAL_STATES } from "../../lib/protocol/model.ts";
import { getDrawnLength } from "../../lib/timeline/axis.ts";
import {
  createLaneSegments,
  getLaneRange,
  type LaneLine,
  type LaneSegment,
} from "../../lib/timeline/lanes.ts";
import type { TaskLane } from "../../lib/timeline/task.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { getTaskColor } from "../labels/task-color.ts";
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

interface LaneLineProps {
  timeline: Timeline;
  lanes: LaneLine;
  playhead: number;
  axis: Axis;
  live: boolean;
}

/** Tasks that do not overlap, on one line. */
export function LaneLineView({ timeline, lanes, playhead, axis, live }: LaneLineProps) {
  return (
    <div className="@container/lane pointer-events-none relative h-3.5 overflow-hidden rounded-[3px] bg-bg-2">
      {lanes.map((lane, index) => {
        const next = lanes[index + 1];
        return (
          <Lane
            key={lane.key}
            timeline={timeline}
            lane={lane}
            playhead={playhead}
            axis={axis}
            until={next ? toAxisPosition(axis, getLaneRange(timeline, next).from) : 1}
            torn={!live && !TERMINAL_STATES.has(lane.state ?? "unknown")}
          />
        );
      })}
    </div>
  );
}

interface LaneProps extends Pick<LaneLineProps, "timeline" | "playhead" | "axis"> {
  lane: TaskLane;
  /** Where the next lane of the line starts. */
  until: number;
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
/** The terminal state, where the lane ends. */
const CAP = "rounded-r-[3px]";
/** Its label, if there is room beside it. */
const CAP_LABEL =
  "absolute inset-y-0 left-[calc(var(--to)*100%+10px)] inline-block overflow-hidden text-[10px]/3.5 whitespace-nowrap text-fg-2 max-w-[clamp(0px,var(--room)*1000,60em)] [--room:calc((var(--until)-var(--to))*100cqi-var(--chars)*6.3px-16px)]";
/** The color of the task, where it starts. */
const MARK =
  "absolute inset-y-0 left-[calc(var(--from)*100%)] w-[3px] rounded-l-[3px] forced-color-adjust-none";
/** Labels are shown in full or not at all; the title contains the full text. */
const LABEL = "inline-block max-w-[clamp(0px,var(--room)*1000,60em)] overflow-hidden align-top";
const NAME_ROOM = "[--room:calc(100cqi-var(--chars)*6.3px-6px)]";
const DURATION_ROOM = "[--room:calc(100cqi-var(--chars)*6.3px-62px)]";

function Lane({ timeline, lane, playhead, axis, until, torn }: LaneProps) {
  const { from, to, now } = axis;
  const view = { from, to, now, finest: getDrawnLength(axis) * MIN_SHARE };
  const segments = createLaneSegments(timeline, lane, playhead, view);
  const last = segments.at(-1);
  const end = last && isTerminal(last) ? last : undefined;
  return (
    <div
      className="absolute inset-0"
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
              segment === end && CAP,
            )}
            style={style}
            title={text}
          >
            {segment !== end && (
              <span data-part="lane-label" className={cx(LABEL, NAME_ROOM)}>
                {boundText(text)}
                <i
                  data-part="lane-label"
                  className={cx(LABEL, DURATION_ROOM, "indent-1.5 font-normal not-italic")}
                >
                  {formatDuration(segment.to - segment.from)}
                </i>
              </span>
            )}
          </span>
        );
      })}
      {segments[0] && timeline.tasks.length > 1 && (
        <i
          className={MARK}
          style={
            {
              "--from": toAxisPosition(axis, segments[0].from),
              background: getTaskColor(lane.index),
            } as CSSProperties
          }
        />
      )}
      {end && <CapLabel axis={axis} end={end} until={until} />}
    </div>
  );
}

const isTerminal = ({ state, open }: LaneSegment) => !open && TERMINAL_STATES.has(state);

function CapLabel({ axis, end, until }: { axis: Axis; end: LaneSegment; until: number }) {
  const at = toAxisPosition(axis, end.to);
  const style = { "--to": at, "--until": until, "--chars": end.label.length };
  return (
    <span data-part="lane-label" className={CAP_LABEL} style={style as CSSProperties}>
      {boundText(end.label)}
    </span>
  );
}

function formatStates({ transitions, stateLabel }: TaskLane): string {
  if (transitions.length <= MAX_LISTED) return transitions.map((it) => it.label).join(", ");
  return `${formatQuantity(transitions.length, "state")}, last: ${stateLabel}`;
}
