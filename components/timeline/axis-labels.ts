// Places the labels of an axis: none runs off its ends, none touches another.

import type { AxisTick } from "../../lib/timeline/axis.ts";

export interface PlacedTick extends AxisTick {
  /** On which side of its line the label stands; `null` where it has no room on either. */
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
 * From left to right, each label on the first side that has room. `taken` is where something else
 * stands, in pixels. Before the width is known no label is shown.
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
