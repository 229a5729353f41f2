"use client";
// The time column: its axis, and each row's bar from its first to its last frame.
import { type CSSProperties, useRef } from "react";
import type { Interpretation } from "../../lib/dialects/interpretation.ts";
import type { Item } from "../../lib/dialects/item.ts";
import { getBarEnd } from "../../lib/dialects/rows.ts";
import {
  createAxisTicks,
  findTickColumns,
  type TimeAxis,
  toAxisShare,
} from "../../lib/timeline/axis.ts";
import { cx } from "../ui/cx.ts";
import { formatDuration } from "../ui/format.ts";
import { useWidth } from "../ui/use-media.ts";
import { layOutLabels } from "./axis-labels.ts";
import { createFoldedGapMarks } from "./folded-gaps.ts";
import type { Axis } from "./use-axis.ts";

/** One tick per 2 px of a column of 200. */
const TICK_COLUMNS = 100;

interface BarProps {
  interpretation: Interpretation;
  item: Item;
  axis: Axis;
  playhead: number;
  live: boolean;
}

/** The bar is filled up to the playhead and outlined after it. */
export function Bar({ interpretation, item, axis, playhead, live }: BarProps) {
  const { time } = item;
  const { timeline } = interpretation;
  if (Number.isNaN(time)) return null;
  const whole = getBarEnd(timeline, item, timeline.lastEvent);
  const seen = item.firstEvent > playhead ? time : getBarEnd(timeline, item, playhead);
  const isInstant = whole - time < 1;
  const isFuture = item.firstEvent > playhead;
  const start = toAxisPosition(axis, time);
  const end = toAxisPosition(axis, whole);
  const style = {
    "--from": start,
    "--seen": toAxisPosition(axis, seen),
    "--to": end,
  } as CSSProperties;
  const length = live ? seen - time : whole - time;
  return (
    <span className="@container absolute inset-0" style={style}>
      {whole > seen && (
        <span className={cx(BAR, OUTLINED, "w-[max(3px,(var(--to)-var(--from))*100%)]")} />
      )}
      <span data-part="bar" className={barClass(isInstant, isFuture)} />
      {!isInstant && !isFuture && item.events.count > 2 && (
        <Ticks interpretation={interpretation} item={item} axis={axis} playhead={playhead} />
      )}
      {!isInstant && hasRoom(start, end) && (
        <BarLabel text={formatDuration(length)} flips={end > FLIP_SHARE} />
      )}
    </span>
  );
}

export const BAR =
  "absolute top-[calc(var(--row)/2-6px)] left-[calc(var(--from)*100%)] h-3 rounded-[2px] max-phone:top-[5px] forced-colors:border forced-colors:border-[CanvasText]";
const OUTLINED = "inset-ring inset-ring-line-3 forced-colors:border-dashed";
const FILLED = "bg-tint-2 inset-ring inset-ring-hue-line";
const MOMENT = "bg-hue forced-colors:bg-[CanvasText]";

function barClass(isInstant: boolean, isFuture: boolean): string {
  return cx(
    BAR,
    isInstant ? "-ml-px w-[3px]" : "w-[max(3px,(var(--seen)-var(--from))*100%)]",
    isFuture ? OUTLINED : isInstant ? MOMENT : FILLED,
  );
}

/** A share of the axis, rounded so that invisible movements cause no render. */
export function toAxisPosition(axis: TimeAxis, time: number): number {
  return Math.round(toAxisShare(axis, time) * 10_000) / 10_000;
}

/** Beyond this share, a label would run off the right edge and is placed on the left. */
const FLIP_SHARE = 0.72;

function hasRoom(start: number, end: number): boolean {
  return end <= FLIP_SHARE || start >= 1 - FLIP_SHARE;
}

function Ticks({ interpretation, item, axis, playhead }: Omit<BarProps, "live">) {
  const columns = findTickColumns(
    interpretation.timeline,
    item.events,
    playhead,
    axis,
    TICK_COLUMNS,
  );
  const path = columns.map((column) => `M${column + 0.5} 0V12`).join("");
  return (
    <svg
      className="absolute top-[calc(var(--row)/2-6px)] left-0 h-3 w-full overflow-visible stroke-hue stroke-1 opacity-75 max-phone:top-[5px]"
      viewBox={`0 0 ${TICK_COLUMNS} 12`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={path} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

const LABEL =
  "absolute top-[calc(var(--row)/2-8px)] overflow-hidden text-10 whitespace-nowrap text-fg-3 max-phone:top-[3px]";
const AFTER =
  "left-[calc(var(--to)*100%+6px)] max-w-[clamp(0px,((1-var(--to))*100cqi-var(--chars)*6px-10px)*1000,60em)]";
const BEFORE =
  "right-[calc((1-var(--from))*100%+6px)] max-w-[clamp(0px,(var(--from)*100cqi-var(--chars)*6px-10px)*1000,60em)]";

/** The label is shown if the column has room for all of it beside the bar. */
function BarLabel({ text, flips }: { text: string; flips: boolean }) {
  return (
    <span
      data-part="bar-label"
      className={cx(LABEL, flips ? BEFORE : AFTER)}
      style={{ "--chars": text.length } as CSSProperties}
    >
      {text}
    </span>
  );
}

const TICK = "absolute left-[calc(var(--at)*100%)] border-line-2 leading-6 whitespace-nowrap";
/** A label that would overlap the next column stands before its line; without room, there is only the line. */
const TICK_SIDES = {
  after: "border-l pl-[3px] text-10/6",
  before: "-translate-x-full border-r pr-[3px] text-10/6",
  none: "border-l text-[0px]",
} as const;

/** Minimum distance between ticks. */
const MIN_DISTANCE_PX = 56;
const MAX_TICKS = 4;

export function AxisHead({ axis }: { axis: Axis | null }) {
  const head = useRef<HTMLSpanElement>(null);
  const width = useWidth(head);
  const most = Math.max(1, Math.min(MAX_TICKS, Math.floor(width / MIN_DISTANCE_PX)));
  const { ticks } = axis ? createAxisTicks(axis, axis.origin, most) : { ticks: [] };
  const folds = axis ? createFoldedGapMarks(axis, width) : [];
  const taken = folds
    .filter(({ label }) => label !== "")
    .map(({ from, to }) => ({ from: from * width, to: to * width }));
  return (
    <span ref={head} data-part="axis" className="relative h-full min-w-0 flex-1 overflow-hidden">
      {folds.map(({ gap, from, to, label, title }) => (
        <span
          key={gap.from}
          data-part="axis-fold"
          className="absolute left-[calc(var(--from)*100%)] h-full w-[calc((var(--to)-var(--from))*100%)] overflow-hidden bg-fold text-center text-10/6 whitespace-nowrap text-fg-3"
          style={{ "--from": from, "--to": to } as CSSProperties}
          title={title}
        >
          {label}
        </span>
      ))}
      {layOutLabels(ticks, width, taken).map(({ share, label, side }) => (
        <span
          key={label}
          data-part="axis-tick"
          className={cx(TICK, TICK_SIDES[side ?? "none"])}
          style={{ "--at": share } as CSSProperties}
        >
          {label}
        </span>
      ))}
    </span>
  );
}
