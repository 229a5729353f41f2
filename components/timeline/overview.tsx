"use client";
// The overview: lanes and histogram over time. A drag or Enter selects a time range; a click, or a drag
// on the axis, moves the playhead.
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useLayoutEffect,
  useMemo,
  useRef,
} from "react";
import { collectActiveProblems } from "../../lib/lint/active-problems.ts";
import {
  jumpToEnd,
  jumpToStart,
  resetZoom,
  stepEvent,
  stepStateChange,
  zoomToBrush,
} from "../../lib/session/playback.ts";
import { showCall } from "../../lib/session/row-navigation.ts";
import { formatAxisTime, toAxisShare, toAxisTime } from "../../lib/timeline/axis.ts";
import { type AgentLanes, layOutAgentLanes } from "../../lib/timeline/hops/agent-lanes.ts";
import { getAgentNames } from "../../lib/timeline/hops/agent-names.ts";
import { type LaneLayout, layOutLanes } from "../../lib/timeline/lanes.ts";
import {
  countScopeEvents,
  countScopeEventsUpTo,
  getLastEventAt,
} from "../../lib/timeline/scope.ts";
import type { TimeRange } from "../../lib/timeline/time-range.ts";
import { useMutedRules } from "../problems/use-muted-rules.ts";
import { usePlayheadBefore, useRun, useSession, useView } from "../session.tsx";
import { cx } from "../ui/cx.ts";
import { formatCount, formatQuantity } from "../ui/format.ts";
import { useWidth } from "../ui/use-media.ts";
import { type ThrottledRun, useThrottledRun } from "../use-interpretation.ts";
import { AgentLaneView, AgentNames } from "./agent-lanes.tsx";
import { BrushEdges } from "./brush-edges.tsx";
import { HistogramCanvas } from "./histogram-canvas.tsx";
import { LaneLineView } from "./lanes.tsx";
import { OverviewTicks } from "./overview-ticks.tsx";
import { PaceMarkLayer } from "./pace-marks.tsx";
import { createProblemMarks } from "./problem-marks.ts";
import { TraceLane } from "./trace-lane.tsx";
import { type Axis, useAxis } from "./use-axis.ts";
import { useBandPointer } from "./use-band-pointer.ts";

const HISTOGRAM_HEIGHT = 30;
const MAX_LINES = 4;
const MAX_LANES = 60;
/** Between two lanes on one line, as a share of the axis. */
const MIN_LANE_GAP = 0.01;
/** Size of the time range that Enter selects, as a share of the axis. */
const MARKED_SHARE = 0.1;

const TO_COME =
  "pointer-events-none absolute top-5 right-0 bottom-1 left-[calc(var(--at)*100%)] bg-[repeating-linear-gradient(135deg,var(--hatch)_0_4px,transparent_4px_8px)]";
const BRUSH =
  "pointer-events-none absolute top-5 right-[calc((1-var(--to))*100%)] bottom-1 left-[calc(var(--from)*100%)] border-x border-accent bg-accent-bg forced-colors:border-[Highlight]";
const PLAYHEAD =
  "pointer-events-none absolute inset-y-0 left-[calc(var(--at)*100%)] w-px bg-accent forced-colors:bg-[Highlight] forced-colors:forced-color-adjust-none";
const PLAYHEAD_LABEL =
  "absolute top-0 left-0 translate-x-[clamp(-100%,var(--at)*-100%,0%)] rounded-[3px] bg-accent-strong px-1.5 text-11/[17px] font-semibold text-accent-fg forced-colors:bg-[Highlight] forced-colors:text-[HighlightText]";

export function Overview() {
  const session = useSession();
  const { view } = session;
  const run = useThrottledRun();
  const { interpretation, trace } = run;
  const { timeline } = interpretation;
  const live = useRun((run) => run.live);
  const playhead = usePlayheadBefore(run.version.lastEvent);
  const scope = useView((state) => state.scope);
  const brush = useView((state) => state.brush);
  const axis = useAxis();
  const field = useRef<HTMLDivElement>(null);
  const band = useRef<HTMLDivElement>(null);
  const width = useWidth(band);
  const openCall = (index: number) => {
    const exchange = timeline.exchanges[index];
    if (exchange) showCall(session, exchange);
  };
  const pointing = useBandPointer(band, timeline, axis, openCall);
  // Enter selects a time range, whose end the arrow keys then move.
  const wantsEdge = useRef(false);
  useLayoutEffect(() => {
    if (brush && wantsEdge.current)
      field.current?.querySelector<HTMLElement>("[role=slider][data-side=to]")?.focus();
    wantsEdge.current = false;
  }, [brush]);
  const marks = useProblemMarks(run, axis, width);
  const lanes = useLanes(run, axis);
  const agents = useAgentLanes(run, axis);
  if (!axis) return null;

  const event = getLastEventAt(timeline, scope, playhead);
  const time = event < 0 ? axis.from : timeline.events.time.at(event);
  const markAround = (middle: number) => {
    wantsEdge.current = true;
    view.setState({ brush: createRangeAround(axis, middle) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act =
      event.key === "Enter"
        ? () => markAround(time)
        : createKeyActions(session, event.shiftKey)[event.key];
    if (!act || event.metaKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  const offset = Number.isNaN(time) ? 0 : (time - axis.origin) / 1000;
  const isShown = event >= 0 && time >= axis.from && time <= axis.to;
  const now = isShown ? toAxisShare(axis, time) : null;
  const nowLabel = formatAxisTime(axis, axis.origin, Number.isNaN(time) ? axis.origin : time);
  const at = (share: number) => ({ "--at": share }) as CSSProperties;
  return (
    <div
      ref={field} // The label of a tick near the end would widen the page.
      className="flex overflow-x-clip px-3"
    >
      <AgentNames lanes={agents.lanes} names={agents.names} />
      <div className="relative min-w-0 flex-1">
        <div
          ref={band}
          className="relative flex touch-pan-y flex-col gap-0.5 pt-5 pb-1 select-none"
          role="slider"
          tabIndex={0}
          aria-label="Playhead"
          aria-valuemin={0}
          aria-valuemax={countScopeEvents(timeline, scope)}
          aria-valuenow={countScopeEventsUpTo(timeline, scope, playhead)}
          aria-valuetext={`event ${formatCount(countScopeEventsUpTo(timeline, scope, playhead))} of ${formatCount(countScopeEvents(timeline, scope))}, ${offset.toFixed(3)} seconds`}
          {...pointing}
          onDoubleClick={() => zoomToBrush(session)}
          onKeyDown={onKeyDown}
        >
          <OverviewTicks
            axis={axis}
            width={width}
            playhead={now === null ? null : { share: now, label: nowLabel }}
          />
          {agents.lanes.map((lane) => (
            <AgentLaneView
              key={lane.target}
              interpretation={interpretation}
              lane={lane}
              names={agents.names}
              playhead={playhead}
              axis={axis}
            />
          ))}
          {agents.note !== "" && <Note playhead={now}>{agents.note}, listed beside the rows</Note>}
          {agents.lanes.length === 0 &&
            lanes.lines.map((line) => (
              <LaneLineView
                key={line[0]?.key}
                timeline={timeline}
                lanes={line}
                playhead={playhead}
                axis={axis}
                live={live}
              />
            ))}
          {agents.lanes.length === 0 && lanes.hidden > 0 && (
            <Note playhead={now}>
              {formatQuantity(lanes.hidden, "earlier task")}, listed beside the rows
            </Note>
          )}
          {trace && <TraceLane timeline={timeline} trace={trace} scope={scope} axis={axis} />}
          <HistogramCanvas
            run={run}
            marks={marks}
            axis={axis}
            width={width}
            height={HISTOGRAM_HEIGHT}
          />
          <PaceMarkLayer axis={axis} width={width} />
          {live && <span className={TO_COME} style={at(toAxisShare(axis, axis.now))} />}
          {brush && (
            <span
              data-part="brush"
              className={BRUSH}
              style={
                {
                  "--from": toAxisShare(axis, brush.from),
                  "--to": toAxisShare(axis, brush.to),
                } as CSSProperties
              }
            />
          )}
          {now !== null && (
            <span data-part="playhead" className={PLAYHEAD} style={at(now)}>
              <b className={PLAYHEAD_LABEL}>{nowLabel}</b>
            </span>
          )}
        </div>
        {brush && <BrushEdges timeline={timeline} axis={axis} brush={brush} band={band} />}
      </div>
    </div>
  );
}

/** What has no lane, on the side of the playhead's line that has the room. */
function Note({ playhead, children }: { playhead: number | null; children: ReactNode }) {
  const isAtStart = playhead !== null && playhead > 0.5;
  return (
    <span
      data-part="note"
      className={cx(
        "max-w-1/2 px-1 text-10/3.5 text-fg-3",
        isAtStart ? "self-start" : "self-end text-right",
      )}
    >
      {children}
    </span>
  );
}

/** The problem marks, memoized while neither the run nor the axis changes. */
function useProblemMarks(run: ThrottledRun, axis: Axis | null, width: number) {
  const muted = useMutedRules();
  const scope = useView((state) => state.scope);
  return useMemo(() => {
    const { interpretation } = run;
    const problems = axis && collectActiveProblems(interpretation, muted, scope);
    return problems
      ? createProblemMarks(interpretation.timeline, problems, axis, width, scope)
      : [];
  }, [run, muted, axis, width, scope]);
}

/** The lanes of the newest tasks, memoized in the same way. */
function useLanes({ version }: ThrottledRun, axis: Axis | null): LaneLayout {
  const scope = useView((state) => state.scope);
  return useMemo(() => {
    if (!axis) return { lines: [], hidden: 0 };
    const place = (time: number) => toAxisShare(axis, time);
    const options = { maxLines: MAX_LINES, maxLanes: MAX_LANES, place, gap: MIN_LANE_GAP };
    return layOutLanes(version.timeline, scope, options);
  }, [version, axis, scope]);
}

const MAX_AGENT_LANES = 8;
const MAX_CALLS = 200;

/** The lanes of agents, which take the place of those of tasks in a run with calls between agents. */
function useAgentLanes({ version }: ThrottledRun, axis: Axis | null) {
  const scope = useView((state) => state.scope);
  const now = axis?.now ?? Number.NaN;
  return useMemo(() => {
    const { callTree, lastEvent } = version.timeline;
    const hasLanes = scope === "all" && callTree.calls.length > 0;
    const limits = { maxLanes: MAX_AGENT_LANES, maxCalls: MAX_CALLS };
    const found = hasLanes
      ? layOutAgentLanes(callTree, { n: lastEvent, now, ...limits })
      : NO_AGENTS;
    const hidden = [
      found.hiddenAgents > 0 && formatQuantity(found.hiddenAgents, "agent"),
      found.hiddenCalls > 0 && formatQuantity(found.hiddenCalls, "earlier call"),
    ].filter(Boolean);
    const names = found.lanes.length > 0 ? getAgentNames(version.timeline, lastEvent) : NO_NAMES;
    return { lanes: found.lanes, names, note: hidden.join(" and ") };
  }, [version, now, scope]);
}

const NO_AGENTS: AgentLanes = { lanes: [], hiddenAgents: 0, hiddenCalls: 0 };
const NO_NAMES: ReadonlyMap<string, string> = new Map();

function createRangeAround(axis: Axis, time: number): TimeRange {
  const middle = Number.isNaN(time) ? 0 : toAxisShare(axis, time);
  const from = Math.max(0, Math.min(middle - MARKED_SHARE / 2, 1 - MARKED_SHARE));
  return { from: toAxisTime(axis, from), to: toAxisTime(axis, from + MARKED_SHARE) };
}

function createKeyActions(
  session: ReturnType<typeof useSession>,
  shift: boolean,
): Partial<Record<string, () => void>> {
  const { view } = session;
  const step = shift ? stepStateChange : stepEvent;
  return {
    ArrowLeft: () => step(session, -1),
    ArrowRight: () => step(session, 1),
    ArrowDown: () => step(session, -1),
    ArrowUp: () => step(session, 1),
    PageDown: () => stepEvent(session, -10),
    PageUp: () => stepEvent(session, 10),
    Home: () => jumpToStart(session),
    End: () => jumpToEnd(session),
    Escape: () => {
      if (view.getState().brush) view.setState({ brush: null });
      else resetZoom(session);
    },
  };
}
