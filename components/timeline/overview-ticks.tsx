"use client";
// The words of the overview's axis: none runs off its end, none is half hidden by the playhead's or
// by that of folded idle time.
import type { CSSProperties } from "react";
import { createAxisTicks } from "../../lib/timeline/axis.ts";
import { layOutLabels, type PixelRange } from "./axis-labels.ts";
import { createFoldedGapMarks } from "./folded-gaps.ts";
import type { Axis } from "./use-axis.ts";

/** At most one tick in so much. */
const MIN_DISTANCE_PX = 80;
/** A digit of the playhead's word, and its padding. */
const PLAYHEAD_CHARACTER_PX = 7.2;
const PLAYHEAD_PADDING_PX = 12;

interface OverviewTicksProps {
  axis: Axis;
  width: number;
  /** Where the playhead stands, as a share of the axis, and its word. */
  playhead: { readonly share: number; readonly label: string } | null;
}

export function OverviewTicks({ axis, width, playhead }: OverviewTicksProps) {
  const { ticks } = createAxisTicks(
    axis,
    axis.origin,
    Math.max(2, Math.floor(width / MIN_DISTANCE_PX)),
  );
  const taken = playhead ? [getPlayheadRange(playhead.share, playhead.label, width)] : [];
  const folds = createFoldedGapMarks(axis, width).map((mark) => {
    const stretch = { from: mark.from * width, to: mark.to * width };
    const isCovered = taken.some(({ from, to }) => from < stretch.to && stretch.from < to);
    return { ...mark, stretch, isCovered };
  });
  const labelled = folds.filter(({ label, isCovered }) => label !== "" && !isCovered);
  const ticksAround = [...taken, ...labelled.map(({ stretch }) => stretch)];
  return (
    <>
      {layOutLabels(ticks, width, ticksAround).map(({ share, label, side }) => (
        <span
          key={share}
          className="overview-tick"
          data-side={side ?? "none"}
          style={{ "--at": share } as CSSProperties}
        >
          {label}
        </span>
      ))}
      {folds.map(({ gap, from, to, label, title, isCovered }) => (
        <span
          key={gap.from}
          className="overview-fold"
          data-covered={isCovered || undefined}
          style={{ "--from": from, "--to": to } as CSSProperties}
          title={title}
        >
          <span>{label}</span>
        </span>
      ))}
    </>
  );
}

/** The playhead's word slides from one side of its line to the other along the way. */
function getPlayheadRange(share: number, label: string, width: number): PixelRange {
  const size = label.length * PLAYHEAD_CHARACTER_PX + PLAYHEAD_PADDING_PX;
  const from = share * (width - size);
  return { from, to: from + size };
}
