"use client";
import type { CSSProperties } from "react";
import { createAxisTicks } from "../../lib/timeline/axis.ts";
// Labels of the overview's axis.
// Guarantees: no label runs off the axis or is partly covered by the playhead's label or by that of
// folded idle time.
import { cx } from "../ui/cx.ts";
import { layOutLabels, type PixelRange } from "./axis-labels.ts";
import { createFoldedGapMarks } from "./folded-gaps.ts";
import type { Axis } from "./use-axis.ts";

/** Minimum distance between ticks. */
const MIN_DISTANCE_PX = 80;
/** Width of a digit of the playhead's label, and the label's padding. */
const PLAYHEAD_CHARACTER_PX = 7.2;
const PLAYHEAD_PADDING_PX = 12;

interface OverviewTicksProps {
  axis: Axis;
  width: number;
  /** The playhead's position as a share of the axis, and its label. */
  playhead: { readonly share: number; readonly label: string } | null;
}

const TICK =
  "pointer-events-none absolute top-0 left-[calc(var(--at)*100%)] h-full border-line-1 whitespace-nowrap text-fg-3";
/** A tick without room for its label keeps its line. */
const TICK_SIDES = {
  after: "border-l pl-1 text-10/4.5",
  before: "-translate-x-full border-r pr-1 text-10/4.5",
  none: "border-l text-[0px]",
} as const;
/** Behind everything but the tick lines, because folded time has no scale. */
const FOLD =
  "absolute top-0 bottom-1 left-[calc(var(--from)*100%)] w-[calc((var(--to)-var(--from))*100%)] overflow-hidden bg-fold text-center whitespace-nowrap text-fg-3";

export function OverviewTicks({ axis, width, playhead }: OverviewTicksProps) {
  const { ticks } = createAxisTicks(
    axis,
    axis.origin,
    Math.max(2, Math.floor(width / MIN_DISTANCE_PX)),
  );
  const taken = playhead ? [getPlayheadRange(playhead.share, playhead.label, width)] : [];
  const folds = createFoldedGapMarks(axis, width).map((mark) => {
    const range = { from: mark.from * width, to: mark.to * width };
    const isCovered = taken.some(({ from, to }) => from < range.to && range.from < to);
    return { ...mark, range, isCovered };
  });
  const labelled = folds.filter(({ label, isCovered }) => label !== "" && !isCovered);
  const ticksAround = [...taken, ...labelled.map(({ range }) => range)];
  return (
    <>
      {layOutLabels(ticks, width, ticksAround).map(({ share, label, side }) => (
        <span
          key={share}
          data-part="tick"
          className={cx(TICK, TICK_SIDES[side ?? "none"])}
          style={{ "--at": share } as CSSProperties}
        >
          {label}
        </span>
      ))}
      {folds.map(({ gap, from, to, label, title, isCovered }) => (
        <span
          key={gap.from}
          data-part="fold"
          className={cx(FOLD, isCovered ? "text-[0px]" : "text-10/4.5")}
          style={{ "--from": from, "--to": to } as CSSProperties}
          title={title}
        >
          <span>{label}</span>
        </span>
      ))}
    </>
  );
}

/** The playhead's label slides from one side of its line to the other along the axis. */
function getPlayheadRange(share: number, label: string, width: number): PixelRange {
  const size = label.length * PLAYHEAD_CHARACTER_PX + PLAYHEAD_PADDING_PX;
  const from = share * (width - size);
  return { from, to: from + size };
}
