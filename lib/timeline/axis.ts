/** The time axis: the one place that turns times into places and back. */

import type { Span } from "./span.ts";

/** Where on the axis a time stands, between 0 and 1. */
export function shareOf({ from, to }: Span, time: number): number {
  return to <= from ? 0 : Math.min(1, Math.max(0, (time - from) / (to - from)));
}

/** The time that stands at a share of the axis. */
export function timeAt({ from, to }: Span, share: number): number {
  return from + Math.min(1, Math.max(0, share)) * (to - from);
}

const STEPS = [
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

/** At most so many ticks at round distances from `origin`, labelled from there. */
export function axisTicks(axis: Span, origin: number, most: number): AxisTicks {
  const length = axis.to - axis.from;
  if (!(length > 0)) return { step: 1, ticks: [] };
  const step = STEPS.find((size) => length / size <= most) ?? length / most;
  const first = Math.ceil((axis.from - origin) / step - 1e-9) * step;
  const ticks: AxisTick[] = [];
  for (let offset = first; offset <= axis.to - origin; offset += step) {
    ticks.push({ share: shareOf(axis, origin + offset), label: labelOf(offset, step) });
  }
  return { step: step / length, ticks };
}

function labelOf(offset: number, step: number): string {
  if (step >= 60_000) return `${Math.round(offset / 60_000)} min`;
  if (step >= 1000) return `${Math.round(offset / 1000)} s`;
  if (step >= 100) return `${(offset / 1000).toFixed(1)} s`;
  return `${Math.round(offset)} ms`;
}

/** The first of the indexes whose time, which never falls, is at least `time`. */
export function firstFrom(
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
