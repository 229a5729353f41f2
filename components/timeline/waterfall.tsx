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
import { formatDuration } from "../ui/format.ts";
import { useWidth } from "../ui/use-width.ts";
import { layOutLabels } from "./axis-labels.ts";
import { createFoldedGapMarks } from "./folded-gaps.ts";
import type { Axis } from "./use-axis.ts";

/** One tick per 2 px of a column of 200. */
const TICK_COLUMNS = 100;

export interface BarProps {
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
    <span className="bar-cell" style={style} data-future={isFuture || undefined}>
      {whole > seen && <span className="bar-rest" />}
      <span className="bar" data-instant={isInstant || undefined} />
      {!isInstant && item.events.count > 2 && (
        <Ticks interpretation={interpretation} item={item} axis={axis} playhead={playhead} />
      )}
      {!isInstant && hasRoom(start, end) && (
        <BarLabel text={formatDuration(length)} flips={end > FLIP_SHARE} />
      )}
    </span>
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
      className="bar-ticks"
      viewBox={`0 0 ${TICK_COLUMNS} 12`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={path} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

/** The style sheet shows the label if the column has room for it beside the bar. */
function BarLabel({ text, flips }: { text: string; flips: boolean }) {
  return (
    <span
      className="bar-label"
      data-flips={flips || undefined}
      style={{ "--chars": text.length } as CSSProperties}
    >
      {text}
    </span>
  );
}

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
    <span ref={head} className="axis">
      {folds.map(({ gap, from, to, label }) => (
        <span
          key={gap.from}
          className="axis-fold"
          style={{ "--from": from, "--to": to } as CSSProperties}
        >
          {label.slice(0, 1)}
        </span>
      ))}
      {layOutLabels(ticks, width, taken).map(({ share, label, side }) => (
        <span
          key={share}
          className="axis-tick"
          data-side={side ?? "none"}
          style={{ "--at": share } as CSSProperties}
        >
          {label}
        </span>
      ))}
    </span>
  );
}
