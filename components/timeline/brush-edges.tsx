"use client";
// The two edges of the selected time range, sliders that move by pointer and by keys.
import type { CSSProperties, KeyboardEvent, PointerEvent, RefObject } from "react";
import { toAxisShare, toAxisTime } from "../../lib/timeline/axis.ts";
import { findAdjacentEventTime, type TimeRange } from "../../lib/timeline/time-range.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { useSession } from "../session.tsx";
import type { Axis } from "./use-axis.ts";

interface BrushEdgesProps {
  timeline: Timeline;
  axis: Axis;
  brush: TimeRange;
  /** The element under the edges; it receives the focus when they disappear. */
  band: RefObject<HTMLElement | null>;
}

/** Shares of the axis. */
const KEY_STEP = 0.01;
const KEY_LEAP = 0.1;

/** Beside the band, not in it, because a slider must not contain sliders. */
const EDGE =
  "absolute top-5 bottom-1 left-[calc(var(--at)*100%)] z-1 -ml-1.5 w-[13px] cursor-ew-resize touch-none after:absolute after:top-[calc(50%-7px)] after:left-[3px] after:h-3.5 after:w-[7px] after:rounded-[3px] after:bg-accent after:ring after:ring-bg-1 focus-visible:-outline-offset-2 pointer-coarse:-ml-5.5 pointer-coarse:w-11 pointer-coarse:after:left-4.5 pointer-coarse:after:h-5 forced-colors:after:bg-[Highlight] forced-colors:after:forced-color-adjust-none";

export function BrushEdges(props: BrushEdgesProps) {
  return (
    <>
      <Edge {...props} side="from" label="Start of time range" />
      <Edge {...props} side="to" label="End of time range" />
    </>
  );
}

interface EdgeProps extends BrushEdgesProps {
  side: "from" | "to";
  label: string;
}

function Edge({ timeline, axis, brush, band, side, label }: EdgeProps) {
  const { view } = useSession();
  const low = side === "from" ? axis.from : brush.from;
  const high = side === "from" ? brush.to : axis.to;
  const time = brush[side];
  const moveTo = (to: number) =>
    view.setState({ brush: { ...brush, [side]: Math.min(high, Math.max(low, to)) } });
  const clear = () => {
    view.setState({ brush: null });
    band.current?.focus();
  };
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const box = band.current?.getBoundingClientRect();
    if (box) moveTo(toAxisTime(axis, (event.clientX - box.left) / box.width));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    if (event.key === "Escape") clear();
    else {
      const to = getKeyTarget(event, timeline, axis, time, low, high);
      if (to === undefined) return;
      moveTo(to);
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const seconds = (at: number) => (at - axis.origin) / 1000;
  return (
    <span
      className={EDGE}
      data-side={side}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={seconds(low)}
      aria-valuemax={seconds(high)}
      aria-valuenow={seconds(time)}
      aria-valuetext={`${seconds(time).toFixed(3)} seconds`}
      style={{ "--at": toAxisShare(axis, time) } as CSSProperties}
      onPointerDown={(event) => {
        if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
      onKeyDown={onKeyDown}
    />
  );
}

/** The time to which a key moves an edge: a step along the axis or, with Shift, the next event. */
function getKeyTarget(
  { key, shiftKey }: KeyboardEvent,
  timeline: Timeline,
  axis: Axis,
  time: number,
  low: number,
  high: number,
): number | undefined {
  const along = (share: number) => toAxisTime(axis, toAxisShare(axis, time) + share);
  switch (key) {
    case "ArrowLeft":
    case "ArrowDown":
      return shiftKey ? findAdjacentEventTime(timeline, time, -1) : along(-KEY_STEP);
    case "ArrowRight":
    case "ArrowUp":
      return shiftKey ? findAdjacentEventTime(timeline, time, 1) : along(KEY_STEP);
    case "PageDown":
      return along(-KEY_LEAP);
    case "PageUp":
      return along(KEY_LEAP);
    case "Home":
      return low;
    case "End":
      return high;
    default:
      return undefined;
  }
}
