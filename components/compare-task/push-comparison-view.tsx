"use client";
// Comparison of a task's notifications with its stream: which events were pushed, and how much later.
import { useCallback } from "react";
import { comparePush, type PushedEvent } from "../../lib/timeline/compare-push.ts";
import type { TaskLane } from "../../lib/timeline/task.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { PendingText, useTextRead } from "../loaded-text.tsx";
import { formatCount, formatDuration, formatOffset, formatQuantity } from "../ui/format.ts";
import { formatPushComparison } from "./comparison-summary.ts";

export interface PushComparisonViewProps {
  timeline: Timeline;
  lane: TaskLane;
  n: number;
}

/** Longer lists are cut, with differing events first. */
const MAX_SHOWN = 100;

export function PushComparisonView({ timeline, lane, n }: PushComparisonViewProps) {
  const read = useTextRead(useCallback(() => comparePush(timeline, lane, n), [timeline, lane, n]));
  if (read.kind !== "loaded") return <PendingText read={read} />;
  const comparison = read.value;
  if (!comparison) return null;
  const rows = createPushRows(comparison.events);
  const shown = sortWorstFirst(rows).slice(0, MAX_SHOWN);
  return (
    <section className="compare-part" aria-label="Notifications">
      <header>
        <h3>Notifications</h3>
        <span>{formatPushComparison(comparison)}</span>
      </header>
      {shown.length > 0 && (
        <table className="compare-pushes">
          <thead>
            <tr>
              <th scope="col">Event</th>
              <th scope="col">Stream</th>
              <th scope="col">Notification</th>
              <th scope="col">Delay</th>
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
      {rows.length > shown.length && (
        <p className="compare-parts">{formatCount(rows.length - shown.length)} more.</p>
      )}
    </section>
  );
}

interface PushRow {
  readonly event: PushedEvent;
  /** How many equal events this row stands for. */
  readonly count: number;
}

/** Merges adjacent equal events that lack the same side. */
function createPushRows(events: readonly PushedEvent[]): PushRow[] {
  const rows: PushRow[] = [];
  for (const event of events) {
    const before = rows.at(-1);
    const isAlike =
      before?.event.label === event.label &&
      isUnpaired(event) &&
      getDeliverySide(before.event) === getDeliverySide(event);
    if (before && isAlike) rows[rows.length - 1] = { ...before, count: before.count + 1 };
    else rows.push({ event, count: 1 });
  }
  return rows;
}

/** Keeps the order of short lists; puts unpaired events first in longer ones. */
function sortWorstFirst(rows: readonly PushRow[]): readonly PushRow[] {
  if (rows.length <= MAX_SHOWN) return rows;
  return [
    ...rows.filter(({ event }) => isUnpaired(event)),
    ...rows.filter(({ event }) => !isUnpaired(event)),
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
  return lagMs < 0 ? `${formatDuration(-lagMs)} earlier` : formatDuration(lagMs);
}
