// How folded idle time looks: its label, as much of it as there is room for, and its band in the rows.
import { type FoldedGap, type TimeAxis, toAxisShare } from "../../lib/timeline/axis.ts";

/** What the longest label takes, and what one without its last word takes. */
const LABEL_PX = 66;
const SHORT_LABEL_PX = 40;
const SIGN_PX = 9;

export interface FoldMark {
  readonly fold: FoldedGap;
  /** Shares of the axis. */
  readonly from: number;
  readonly to: number;
  /** Empty where there is no room for any. */
  readonly label: string;
  readonly title: string;
}

/** The folds of an axis that is `width` pixels wide. */
export function foldMarks(axis: TimeAxis, width: number): FoldMark[] {
  return (axis.folds ?? []).map((fold) => {
    const [from, to] = [toAxisShare(axis, fold.from), toAxisShare(axis, fold.to)];
    const idle = formatIdle(fold.to - fold.from);
    const title = `${idle} idle: no exchange was under way`;
    return { fold, from, to, label: labelFor(idle, (to - from) * width), title };
  });
}

function labelFor(idle: string, px: number): string {
  if (px >= LABEL_PX) return `⋯ ${idle} idle`;
  if (px >= SHORT_LABEL_PX) return `⋯ ${idle}`;
  return px >= SIGN_PX ? "⋯" : "";
}

export function formatIdle(ms: number): string {
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < 60_000) return `${Math.round(ms / 1000)} s`;
  if (ms < 3_600_000) return `${Math.round(ms / 60_000)} min`;
  return `${(ms / 3_600_000).toFixed(1)} h`;
}

/** A background with a band for each fold; `none` where nothing is folded. */
export function foldBands(axis: TimeAxis): string {
  const stops = foldMarks(axis, 0).flatMap(({ from, to }) => {
    const [start, end] = [percent(from), percent(to)];
    return [`transparent ${start}`, `var(--fold) ${start} ${end}`, `transparent ${end}`];
  });
  return stops.length === 0 ? "none" : `linear-gradient(to right, ${stops.join(", ")})`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)}%`;
}
