"use client";
// Labels of the overview's axis.
// Guarantees: no label runs off the axis or is partly covered by the playhead's label or by that of
// folded idle time.
import type { CSSProperties } from "react";
import { createAxisTicks } from "../../lib/timeline/axis.ts";
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

/** The playhead's label slides from one side of its line to the other along the axis. */
function getPlayheadRange(share: number, label: string, width: number): PixelRange {
  const size = label.length * PLAYHEAD_CHARACTER_PX + PLAYHEAD_PADDING_PX;
  const from = share * (width - size);
  return { from, to: from + size };
}
