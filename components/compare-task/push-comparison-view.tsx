"use client";
// The notifications of a task beside its stream: which events came twice, and how much later.
import { useMemo } from "react";
import { comparePush, type PushedEvent } from "../../lib/timeline/compare-push.ts";
import type { TaskLane } from "../../lib/timeline/task.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { formatCount, formatDuration, formatOffset, formatQuantity } from "../ui/format.ts";
import { formatPushComparison } from "./comparison-summary.ts";

export interface PushComparisonViewProps {
  timeline: Timeline;
  lane: TaskLane;
  n: number;
}

/** More than this is not read, and those that differ come first. */
const MAX_SHOWN = 100;

export function PushComparisonView({ timeline, lane, n }: PushComparisonViewProps) {
  const found = useMemo(() => comparePush(timeline, lane, n), [timeline, lane, n]);
  if (!found) return null;
  const lines = createPushRows(found.events);
  const shown = sortWorstFirst(lines).slice(0, MAX_SHOWN);
  return (
    <section className="compare-part" aria-label="Notifications">
      <header>
        <h3>Notifications</h3>
        <span>{formatPushComparison(found)}</span>
      </header>
      {shown.length > 0 && (
        <table className="compare-pushes">
          <thead>
            <tr>
              <th scope="col">Event</th>
              <th scope="col">Stream</th>
              <th scope="col">Notification</th>
              <th scope="col">Later by</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ event, count }, index) => (
              <tr key={String(index)} data-alone={isUnpaired(event) || undefined}>
                <td>
                  {count > 1 ? `${event.label}, ${formatQuantity(count, "time")}` : event.label}
                </td>
                <td>{formatEventTime(timeline, event.streamed)}</td>
                <td>{formatEventTime(timeline, event.pushed)}</td>
                <td>{formatLag(event)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {lines.length > shown.length && (
        <p className="compare-parts">{formatCount(lines.length - shown.length)} more.</p>
      )}
    </section>
  );
}

interface PushRow {
  readonly event: PushedEvent;
  /** So many alike in a row. */
  readonly count: number;
}

/** Neighbours that say the same and lack the same side are one line. */
function createPushRows(events: readonly PushedEvent[]): PushRow[] {
  const lines: PushRow[] = [];
  for (const event of events) {
    const before = lines.at(-1);
    const isAlike =
      before?.event.label === event.label &&
      isUnpaired(event) &&
      getDeliverySide(before.event) === getDeliverySide(event);
    if (before && isAlike) lines[lines.length - 1] = { ...before, count: before.count + 1 };
    else lines.push({ event, count: 1 });
  }
  return lines;
}

/** All of them in order where that is few enough to read; else those that lack a side first. */
function sortWorstFirst(lines: readonly PushRow[]): readonly PushRow[] {
  if (lines.length <= MAX_SHOWN) return lines;
  return [
    ...lines.filter(({ event }) => isUnpaired(event)),
    ...lines.filter(({ event }) => !isUnpaired(event)),
  ];
}

function isUnpaired(event: PushedEvent): boolean {
  return getDeliverySide(event) !== "both";
}

function getDeliverySide({ streamed, pushed }: PushedEvent): "stream" | "push" | "both" {
  if (pushed === null) return "stream";
  return streamed === null ? "push" : "both";
}

function formatEventTime(timeline: Timeline, event: number | null): string {
  if (event === null) return "none";
  const time = timeline.events.time.at(event);
  return Number.isNaN(time) ? `event ${event + 1}` : formatOffset(time);
}

function formatLag({ lagMs }: PushedEvent): string {
  if (lagMs === null) return "";
  return lagMs < 0 ? `${formatDuration(-lagMs)} before` : formatDuration(lagMs);
}
