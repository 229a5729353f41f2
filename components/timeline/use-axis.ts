"use client";
// Hook for the time axis shared by overview and rows: the zoomed range, or the whole scope with some
// room after its end.
import { useMemo } from "react";
import type { JoinedTrace } from "../../lib/otlp/joined-trace.ts";
import { foldGaps, getDrawnLength, type TimeAxis } from "../../lib/timeline/axis.ts";
import { isExchangeInScope, type Scope } from "../../lib/timeline/scope.ts";
import { findIdleGaps, getScopeTimeRange, type TimeRange } from "../../lib/timeline/time-range.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { useRun, useView } from "../session.tsx";
import { useThrottledRun } from "../use-interpretation.ts";

/**
 * While a run is live, the axis ends beyond now, so that bars can grow, and is extended in steps of
 * this factor: between two steps, nothing that has ended moves.
 */
const LIVE_STEP = 1.2;
/** The smallest room ahead of now, as a share. */
const MIN_SHARE_AHEAD = 0.02;
/** Room after the end of a finished run. */
const SHARE_BEHIND = 0.01;
/** A live run starts with this much; a finished one fills the axis, however short it was. */
const MIN_LIVE_MS = 100;
/** The axis of a run without any length. */
const INSTANT_MS = 1;

export interface Axis extends TimeAxis {
  /** The start of the scope; offsets count from here. */
  readonly origin: number;
  /** The newest time in the scope. */
  readonly now: number;
}

export function useAxis(): Axis | null {
  const live = useRun((run) => run.live);
  const scope = useView((view) => view.scope);
  const zoom = useView((view) => view.zoom);
  const folds = useView((view) => view.foldsIdle);
  const { version, trace } = useThrottledRun();
  return useMemo(() => {
    const spansEnd = trace ? getSpansEnd(version.timeline, trace, scope) : null;
    return createAxis(version.timeline, scope, { live, zoom, folds, spansEnd });
  }, [version, scope, live, zoom, folds, trace]);
}

interface AxisOptions {
  readonly live: boolean;
  readonly zoom: TimeRange | null;
  readonly folds: boolean;
  /** The end of the last span of a joined trace; `null` if there is none. */
  readonly spansEnd?: number | null;
}

/** `null` if nothing has a time. */
export function createAxis(
  timeline: Timeline,
  scope: Scope,
  { live, zoom, folds, spansEnd = null }: AxisOptions,
): Axis | null {
  const range = getScopeTimeRange(timeline, scope);
  if (!range) return null;
  const { from, to } = range;
  const gaps = folds ? findIdleGaps(timeline, scope, live) : [];
  const bounds = { origin: from, now: to };
  if (zoom) return { ...zoom, ...bounds, folds: foldGaps(zoom, gaps) };
  const drawn = getDrawnLength({ from, to, folds: foldGaps(range, gaps) });
  const length = live ? getLiveLength(drawn) : (drawn || INSTANT_MS) * (1 + SHARE_BEHIND);
  // In this order, rounding does not move the end of a live axis between two steps.
  const wireEnd = from + length + (to - from - drawn);
  // Agents go on after their response.
  const end = spansEnd !== null && spansEnd > wireEnd ? spansEnd : wireEnd;
  return { from, to: end, ...bounds, folds: foldGaps({ from, to: end }, gaps) };
}

/** The first step that leaves room ahead. */
function getLiveLength(drawn: number): number {
  const least = drawn * (1 + MIN_SHARE_AHEAD);
  const steps = Math.ceil(Math.log(least / MIN_LIVE_MS) / Math.log(LIVE_STEP));
  return MIN_LIVE_MS * LIVE_STEP ** Math.max(0, steps);
}

function getSpansEnd(timeline: Timeline, { calls }: JoinedTrace, scope: Scope): number | null {
  let latest: number | null = null;
  for (const { exchange, spans } of calls) {
    if (!isExchangeInScope(timeline, scope, exchange)) continue;
    for (const { end } of spans) if (!(end <= (latest ?? Number.NEGATIVE_INFINITY))) latest = end;
  }
  return latest === null || Number.isNaN(latest) ? null : latest;
}
