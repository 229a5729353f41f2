/**
 * The time axis: converts times to positions and back. Long idle gaps can be folded: each then
 * takes a small fixed share of the axis, and everything else keeps one scale.
 */

import { countFirst } from "../collections/bisect.ts";
import { formatClock, isClockLength } from "../text/clock.ts";
import type { EventIndex } from "./event-index.ts";
import type { TimeRange } from "./time-range.ts";
import type { Timeline } from "./timeline.ts";

/** An idle gap that is drawn shorter than it was. */
export interface FoldedGap extends TimeRange {
  /** Drawn length, in milliseconds of the surrounding scale. */
  readonly drawn: number;
  /** How much all folds up to the end of this one shorten the axis. */
  readonly saved: number;
}

export interface TimeAxis extends TimeRange {
  /** In time order, within the axis. */
  readonly folds?: readonly FoldedGap[];
}

/** Longer gaps are folded. */
export const MAX_UNFOLDED_MS = 2000;

const MAX_SHARE_OF_ONE = 0.1;
const MAX_SHARE_OF_ALL = 0.4;

/** Returns the gaps to fold on an axis; `gaps` must be in time order. */
export function foldGaps({ from, to }: TimeRange, gaps: readonly TimeRange[]): FoldedGap[] {
  const clipped = gaps
    .map((gap) => ({ from: Math.max(from, gap.from), to: Math.min(to, gap.to) }))
    .filter((gap) => gap.to - gap.from > MAX_UNFOLDED_MS);
  const idle = clipped.reduce((sum, gap) => sum + gap.to - gap.from, 0);
  const busy = to - from - idle;
  // If the axis shows nothing but gaps, the gap itself is of interest.
  if (clipped.length === 0 || !(busy > 0)) return [];
  const share = Math.min(MAX_SHARE_OF_ONE, MAX_SHARE_OF_ALL / clipped.length);
  const drawn = (share * busy) / (1 - share * clipped.length);
  let saved = 0;
  return clipped.flatMap((gap): FoldedGap[] => {
    const length = gap.to - gap.from;
    // Never draw a gap longer than it was.
    if (length <= drawn) return [];
    saved += length - drawn;
    return [{ ...gap, drawn, saved }];
  });
}

/** Drawn length of the axis, in milliseconds of its scale. */
export function getDrawnLength({ from, to, folds = [] }: TimeAxis): number {
  return to - from - (folds[folds.length - 1]?.saved ?? 0);
}

/** Converts a time to a share of the axis, between 0 and 1. */
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

/** Converts a share of the axis to a time. */
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

/** Index of the first fold that does not end before a time. */
function findFoldFrom(folds: readonly FoldedGap[], time: number): number {
  return findFirstAtOrAfter((index) => folds[index]?.to ?? Number.NaN, 0, folds.length, time);
}

/** How much the part of a fold before a time shortens the axis. */
function toFoldedTime({ from, to, drawn }: FoldedGap, time: number): number {
  return (time - from) * (1 - drawn / (to - from));
}

/** End of a fold, in drawn milliseconds from the start of the axis. */
function getDrawnEnd({ from }: TimeAxis, fold: FoldedGap | undefined): number {
  return fold ? fold.to - from - fold.saved : Number.NaN;
}

const TICK_STEPS = [
  0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 30_000,
  60_000, 120_000, 300_000, 600_000, 1_800_000, 3_600_000, 7_200_000, 21_600_000, 86_400_000,
];

export interface AxisTick {
  readonly share: number;
  readonly label: string;
}

interface AxisTicks {
  /** The share of the axis between two ticks. */
  readonly step: number;
  readonly ticks: readonly AxisTick[];
}

/** Minimum distance of two ticks, as a share of a step. */
const MIN_DISTANCE = 0.8;

/**
 * Creates at most `most` ticks at round distances from `origin`, labelled relative to it, plus one
 * at the end of each fold if there is room.
 */
export function createAxisTicks(axis: TimeAxis, origin: number, most: number): AxisTicks {
  const length = getDrawnLength(axis);
  if (!(length > 0)) return { step: 1, ticks: [] };
  const step = TICK_STEPS.find((size) => length / size <= most) ?? length / most;
  const isLong = isLongAxis(axis, origin);
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
    if (at > 0) put(from, isLong ? formatClock(from) : formatExactLabel(from, step));
    const first = Math.ceil(from / step - 1e-9) * step;
    for (let offset = first; offset <= to; offset += step)
      put(offset, isLong ? formatClock(offset) : formatTickLabel(offset, step));
  }
  return { step: step / length, ticks };
}

/** Whether its times are minutes and hours. */
const isLongAxis = ({ to }: TimeAxis, origin: number) => isClockLength(to - origin);

/** A time since `origin`, at the playhead: `13.295`, or `20:26` on an axis of minutes. */
export function formatAxisTime(axis: TimeAxis, origin: number, time: number): string {
  const offset = time - origin;
  return isLongAxis(axis, origin) ? formatClock(offset) : (offset / 1000).toFixed(3);
}

function formatTickLabel(offset: number, step: number): string {
  if (step >= 1000) return `${Math.round(offset / 1000)} s`;
  if (step >= 100) return `${(offset / 1000).toFixed(1)} s`;
  if (step < 1) return `${offset.toFixed(1)} ms`;
  return offset < MAX_LENGTH_IN_MS ? `${Math.round(offset)} ms` : formatExactLabel(offset, step);
}

const MAX_LENGTH_IN_MS = 10_000;

/** Labels a time that is not round, with the precision of the neighboring ticks. */
function formatExactLabel(offset: number, step: number): string {
  const seconds = offset / 1000;
  return `${seconds.toFixed(step >= 100 ? 1 : step >= 10 ? 2 : 3)} s`;
}

/** The first index whose time is at least `time`. Times must not decrease. */
export function findFirstAtOrAfter(
  timeOf: (index: number) => number,
  low: number,
  high: number,
  time: number,
): number {
  return low + countFirst(Math.max(0, high - low), (index) => timeOf(low + index) < time);
}

/**
 * The columns that contain at least one event up to `n`. Uses one bisection per column, so the cost
 * does not depend on the number of events.
 */
export function findTickColumns(
  timeline: Timeline,
  track: EventIndex,
  n: number,
  axis: TimeAxis,
  columns: number,
): number[] {
  const count = track.countAt(n);
  const found: number[] = [];
  if (count === 0 || !(axis.to > axis.from)) return found;
  const timeOf = (index: number) => timeline.events.time.at(track.at(index));
  let index = findFirstAtOrAfter(timeOf, 0, count, axis.from);
  while (index < count) {
    if (!(timeOf(index) < axis.to)) break;
    const column = Math.min(columns - 1, Math.floor(toAxisShare(axis, timeOf(index)) * columns));
    if (found[found.length - 1] !== column) found.push(column);
    index = findFirstAtOrAfter(timeOf, index + 1, count, toAxisTime(axis, (column + 1) / columns));
  }
  return found;
}
