"use client";
// Marks of stalls and bursts of a stream over the histogram. Verdict and timing report the same as text.
import type { CSSProperties } from "react";
import { toAxisShare } from "../../lib/timeline/axis.ts";
import { useEventFormatter } from "../labels/use-event-formatter.ts";
import { useRun } from "../session.tsx";
import { formatCount, formatDuration, formatQuantity } from "../ui/format.ts";
import type { Axis } from "./use-axis.ts";
import { usePaceMarks } from "./use-pace-marks.ts";

/** Narrower stalls are not drawn. */
const MIN_PX = 8;
/** Width needed for the duration. */
const WORD_PX = 52;
const BURST_PX = 26;

export function PaceMarkLayer({ axis, width }: { axis: Axis; width: number }) {
  const { stalls, bursts } = usePaceMarks();
  const { number } = useEventFormatter(useRun((run) => run.timeline));
  const isOn = (time: number) => time >= axis.from && time <= axis.to;
  let labelsEnd = Number.NEGATIVE_INFINITY;
  return (
    <span className="pace-marks" aria-hidden="true">
      {stalls.map(({ event, from, to, keptAlive }) => {
        const [start, end] = [toAxisShare(axis, from), toAxisShare(axis, to)];
        const px = (end - start) * width;
        if (px < MIN_PX) return null;
        const duration = formatDuration(to - from);
        const keepAlives = keptAlive > 0 ? `, ${formatQuantity(keptAlive, "keep-alive")}` : "";
        return (
          <span
            key={event}
            className="pace-stall"
            style={{ "--from": start, "--to": end } as CSSProperties}
            title={`No events for ${duration} after event ${formatCount(number(event))}${keepAlives}`}
          >
            {px >= WORD_PX && <i>{duration}</i>}
          </span>
        );
      })}
      {bursts
        .filter(({ time }) => isOn(time))
        .map(({ event, frames, time }) => {
          const at = toAxisShare(axis, time);
          const hasRoom = at * width >= labelsEnd && (1 - at) * width >= BURST_PX;
          if (hasRoom) labelsEnd = at * width + BURST_PX + 6;
          return (
            <span
              key={event}
              className="pace-burst"
              style={{ "--at": at } as CSSProperties}
              title={`${formatQuantity(frames, "frame")} in one read, from event ${formatCount(number(event))}`}
            >
              {hasRoom && `×${formatCount(frames)}`}
            </span>
          );
        })}
    </span>
  );
}
