"use client";
// Where a stream fell silent, and where it let go many frames at once: in the room that the
// histogram has there anyway. Verdict and timing say the same in words.
import type { CSSProperties } from "react";
import { toAxisShare } from "../../lib/timeline/axis.ts";
import { useEventFormatter } from "../inspect/use-event-formatter.ts";
import { useRun } from "../session.tsx";
import { formatCount, formatDuration, formatQuantity } from "../ui/format.ts";
import type { Axis } from "./use-axis.ts";
import { usePaceMarks } from "./use-pace-marks.ts";

/** Anything narrower is no line any more. */
const MIN_PX = 8;
/** The duration needs so much. */
const WORD_PX = 52;
const BURST_PX = 26;

export function PaceMarkLayer({ axis, width }: { axis: Axis; width: number }) {
  const { stalls, bursts } = usePaceMarks();
  const { number } = useEventFormatter(useRun((run) => run.timeline));
  const isOn = (time: number) => time >= axis.from && time <= axis.to;
  let wordsEnd = Number.NEGATIVE_INFINITY;
  return (
    <span className="pace-marks" aria-hidden="true">
      {stalls.map(({ event, from, to, keptAlive }) => {
        const [start, end] = [toAxisShare(axis, from), toAxisShare(axis, to)];
        const px = (end - start) * width;
        if (px < MIN_PX) return null;
        const long = formatDuration(to - from);
        const alive = keptAlive > 0 ? `, kept alive ${formatQuantity(keptAlive, "time")}` : "";
        return (
          <span
            key={event}
            className="pace-stall"
            style={{ "--from": start, "--to": end } as CSSProperties}
            title={`Silent for ${long} after event ${formatCount(number(event))}${alive}`}
          >
            {px >= WORD_PX && <i>{long}</i>}
          </span>
        );
      })}
      {bursts
        .filter(({ time }) => isOn(time))
        .map(({ event, frames, time }) => {
          const at = toAxisShare(axis, time);
          const hasRoom = at * width >= wordsEnd && (1 - at) * width >= BURST_PX;
          if (hasRoom) wordsEnd = at * width + BURST_PX + 6;
          return (
            <span
              key={event}
              className="pace-burst"
              style={{ "--at": at } as CSSProperties}
              title={`${formatQuantity(frames, "frame")} in one read, from event ${formatCount(number(event))} on`}
            >
              {hasRoom && `×${formatCount(frames)}`}
            </span>
          );
        })}
    </span>
  );
}
