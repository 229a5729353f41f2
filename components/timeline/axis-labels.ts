// Layout of axis labels.
// Guarantees: no label runs off the ends of the axis, and no two labels touch.

import type { AxisTick } from "../../lib/timeline/axis.ts";

interface PlacedTick extends AxisTick {
  /** The side of its line on which the label is placed; `null` if neither has room. */
  readonly side: "after" | "before" | null;
}

export interface PixelRange {
  readonly from: number;
  readonly to: number;
}

/** The widest digit at 10.5 px, and the padding between a line and its label. */
const CHARACTER_PX = 6.6;
const PADDING_PX = 8;

function getLabelWidth(label: string): number {
  return label.length * CHARACTER_PX + PADDING_PX;
}

/**
 * Places labels from left to right, each on the first side with room. `taken` are occupied ranges in
 * pixels. No label is shown until the width is known.
 */
export function layOutLabels(
  ticks: readonly AxisTick[],
  width: number,
  taken: readonly PixelRange[] = [],
): PlacedTick[] {
  const used = [...taken];
  const isFree = ({ from, to }: PixelRange) =>
    from >= 0 && to <= width && !used.some((other) => from < other.to && other.from < to);
  return ticks.map((tick) => {
    const line = tick.share * width;
    const size = getLabelWidth(tick.label);
    const after = { from: line, to: line + size };
    const before = { from: line - size, to: line };
    const side = isFree(after) ? "after" : isFree(before) ? "before" : null;
    if (side !== null) used.push(side === "after" ? after : before);
    return { ...tick, side };
  });
}
