/** Places the name of an agent in its lane: where no bar is, else on a bar. */

export interface LaneBar {
  /** Pixels from the start of the lane, likewise below. */
  readonly from: number;
  readonly to: number;
  /** Its parts without a pattern; empty if a name on it would not be readable. */
  readonly plain: readonly LaneSpan[];
}

interface LaneSpan {
  readonly from: number;
  readonly to: number;
}

export interface LaneNamePlace {
  readonly left: number;
  /** `lane`: beside the bars. `work`: on a plain part of a bar. `bars`: on whatever is there. */
  readonly on: "lane" | "work" | "bars";
}

const GAP = 2;

/** Before the first bar, else after the last one, between two, or on one. Bars are in the order they begin. */
export function placeLaneName(
  bars: readonly LaneBar[],
  width: number,
  nameWidth: number,
): LaneNamePlace {
  const shown = bars.filter(({ from, to }) => to >= 0 && from <= width);
  const [first] = shown;
  const need = nameWidth + GAP;
  if (!first) return { left: 0, on: "lane" };
  if (first.from >= need) return { left: first.from - need, on: "lane" };
  const [between, end] = listFreeSpans(shown);
  if (width - end >= need) return { left: end + GAP, on: "lane" };
  const free = between.find(({ from, to }) => to - from >= need + GAP);
  if (free) return { left: free.from + GAP, on: "lane" };
  const plain = shown
    .flatMap((bar) => bar.plain)
    .find(({ from, to }) => Math.min(to, width) - Math.max(from, 0) >= nameWidth);
  if (plain) return { left: Math.max(plain.from, 0), on: "work" };
  return { left: Math.max(0, Math.min(first.from, width - nameWidth)), on: "bars" };
}

/** Between bars, and the end of the last one. */
function listFreeSpans(bars: readonly LaneBar[]): [between: LaneSpan[], end: number] {
  const between: LaneSpan[] = [];
  let end = bars[0]?.from ?? 0;
  for (const { from, to } of bars) {
    if (from > end) between.push({ from: end, to: from });
    end = Math.max(end, to);
  }
  return [between, end];
}
