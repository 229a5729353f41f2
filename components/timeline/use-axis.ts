"use client";
// The axis that overview and rows share: the zoomed span, or all of it with room for what is to come.
import { type Span, spanOf } from "../../lib/timeline/span.ts";
import { useRun, useView } from "../session.tsx";

/** While a run is live, the axis reaches beyond now by this share, so that bars can grow. */
const AHEAD = 0.1;
const SHORTEST_MS = 100;

export interface Axis extends Span {
  /** The beginning of what is shown: offsets count from here. */
  readonly origin: number;
  /** The newest moment there is. */
  readonly now: number;
}

export function useAxis(): Axis | null {
  const timeline = useRun((run) => run.timeline);
  const live = useRun((run) => run.live);
  useRun((run) => run.version);
  const scope = useView((view) => view.scope);
  const zoom = useView((view) => view.zoom);
  const span = spanOf(timeline, scope);
  if (!span) return null;
  const { from, to } = span;
  if (zoom) return { ...zoom, origin: from, now: to };
  const length = Math.max(SHORTEST_MS, to - from);
  return { from, to: from + length * (live ? 1 + AHEAD : 1.01), origin: from, now: to };
}
