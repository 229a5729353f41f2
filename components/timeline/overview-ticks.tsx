"use client";
// The words of the overview's axis: none runs off its end, none is half hidden by the playhead's.
import type { CSSProperties } from "react";
import { axisTicks } from "../../lib/timeline/axis.ts";
import type { Axis } from "./use-axis.ts";

/** The word of a tick needs so much; nearer to the end it stands before its line. */
const WORD_PX = 38;
const PLAYHEAD_WORD_PX = 48;
/** At most one tick in so much. */
const APART_PX = 80;

interface OverviewTicksProps {
  axis: Axis;
  width: number;
  /** Where the playhead stands, as a share of the axis. */
  playhead: number | null;
}

export function OverviewTicks({ axis, width, playhead }: OverviewTicksProps) {
  const { ticks } = axisTicks(axis, axis.origin, Math.max(2, Math.floor(width / APART_PX)));
  // The playhead's word slides from one side of its line to the other along the way.
  const covered = playhead === null ? Number.NaN : playhead * (width - PLAYHEAD_WORD_PX);
  return ticks.map(({ share, label }) => {
    const flips = (1 - share) * width < WORD_PX;
    const from = share * width - (flips ? WORD_PX : 0);
    const isCovered = from < covered + PLAYHEAD_WORD_PX && covered < from + WORD_PX;
    return (
      <span
        key={label}
        className="overview-tick"
        data-flips={flips || undefined}
        data-covered={isCovered || undefined}
        style={{ "--at": share } as CSSProperties}
      >
        {label}
      </span>
    );
  });
}
