"use client";
// The time column: its axis, and the bar of a row from its first frame to its last.
import type { CSSProperties } from "react";
import { formatDuration } from "../ui/format.ts";

export interface Axis {
  readonly from: number;
  readonly to: number;
}

/** The share of the axis at a time, between 0 and 1. */
function shareOf({ from, to }: Axis, time: number): number {
  return to <= from ? 0 : Math.min(1, Math.max(0, (time - from) / (to - from)));
}

export function Bar({
  axis,
  from,
  to,
  growing,
}: {
  axis: Axis;
  from: number;
  to: number;
  growing: boolean;
}) {
  if (Number.isNaN(from)) return null;
  const start = shareOf(axis, from);
  const end = shareOf(axis, to);
  const isInstant = to - from < 1;
  const style = { "--from": start, "--to": end } as CSSProperties;
  const flips = end > 0.7;
  return (
    <span className="bar-cell" style={style}>
      <span
        className="bar"
        data-instant={isInstant || undefined}
        data-growing={growing || undefined}
      />
      {!isInstant && (
        <span className="bar-label" data-flips={flips || undefined}>
          {formatDuration(to - from)}
        </span>
      )}
    </span>
  );
}

const STEPS = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 30_000, 60_000, 300_000, 600_000,
  3_600_000,
];

export function AxisHead({ axis }: { axis: Axis | null }) {
  if (!axis || axis.to <= axis.from) return <span />;
  const span = axis.to - axis.from;
  const step = STEPS.find((size) => span / size <= 5) ?? span / 4;
  const ticks = Array.from({ length: Math.floor(span / step) + 1 }, (_, i) => i * step);
  return (
    <span className="axis" aria-hidden="true">
      {ticks.map((tick) => (
        <span key={tick} className="axis-tick" style={{ "--at": tick / span } as CSSProperties}>
          {tickLabel(tick, step)}
        </span>
      ))}
    </span>
  );
}

function tickLabel(tick: number, step: number): string {
  if (step < 1000) return tick === 0 ? "0 ms" : `${tick}`;
  return tick === 0 ? "0 s" : `${tick / 1000}`;
}
