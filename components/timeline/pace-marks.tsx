"use client";
// Marks of stalls and bursts of a stream over the histogram. Verdict and timing report the same as text.

import { type CSSProperties, useEffect, useRef, useState } from "react";
import { findPaceMarks, type PaceMarks } from "../../lib/report/timing/pace-marks.ts";
import { toAxisShare } from "../../lib/timeline/axis.ts";
import type { Scope } from "../../lib/timeline/scope.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { useEventFormatter } from "../labels/use-event-formatter.ts";
import { useRun, useView } from "../session.tsx";
import { formatCount, formatDuration, formatQuantity } from "../ui/format.ts";
import { useThrottledVersion } from "../use-throttled-version.ts";
import type { Axis } from "./use-axis.ts";

/** Narrower stalls are not drawn. */
const MIN_PX = 8;
/** Width needed for the duration. */
const WORD_PX = 52;
const BURST_PX = 26;

/** A dashed line between two ends. */
const STALL =
  "absolute top-3.5 left-[calc(var(--from)*100%)] h-px w-[calc((var(--to)-var(--from))*100%)] border-t border-dashed border-fg-4 before:absolute before:-top-1 before:left-0 before:h-[7px] before:border-l before:border-fg-4 after:absolute after:-top-1 after:right-0 after:h-[7px] after:border-l after:border-fg-4 forced-colors:border-[CanvasText] forced-colors:before:border-[CanvasText] forced-colors:after:border-[CanvasText]";
const STALL_LABEL =
  "absolute top-0 left-1/2 -translate-1/2 bg-bg-1 px-1 text-10/3.5 whitespace-nowrap text-fg-3 not-italic";
/** A triangle that points down. */
const BURST =
  "absolute top-0 left-[calc(var(--at)*100%)] pl-1.5 text-[10px]/2.5 whitespace-nowrap text-fg-3 before:absolute before:top-0.5 before:-left-1 before:border-x-4 before:border-t-6 before:border-transparent before:border-t-warning";

export function PaceMarkLayer({ axis, width }: { axis: Axis; width: number }) {
  const { stalls, bursts } = usePaceMarks();
  const { number } = useEventFormatter(useRun((run) => run.timeline));
  const isOn = (time: number) => time >= axis.from && time <= axis.to;
  let labelsEnd = Number.NEGATIVE_INFINITY;
  return (
    <span className="absolute inset-x-0 bottom-1 h-7.5" aria-hidden="true">
      {stalls.map(({ event, from, to, keptAlive }) => {
        const [start, end] = [toAxisShare(axis, from), toAxisShare(axis, to)];
        const px = (end - start) * width;
        if (px < MIN_PX) return null;
        const duration = formatDuration(to - from);
        const keepAlives = keptAlive > 0 ? `, ${formatQuantity(keptAlive, "keep-alive")}` : "";
        return (
          <span
            key={event}
            data-part="stall"
            className={STALL}
            style={{ "--from": start, "--to": end } as CSSProperties}
            title={`No events for ${duration} after event ${formatCount(number(event))}${keepAlives}`}
          >
            {px >= WORD_PX && <i className={STALL_LABEL}>{duration}</i>}
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
              className={BURST}
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

/** Analyzing this many events takes a few milliseconds. */
const BATCH_SIZE = 10_000;

const NO_MARKS: PaceMarks = { stalls: [], bursts: [], remaining: 0 };

interface AnalyzedMarks {
  readonly timeline: Timeline;
  readonly scope: Scope;
  readonly marks: PaceMarks;
}

function usePaceMarks(): PaceMarks {
  const version = useThrottledVersion();
  const scope = useView((view) => view.scope);
  const isReading = useRun((run) => run.phase.kind === "reading");
  const [analyzed, setAnalyzed] = useState<AnalyzedMarks | null>(null);
  const latest = useRef(analyzed);
  useEffect(() => {
    const { timeline } = version;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const analyze = () => {
      const marks = findPaceMarks(timeline, scope, isReading ? 0 : BATCH_SIZE);
      // Setting the same marks again would cost a render.
      const { current } = latest;
      const isKnown = current?.timeline === timeline && current.scope === scope;
      if (!isKnown || !areSame(current.marks, marks)) {
        latest.current = { timeline, scope, marks };
        setAnalyzed(latest.current);
      }
      if (marks.remaining > 0 && !isReading) timer = setTimeout(analyze);
    };
    analyze();
    return () => clearTimeout(timer);
  }, [version, scope, isReading]);
  const isCurrent = analyzed?.timeline === version.timeline && analyzed.scope === scope;
  return isCurrent ? analyzed.marks : NO_MARKS;
}

function areSame(left: PaceMarks, right: PaceMarks): boolean {
  return (
    left.stalls.length === right.stalls.length &&
    left.bursts.length === right.bursts.length &&
    left.stalls.every(
      ({ event, to }, i) => event === right.stalls[i]?.event && to === right.stalls[i]?.to,
    ) &&
    left.bursts.every(
      ({ event, frames }, i) =>
        event === right.bursts[i]?.event && frames === right.bursts[i]?.frames,
    )
  );
}
