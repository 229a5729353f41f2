"use client";
// The overview band: when things happened. Drag marks a span, a click or the axis moves the playhead.
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { TERMINAL_STATES } from "../../lib/protocol/model.ts";
import {
  moveTo,
  resetZoom,
  stepEvent,
  stepState,
  stop,
  toEnd,
  toStart,
  zoomToBrush,
} from "../../lib/session/playback.ts";
import { axisTicks, shareOf, timeAt } from "../../lib/timeline/axis.ts";
import { newestLanes } from "../../lib/timeline/lanes.ts";
import { eventsOf, eventsUpTo } from "../../lib/timeline/scope.ts";
import { eventAt } from "../../lib/timeline/span.ts";
import { useMoment, useRun, useSession, useView } from "../session.tsx";
import { formatCount } from "../ui/format.ts";
import { HistogramCanvas } from "./histogram-canvas.tsx";
import { Lane } from "./lanes.tsx";
import { useAxis } from "./use-axis.ts";
import { useWidth } from "./use-width.ts";

const HISTOGRAM_HEIGHT = 30;
const LANES_SHOWN = 4;
/** Less than this is a click, not a drag. */
const DRAG_PX = 4;

export function Overview() {
  const session = useSession();
  const { view } = session;
  const timeline = useRun((run) => run.timeline);
  const version = useRun((run) => run.version);
  const live = useRun((run) => run.live);
  const moment = useMoment();
  const scope = useView((state) => state.scope);
  const brush = useView((state) => state.brush);
  const axis = useAxis();
  const band = useRef<HTMLDivElement>(null);
  const width = useWidth(band);
  const [dragFrom, setDragFrom] = useState<number | null>(null);
  if (!axis) return null;

  const timeUnder = (event: PointerEvent) => {
    const box = band.current?.getBoundingClientRect();
    return box ? timeAt(axis, (event.clientX - box.left) / box.width) : axis.from;
  };
  const scrub = (event: PointerEvent) => {
    stop(session);
    moveTo(session, Math.max(0, eventAt(timeline, timeUnder(event))));
  };
  const onDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const onAxis = event.nativeEvent.offsetY < 20 && event.target === event.currentTarget;
    if (onAxis || event.pointerType === "touch") {
      setDragFrom(Number.NaN);
      scrub(event);
    } else setDragFrom(timeUnder(event));
  };
  const onMove = (event: PointerEvent) => {
    if (dragFrom === null) return;
    if (Number.isNaN(dragFrom)) return scrub(event);
    const to = timeUnder(event);
    const moved = Math.abs(shareOf(axis, to) - shareOf(axis, dragFrom)) * width;
    if (moved < DRAG_PX) return;
    view.setState({ brush: { from: Math.min(dragFrom, to), to: Math.max(dragFrom, to) } });
  };
  const onUp = (event: PointerEvent) => {
    if (dragFrom === null) return;
    const moved = Math.abs(shareOf(axis, timeUnder(event)) - shareOf(axis, dragFrom)) * width;
    if (!Number.isNaN(dragFrom) && moved < DRAG_PX) {
      view.setState({ brush: null });
      scrub(event);
    }
    setDragFrom(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keyActions(session, event.shiftKey)[event.key];
    if (!act || event.metaKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  const time = moment < 0 ? axis.from : timeline.events.time.at(moment);
  const offset = Number.isNaN(time) ? 0 : (time - axis.origin) / 1000;
  const { ticks } = axisTicks(axis, axis.origin, Math.max(2, Math.floor(width / 80)));
  const at = (share: number) => ({ "--at": share }) as CSSProperties;
  return (
    <div className="overview">
      <div
        ref={band}
        className="overview-band"
        role="slider"
        tabIndex={0}
        aria-label="Playhead"
        aria-valuemin={0}
        aria-valuemax={Math.max(0, timeline.lastEvent)}
        aria-valuenow={Math.max(0, moment)}
        aria-valuetext={`event ${formatCount(eventsUpTo(timeline, scope, moment))} of ${formatCount(eventsOf(timeline, scope))}, ${offset.toFixed(3)} seconds`}
        onPointerDown={onDown}
        onPointerMove={onMove}
        onPointerUp={onUp}
        onDoubleClick={() => zoomToBrush(session)}
        onKeyDown={onKeyDown}
      >
        {ticks.map(({ share, label }) => (
          <span key={label} className="overview-tick" style={at(share)}>
            {label}
          </span>
        ))}
        {newestLanes(timeline, scope, LANES_SHOWN).map((lane) => (
          <Lane
            key={lane.key}
            timeline={timeline}
            lane={lane}
            moment={moment}
            axis={axis}
            torn={!live && !TERMINAL_STATES.has(lane.state ?? "unknown")}
          />
        ))}
        <HistogramCanvas
          timeline={timeline}
          axis={axis}
          version={version}
          width={width}
          height={HISTOGRAM_HEIGHT}
        />
        {live && <span className="overview-future" style={at(shareOf(axis, axis.now))} />}
        {brush && (
          <span
            className="overview-brush"
            style={
              {
                "--from": shareOf(axis, brush.from),
                "--to": shareOf(axis, brush.to),
              } as CSSProperties
            }
          />
        )}
        {moment >= 0 && time >= axis.from && time <= axis.to && (
          <span className="overview-playhead" style={at(shareOf(axis, time))}>
            <b>{offset.toFixed(3)}</b>
          </span>
        )}
      </div>
    </div>
  );
}

function keyActions(
  session: ReturnType<typeof useSession>,
  shift: boolean,
): Partial<Record<string, () => void>> {
  const step = shift ? stepState : stepEvent;
  return {
    ArrowLeft: () => step(session, -1),
    ArrowRight: () => step(session, 1),
    ArrowDown: () => step(session, -1),
    ArrowUp: () => step(session, 1),
    PageDown: () => stepEvent(session, -10),
    PageUp: () => stepEvent(session, 10),
    Home: () => toStart(session),
    End: () => toEnd(session),
    Escape: () => resetZoom(session),
  };
}
