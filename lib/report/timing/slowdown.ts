/**
 * Detects servers that slow down as a task grows: by longer gaps between content events, and by
 * growing frames, which repeat all previous content.
 */

import type { Exchange } from "../../timeline/exchange.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import { toReportTime } from "../exchange-report.ts";

export interface Slowdown {
  /** The median gap in the first third of the stream and in the last. */
  readonly gapMs: FirstAndLast | null;
  /** The median frame size in the first third and in the last. */
  readonly frameBytes: FirstAndLast;
  /** The gaps are significantly longer at the end. */
  readonly slows: boolean;
  /** Frames grow steadily. */
  readonly grows: boolean;
}

interface FirstAndLast {
  readonly first: number;
  readonly last: number;
}

/** Fewer frames are not significant. */
const MIN_FRAMES = 24;
const SLOWER = 2;
const SLOWER_BY_MS = 5;
const LARGER = 1.5;
/** The share of values that must follow the trend. */
const NEARLY_ALL = 0.8;

/** `content`: the events that added content, in order. */
export function detectSlowdown(
  { events }: Timeline,
  { events: bytes }: Exchange,
  content: readonly number[],
): Slowdown | null {
  if (content.length < MIN_FRAMES) return null;
  const times = content.map((event) => events.time.at(event));
  // Events of one read have the same time, so gaps are between reads.
  const gaps = times.flatMap((time, i) => {
    const ms = time - (times[i - 1] ?? Number.NaN);
    return ms > 0 ? [ms] : [];
  });
  const sizes = content.map((event) => bytes.bytesAt(event) - bytes.bytesAt(event - 1));
  const gapMs = gaps.length >= MIN_FRAMES ? getThirdMedians(gaps) : null;
  const frameBytes = getThirdMedians(sizes);
  return {
    gapMs: gapMs && { first: toReportTime(gapMs.first) ?? 0, last: toReportTime(gapMs.last) ?? 0 },
    frameBytes,
    slows: gapMs !== null && isSlower(gaps, gapMs),
    grows: frameBytes.last >= frameBytes.first * LARGER && isRising(sizes),
  };
}

function isSlower(gaps: readonly number[], { first, last }: FirstAndLast): boolean {
  if (last < first * SLOWER || last - first < SLOWER_BY_MS) return false;
  const late = gaps.slice(-Math.floor(gaps.length / 3));
  return late.filter((ms) => ms > first).length >= late.length * NEARLY_ALL;
}

function isRising(sizes: readonly number[]): boolean {
  const larger = sizes.filter((size, i) => i > 0 && size > (sizes[i - 1] ?? 0));
  return larger.length >= (sizes.length - 1) * NEARLY_ALL;
}

function getThirdMedians(values: readonly number[]): FirstAndLast {
  const third = Math.floor(values.length / 3);
  return { first: getMedian(values.slice(0, third)), last: getMedian(values.slice(-third)) };
}

export function getMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
