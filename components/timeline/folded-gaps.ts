// Marks of folded idle time: labels that fit the available width, and bands in the rows.
import { type FoldedGap, type TimeAxis, toAxisShare } from "../../lib/timeline/axis.ts";

/** Width of the longest label, and of a label without its last word. */
const LABEL_PX = 66;
const SHORT_LABEL_PX = 40;
const CHARACTER_PX = 7;
const SIGN_PX = 9;

interface FoldedGapMark {
  readonly gap: FoldedGap;
  /** Shares of the axis. */
  readonly from: number;
  readonly to: number;
  /** Empty if there is no room for a label. */
  readonly label: string;
  readonly title: string;
}

/** The folds of an axis that is `width` pixels wide. */
export function createFoldedGapMarks(axis: TimeAxis, width: number): FoldedGapMark[] {
  return (axis.folds ?? []).map((gap) => {
    const [from, to] = [toAxisShare(axis, gap.from), toAxisShare(axis, gap.to)];
    const idle = formatIdle(gap.to - gap.from);
    const title = `${idle} idle: no exchange in progress`;
    return { gap, from, to, label: fitIdleLabel(idle, (to - from) * width), title };
  });
}

function fitIdleLabel(idle: string, px: number): string {
  if (px >= LABEL_PX) return `⋯ ${idle} idle`;
  if (px >= SHORT_LABEL_PX) return `⋯ ${idle}`;
  if (px >= idle.length * CHARACTER_PX) return idle;
  return px >= SIGN_PX ? "⋯" : "";
}

function formatIdle(ms: number): string {
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < 60_000) return `${Math.round(ms / 1000)} s`;
  if (ms < 3_600_000) return `${Math.round(ms / 60_000)} min`;
  return `${(ms / 3_600_000).toFixed(1)} h`;
}

/** A CSS background with a band for each fold; `none` without folds. */
export function formatFoldedGapBands(axis: TimeAxis): string {
  const stops = createFoldedGapMarks(axis, 0).flatMap(({ from, to }) => {
    const [start, end] = [formatPercent(from), formatPercent(to)];
    return [`transparent ${start}`, `var(--fold) ${start} ${end}`, `transparent ${end}`];
  });
  return stops.length === 0 ? "none" : `linear-gradient(to right, ${stops.join(", ")})`;
}

function formatPercent(share: number): string {
  return `${(share * 100).toFixed(2)}%`;
}
