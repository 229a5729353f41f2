"use client";
// The notifications of a task beside its stream: which events came twice, and how much later.
import { useMemo } from "react";
import { comparePushed, type PushComparison, type PushedEvent } from "../../lib/timeline/pushed.ts";
import type { TaskLane } from "../../lib/timeline/task.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { formatCount, formatDuration, formatOffset } from "../ui/format.ts";
import { pushSummary } from "./summary.ts";

export interface PushesProps {
  timeline: Timeline;
  lane: TaskLane;
  n: number;
}

/** More than this is not read, and those that differ come first. */
const MOST_SHOWN = 100;

export function Pushes({ timeline, lane, n }: PushesProps) {
  const found = useMemo(() => comparePushed(timeline, lane, n), [timeline, lane, n]);
  if (!found) return null;
  const shown = worstFirst(found).slice(0, MOST_SHOWN);
  return (
    <section className="compare-part" aria-label="Notifications">
      <header>
        <h3>Notifications</h3>
        <span>{pushSummary(found)}</span>
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
            {shown.map((event, index) => (
              <tr
                key={String(index)}
                data-alone={event.pushed === null || event.streamed === null || undefined}
              >
                <td>{event.what}</td>
                <td>{timeOf(timeline, event.streamed)}</td>
                <td>{timeOf(timeline, event.pushed)}</td>
                <td>{lagOf(event)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {found.events.length > shown.length && (
        <p className="compare-parts">
          {formatCount(found.events.length - shown.length)} more that came both ways.
        </p>
      )}
    </section>
  );
}

/** All of them in order where that is few enough to read; else those that lack a side first. */
function worstFirst({ events }: PushComparison): readonly PushedEvent[] {
  if (events.length <= MOST_SHOWN) return events;
  const isAlone = ({ streamed, pushed }: PushedEvent) => streamed === null || pushed === null;
  return [...events.filter(isAlone), ...events.filter((event) => !isAlone(event))];
}

function timeOf(timeline: Timeline, event: number | null): string {
  if (event === null) return "none";
  const time = timeline.events.time.at(event);
  return Number.isNaN(time) ? `event ${event + 1}` : formatOffset(time);
}

function lagOf({ lag }: PushedEvent): string {
  if (lag === null) return "";
  return lag < 0 ? `${formatDuration(-lag)} before` : formatDuration(lag);
}
