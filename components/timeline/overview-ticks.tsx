"use client";
// The words of the overview's axis: none runs off its end, none is half hidden by the playhead's or
// by that of folded idle time.
import type { CSSProperties } from "react";
import { axisTicks } from "../../lib/timeline/axis.ts";
import { foldMarks, isByFold } from "./folds.ts";
import type { Axis } from "./use-axis.ts";

/** The word of a tick needs so much; nearer to the end it stands before its line. */
const WORD_PX = 42;
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
  const isByPlayhead = (from: number, to: number) =>
    from < covered + PLAYHEAD_WORD_PX && covered < to;
  const folds = foldMarks(axis, width);
  const words = ticks.map(({ share, label }) => {
    const flips = (1 - share) * width < WORD_PX;
    const from = share * width - (flips ? WORD_PX : 0);
    const isCovered =
      isByFold(folds, width, from, from + WORD_PX - 4) || isByPlayhead(from, from + WORD_PX);
    return (
      <span
        key={share}
        className="overview-tick"
        data-flips={flips || undefined}
        data-covered={isCovered || undefined}
        style={{ "--at": share } as CSSProperties}
      >
        {label}
      </span>
    );
  });
  return (
    <>
      {words}
      {folds.map(({ fold, from, to, label, title }) => (
        <span
          key={fold.from}
          className="overview-fold"
          data-covered={isByPlayhead(from * width, to * width) || undefined}
          style={{ "--from": from, "--to": to } as CSSProperties}
          title={title}
        >
          <span>{label}</span>
        </span>
      ))}
    </>
  );
}
