/**
 * The time axis: the one place that turns times into places and back. Long idle gaps may be folded:
 * they then take a fixed small share of the axis, and everything else is drawn to one scale.
 */

import type { TimeRange } from "./time-range.ts";

/** A span of time that is drawn shorter than it was. */
export interface FoldedGap extends TimeRange {
  /** How much of the drawn length it takes, in milliseconds of the scale around it. */
  readonly drawn: number;
  /** How much shorter the axis is drawn because of all folds up to the end of this one. */
  readonly saved: number;
}

export interface TimeAxis extends TimeRange {
  /** In order of time, and within the axis. */
  readonly folds?: readonly FoldedGap[];
}

/** Gaps that are longer than this fold. */
export const MAX_UNFOLDED_MS = 2000;

const MAX_SHARE_OF_ONE = 0.1;
const MAX_SHARE_OF_ALL = 0.4;

/** The gaps that fold on an axis; `gaps` in order of time. */
export function foldGaps({ from, to }: TimeRange, gaps: readonly TimeRange[]): FoldedGap[] {
  const clipped = gaps
    .map((gap) => ({ from: Math.max(from, gap.from), to: Math.min(to, gap.to) }))
    .filter((gap) => gap.to - gap.from > MAX_UNFOLDED_MS);
  const idle = clipped.reduce((sum, gap) => sum + gap.to - gap.from, 0);
  const busy = to - from - idle;
  // Where nothing else is in sight, the gap itself is what is looked at.
  if (clipped.length === 0 || !(busy > 0)) return [];
  const share = Math.min(MAX_SHARE_OF_ONE, MAX_SHARE_OF_ALL / clipped.length);
  const drawn = (share * busy) / (1 - share * clipped.length);
  let saved = 0;
  return clipped.flatMap((gap): FoldedGap[] => {
    const length = gap.to - gap.from;
    // No gap is drawn longer than it was.
    if (length <= drawn) return [];
    saved += length - drawn;
    return [{ ...gap, drawn, saved }];
  });
}

/** How long the axis is as drawn, in milliseconds of its scale. */
export function getDrawnLength({ from, to, folds = [] }: TimeAxis): number {
  return to - from - (folds[folds.length - 1]?.saved ?? 0);
}

/** Where on the axis a time stands, between 0 and 1. */
export function toAxisShare(axis: TimeAxis, time: number): number {
  const { from, to, folds = [] } = axis;
  if (to <= from) return 0;
  const at = findFoldFrom(folds, time);
  const fold = folds[at];
  const before = folds[at - 1]?.saved ?? 0;
  const inside = fold && time > fold.from ? toFoldedTime(fold, time) : 0;
  const share = (time - from - before - inside) / getDrawnLength(axis);
  return Math.min(1, Math.max(0, share));
}

/** The time that stands at a share of the axis. */
export function toAxisTime(axis: TimeAxis, share: number): number {
  const { from, folds = [] } = axis;
  const along = Math.min(1, Math.max(0, share)) * getDrawnLength(axis);
  const at = findFirstAtOrAfter((index) => getDrawnEnd(axis, folds[index]), 0, folds.length, along);
  const before = folds[at - 1]?.saved ?? 0;
  const fold = folds[at];
  const time = from + along + before;
  if (!fold || time <= fold.from) return time;
  return fold.from + ((time - fold.from) * (fold.to - fold.from)) / fold.drawn;
}

/** The first fold that does not end before a time. */
function findFoldFrom(folds: readonly FoldedGap[], time: number): number {
  return findFirstAtOrAfter((index) => folds[index]?.to ?? Number.NaN, 0, folds.length, time);
}

/** By how much the part of a fold before a time shortens the axis. */
function toFoldedTime({ from, to, drawn }: FoldedGap, time: number): number {
  return (time - from) * (1 - drawn / (to - from));
}

/** Where a fold ends, in drawn milliseconds from the beginning of the axis. */
function getDrawnEnd({ from }: TimeAxis, fold: FoldedGap | undefined): number {
  return fold ? fold.to - from - fold.saved : Number.NaN;
}

const TICK_STEPS = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 30_000, 60_000, 120_000,
  300_000, 600_000, 1_800_000, 3_600_000, 7_200_000, 21_600_000, 86_400_000,
];

export interface AxisTick {
  readonly share: number;
  readonly label: string;
}

export interface AxisTicks {
  /** The share of the axis between two ticks. */
  readonly step: number;
  readonly ticks: readonly AxisTick[];
}

/** Two ticks stand at least this share of a step apart. */
const MIN_DISTANCE = 0.8;

/**
 * At most so many ticks at round distances from `origin`, labelled from there; and one where time
 * goes on after each fold, where there is room for it.
 */
export function createAxisTicks(axis: TimeAxis, origin: number, most: number): AxisTicks {
  const length = getDrawnLength(axis);
  if (!(length > 0)) return { step: 1, ticks: [] };
  const step = TICK_STEPS.find((size) => length / size <= most) ?? length / most;
  const ticks: AxisTick[] = [];
  let least = Number.NEGATIVE_INFINITY;
  const put = (offset: number, label: string) => {
    const share = toAxisShare(axis, origin + offset);
    if (share < least) return;
    ticks.push({ share, label });
    least = share + (MIN_DISTANCE * step) / length;
  };
  const { folds = [] } = axis;
  for (let at = 0; at <= folds.length; at++) {
    const from = (folds[at - 1]?.to ?? axis.from) - origin;
    const to = (folds[at]?.from ?? axis.to) - origin;
    if (at > 0) put(from, formatExactLabel(from, step));
    const first = Math.ceil(from / step - 1e-9) * step;
    for (let offset = first; offset <= to; offset += step)
      put(offset, formatTickLabel(offset, step));
  }
  return { step: step / length, ticks };
}

function formatTickLabel(offset: number, step: number): string {
  if (step >= 60_000) return `${Math.round(offset / 60_000)} min`;
  if (step >= 1000) return `${Math.round(offset / 1000)} s`;
  if (step >= 100) return `${(offset / 1000).toFixed(1)} s`;
  return offset < MAX_LENGTH_IN_MS ? `${Math.round(offset)} ms` : formatExactLabel(offset, step);
}

const MAX_LENGTH_IN_MS = 10_000;

/** For a time that is no round one: as fine as the steps beside it. */
function formatExactLabel(offset: number, step: number): string {
  if (step >= 60_000) return `${(offset / 60_000).toFixed(1)} min`;
  const seconds = offset / 1000;
  return `${seconds.toFixed(step >= 100 ? 1 : step >= 10 ? 2 : 3)} s`;
}

/** The first of the indexes whose time, which never falls, is at least `time`. */
export function findFirstAtOrAfter(
  timeOf: (index: number) => number,
  low: number,
  high: number,
  time: number,
): number {
  let from = low;
  let to = high;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (timeOf(middle) < time) from = middle + 1;
    else to = middle;
  }
  return from;
}
