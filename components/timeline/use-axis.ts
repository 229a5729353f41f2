"use client";
// The axis that overview and rows share: the zoomed span, or all of it with room for what is to come.
import { useMemo } from "react";
import { foldGaps, getDrawnLength, type TimeAxis } from "../../lib/timeline/axis.ts";
import type { Scope } from "../../lib/timeline/scope.ts";
import { findIdleGaps, getScopeTimeRange, type TimeRange } from "../../lib/timeline/time-range.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { useRun, useView } from "../session.tsx";

/** While a run is live, the axis reaches beyond now by this share, so that bars can grow. */
const SHARE_AHEAD = 0.1;
/** A run that is over leaves a little room after its end. */
const SHARE_BEHIND = 0.01;
const MIN_AXIS_MS = 100;

export interface Axis extends TimeAxis {
  /** The beginning of what is shown: offsets count from here. */
  readonly origin: number;
  /** The newest moment there is. */
  readonly now: number;
}

export function useAxis(): Axis | null {
  const timeline = useRun((run) => run.timeline);
  const live = useRun((run) => run.live);
  const version = useRun((run) => run.version);
  const scope = useView((view) => view.scope);
  const zoom = useView((view) => view.zoom);
  const folds = useView((view) => view.foldsIdle);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timeline grows in place, counted by version
  return useMemo(
    () => createAxis(timeline, scope, { live, zoom, folds }),
    [timeline, version, scope, live, zoom, folds],
  );
}

interface AxisOptions {
  readonly live: boolean;
  readonly zoom: TimeRange | null;
  readonly folds: boolean;
}

function createAxis(
  timeline: Timeline,
  scope: Scope,
  { live, zoom, folds }: AxisOptions,
): Axis | null {
  const span = getScopeTimeRange(timeline, scope);
  if (!span) return null;
  const { from, to } = span;
  const gaps = folds ? findIdleGaps(timeline, scope, live) : [];
  const counted = { origin: from, now: to };
  if (zoom) return { ...zoom, ...counted, folds: foldGaps(zoom, gaps) };
  const drawn = getDrawnLength({ from, to, folds: foldGaps(span, gaps) });
  const length = Math.max(MIN_AXIS_MS, drawn);
  const end = to + length * (1 + (live ? SHARE_AHEAD : SHARE_BEHIND)) - drawn;
  return { from, to: end, ...counted, folds: foldGaps({ from, to: end }, gaps) };
}
