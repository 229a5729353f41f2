"use client";
// Line of the overview with the spans of the joined trace: a dashed box for each call, and their bars.
import type { CSSProperties } from "react";
import type { JoinedCall, JoinedTrace } from "../../lib/otlp/joined-trace.ts";
import { isExchangeInScope, type Scope } from "../../lib/timeline/scope.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { boundText } from "../ui/bounded-text.ts";
import { formatQuantity } from "../ui/format.ts";
import type { Axis } from "./use-axis.ts";
import { toAxisPosition } from "./waterfall.tsx";

const LANE =
  "@container/lane pointer-events-none relative h-3.5 overflow-hidden rounded-[3px] bg-bg-2";
const BOX =
  "@container/segment absolute inset-y-0 left-[calc(var(--from)*100%)] w-[max(3px,(var(--to)-var(--from))*100%)] overflow-hidden rounded-[3px] border border-dashed border-line-3 pl-1.5 text-[10px]/3 text-fg-2 whitespace-nowrap";
const LABEL =
  "inline-block max-w-[clamp(0px,(100cqi-var(--chars)*6.3px-6px)*1000,60em)] overflow-hidden align-top";

interface TraceLaneProps {
  timeline: Timeline;
  trace: JoinedTrace;
  scope: Scope;
  axis: Axis;
}

export function TraceLane({ timeline, trace, scope, axis }: TraceLaneProps) {
  const calls = trace.calls.filter(
    ({ exchange, spans }) =>
      isExchangeInScope(timeline, scope, exchange) && !Number.isNaN(spans[0]?.start),
  );
  if (calls.length === 0) return null;
  return (
    <div className={LANE} data-part="trace-lane">
      {calls.map((call) => (
        <CallBox key={call.exchange} call={call} axis={axis} />
      ))}
    </div>
  );
}

function CallBox({ call, axis }: { call: JoinedCall; axis: Axis }) {
  const { spans, services } = call;
  const text = boundText(services.join(", ") || "spans");
  const style = {
    "--from": toAxisPosition(
      axis,
      findLeast(spans, ({ start }) => start),
    ),
    "--to": toAxisPosition(axis, -findLeast(spans, ({ end }) => -end)),
    "--chars": text.length,
  } as CSSProperties;
  const label = `${formatQuantity(spans.length, "span")} from the backend: ${text}`;
  return (
    <span role="img" aria-label={label} title={label} className={BOX} style={style}>
      <span className={LABEL}>{text}</span>
    </span>
  );
}

function findLeast<T>(list: readonly T[], measure: (one: T) => number): number {
  return list.reduce((least, one) => Math.min(least, measure(one)), Number.POSITIVE_INFINITY);
}
