"use client";
// Lanes of the overview, one for each agent of a run with calls between agents: a bar for each call, in
// which waiting for other calls is hatched. A click on a bar leads to the call.
import type { CSSProperties } from "react";
import type { Interpretation } from "../../lib/dialects/interpretation.ts";
import { getExchangeVerdict } from "../../lib/lint/verdict/exchange-verdict.ts";
import { formatVerdictTitle } from "../../lib/lint/verdict/verdict-words.ts";
import type { Verdict } from "../../lib/lint/verdict.ts";
import type { AgentLane, CallBar } from "../../lib/timeline/hops/agent-lanes.ts";
import { findCalleeName, findCallerLabel } from "../../lib/timeline/hops/agent-names.ts";

import { boundText } from "../ui/bounded-text.ts";
import { cx } from "../ui/cx.ts";
import { formatCount, formatDuration, formatQuantity } from "../ui/format.ts";
import type { Axis } from "./use-axis.ts";
import { toAxisPosition } from "./waterfall.tsx";

interface AgentLaneProps {
  interpretation: Interpretation;
  lane: AgentLane;
  names: ReadonlyMap<string, string>;
  playhead: number;
  axis: Axis;
}

const LANE_HEIGHT = 16;
const LANE = "pointer-events-none relative h-4 overflow-hidden rounded-[3px] bg-bg-2";
const BAR =
  "pointer-events-auto absolute top-(--y) left-[calc(var(--from)*100%)] h-(--h) w-[max(3px,(var(--to)-var(--from))*100%)] cursor-pointer overflow-hidden rounded-[3px] forced-colors:border forced-colors:border-[CanvasText]";
const WORK = "bg-lane-working text-lane-working-fg";
const FUTURE = "text-fg-3 inset-ring inset-ring-line-3 forced-colors:border-dashed";
const WAITING =
  "absolute inset-y-0 left-[calc(var(--from)*100%)] w-[calc((var(--to)-var(--from))*100%)] bg-bg-2 [background-image:repeating-linear-gradient(135deg,var(--lane-working)_0_2px,transparent_2px_6px)]";
const CAP = "absolute inset-y-0 right-0 w-1";

export function AgentLaneView(props: AgentLaneProps) {
  const { interpretation, lane, names, playhead, axis } = props;
  const { timeline } = interpretation;
  const name = boundText(findCalleeName({ hop: { target: lane.target } }, names));
  const bars = lane.bars.map((bar) => ({
    bar,
    from: toAxisPosition(axis, bar.from),
    to: toAxisPosition(axis, bar.to),
    isFuture: bar.call.firstEvent > playhead,
    verdict: bar.isRunning
      ? null
      : getExchangeVerdict(timeline, bar.call.exchange, timeline.lastEvent, interpretation),
  }));
  const failed = bars.filter(({ verdict }) => verdict?.clean === false).length;
  const label = `${name}: ${formatQuantity(bars.length, "call")}${failed > 0 ? `, ${formatCount(failed)} failed` : ""}`;
  return (
    <div role="img" aria-label={label} data-part="agent-lane" className={LANE}>
      {bars.map(({ bar, from, to, isFuture, verdict }) => (
        <Bar
          key={bar.call.exchange.id}
          bar={bar}
          from={from}
          to={to}
          rows={lane.rows}
          verdict={verdict}
          isFuture={isFuture}
          title={`${boundText(findCallerLabel(bar.call, names, timeline.lastEvent))} → ${name}`}
        />
      ))}
    </div>
  );
}

interface BarProps {
  bar: CallBar;
  from: number;
  to: number;
  rows: number;
  verdict: Verdict | null;
  isFuture: boolean;
  title: string;
}

function Bar({ bar, from, to, rows, verdict, isFuture, title }: BarProps) {
  const height = LANE_HEIGHT / rows;
  const style = {
    "--from": from,
    "--to": to,
    "--y": `${bar.row * height}px`,
    "--h": `${Math.max(2, rows === 1 ? height : height - 1)}px`,
  } as CSSProperties;
  const length = bar.to - bar.from;
  const share = (time: number) => (length > 0 ? (time - bar.from) / length : 0);
  const waiting = bar.waiting.reduce((sum, span) => sum + span.to - span.from, 0);
  const facts = [
    verdict ? formatVerdictTitle(verdict) : "In progress",
    formatDuration(length),
    waiting > 0 && `${formatDuration(waiting)} waiting`,
  ].filter(Boolean);
  return (
    <span
      data-part="call-bar"
      data-call={bar.call.exchange.index}
      className={cx(BAR, isFuture ? FUTURE : WORK)}
      style={style}
      title={`${title}: ${facts.join(", ")}`}
    >
      {!isFuture &&
        bar.waiting.map((span) => (
          <i
            key={span.from}
            data-part="waiting"
            className={WAITING}
            style={{ "--from": share(span.from), "--to": share(span.to) } as CSSProperties}
          />
        ))}
      {!isFuture && verdict && (
        <i className={cx(CAP, verdict.clean ? "bg-lane-completed" : "bg-lane-failed")} />
      )}
    </span>
  );
}

interface AgentNamesProps {
  lanes: readonly AgentLane[];
  names: ReadonlyMap<string, string>;
}

/** The names of the agents, in a column before the axis. */
export function AgentNames({ lanes, names }: AgentNamesProps) {
  if (lanes.length === 0) return null;
  return (
    <ul
      className="flex max-w-30 flex-none flex-col gap-0.5 pt-5 pr-2 text-11/4 text-fg-2 max-phone:max-w-22"
      aria-hidden="true"
    >
      {lanes.map(({ target }) => {
        const name = boundText(findCalleeName({ hop: { target } }, names));
        return (
          <li key={target} data-part="lane-name" className="h-4 truncate" title={name}>
            {name}
          </li>
        );
      })}
    </ul>
  );
}
