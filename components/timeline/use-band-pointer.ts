"use client";
// Pointer handling of the overview: a drag below the axis selects a time range; a click, a drag on the
// axis and touch move the playhead. A click on the bar of a call leads to it instead.
import { type PointerEvent, type RefObject, useState } from "react";
import { movePlayhead, stopPlayback } from "../../lib/session/playback.ts";
import { toAxisShare, toAxisTime } from "../../lib/timeline/axis.ts";
import { findEventAt } from "../../lib/timeline/time-range.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { useSession } from "../session.tsx";
import type { Axis } from "./use-axis.ts";

const AXIS_PX = 20;
/** Shorter movements are clicks. */
const DRAG_PX = 4;

interface Drag {
  readonly kind: "scrub" | "mark";
  readonly from: number;
  /** The index of the exchange whose bar was pressed. */
  readonly call: number | null;
}

export function useBandPointer(
  band: RefObject<HTMLElement | null>,
  timeline: Timeline,
  axis: Axis | null,
  onOpenCall: (exchange: number) => void,
) {
  const session = useSession();
  const { view } = session;
  const [drag, setDrag] = useState<Drag | null>(null);
  if (!axis) return {};

  const boxOf = () => band.current?.getBoundingClientRect();
  const timeUnder = ({ clientX }: PointerEvent) => {
    const box = boxOf();
    return box ? toAxisTime(axis, (clientX - box.left) / box.width) : axis.from;
  };
  const scrub = (event: PointerEvent) => {
    stopPlayback(session);
    movePlayhead(session, Math.max(0, findEventAt(timeline, timeUnder(event))));
  };
  const isFar = (from: number, to: number) =>
    Math.abs(toAxisShare(axis, to) - toAxisShare(axis, from)) * (boxOf()?.width ?? 0) >= DRAG_PX;
  const letGo = () => setDrag(null);
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const pressed = (event.target as Element).closest<HTMLElement>("[data-call]");
      const call = pressed ? Number(pressed.dataset.call) : null;
      const from = timeUnder(event);
      const onAxis = event.nativeEvent.offsetY < AXIS_PX && event.target === event.currentTarget;
      if (!onAxis && event.pointerType !== "touch") {
        return setDrag({ kind: "mark", from, call });
      }
      setDrag({ kind: "scrub", from, call });
      scrub(event);
    },
    onPointerMove(event: PointerEvent) {
      if (drag?.kind === "scrub") scrub(event);
      if (drag?.kind !== "mark") return;
      const { from } = drag;
      const to = timeUnder(event);
      if (!isFar(from, to)) return;
      view.setState({ brush: { from: Math.min(from, to), to: Math.max(from, to) } });
    },
    onPointerUp(event: PointerEvent) {
      if (drag && !isFar(drag.from, timeUnder(event))) {
        if (drag.kind === "mark") view.setState({ brush: null });
        if (drag.call !== null) onOpenCall(drag.call);
        else if (drag.kind === "mark") scrub(event);
      }
      letGo();
    },
    onPointerCancel: letGo,
  };
}
