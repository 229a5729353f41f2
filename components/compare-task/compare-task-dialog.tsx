"use client";
// Dialog that compares the stored task with what was delivered of it.
import { useCallback, useState } from "react";
import { getExchangeVerdict } from "../../lib/lint/verdict/exchange-verdict.ts";
import { comparePush, type PushedEvent } from "../../lib/timeline/compare-push.ts";
import type { TaskLane } from "../../lib/timeline/task.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { useAppContext, useDialogParameters } from "../app-context.tsx";
import type { ComparedTask } from "../app-shell/dialogs.ts";
import { PendingText, useTextRead } from "../loaded-text.tsx";
import { useView } from "../session.tsx";
import { Banner } from "../ui/banner.tsx";
import { cx } from "../ui/cx.ts";
import { Dialog } from "../ui/dialog.tsx";
import { formatCount, formatDuration, formatOffset, formatQuantity } from "../ui/format.ts";
import { EmptyState, Waiting } from "../ui/status.tsx";
import { useThrottledVersion } from "../use-throttled-version.ts";
import { ComparisonPart } from "./comparison-part.tsx";
import { formatPushComparison } from "./comparison-summary.ts";
import { TaskComparison } from "./task-comparison.tsx";

export default function CompareTaskDialog({
  open,
  onClose,
}: {
  open: boolean;
  onClose: () => void;
}) {
  const compared = useDialogParameters("compare");
  return (
    <Dialog open={open} onClose={onClose} title="Compare with stored task" width="large">
      {compared && (
        <CompareTaskBody
          key={compared.exchange ?? compared.taskId}
          compared={compared}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

function CompareTaskBody({ compared, onClose }: { compared: ComparedTask; onClose: () => void }) {
  const { run } = useAppContext();
  useThrottledVersion();
  const { timeline } = run.getState();
  const { taskId, exchange: id } = compared;
  const lane = timeline.taskByKey.get(taskId);
  const exchange = id === null ? undefined : timeline.exchangeById.get(id);
  if (id !== null && !exchange?.end) {
    return <Waiting>Looking up the task…</Waiting>;
  }
  const isRefused = exchange && !exchange.taskSet.has(lane?.index ?? -1);
  return (
    <>
      {isRefused && (
        <Banner severity="error" title="Couldn't look up the task" who="Agent">
          {getExchangeVerdict(timeline, exchange, timeline.lastEvent).because} The stored task is
          unknown; what was delivered is unchanged.
        </Banner>
      )}
      {!isRefused && !lane && <EmptyState icon="search" title="No such task in this run" />}
      {lane && <ComparisonSides lane={lane} isKnown={!isRefused} onClose={onClose} />}
    </>
  );
}

interface ComparisonSidesProps {
  lane: TaskLane;
  /** The lookup succeeded. */
  isKnown: boolean;
  onClose: () => void;
}

function ComparisonSides({ lane, isKnown, onClose }: ComparisonSidesProps) {
  const { run } = useAppContext();
  const { timeline } = run.getState();
  const cursor = useView((view) => view.cursor);
  // Fixed at the last event on opening, so that the comparison does not change while it is read.
  const [last] = useState(timeline.lastEvent);
  const n = cursor === null ? last : Math.min(cursor, last);
  return (
    <>
      {isKnown && <TaskComparison timeline={timeline} lane={lane} n={n} onClose={onClose} />}
      <PushComparisonView timeline={timeline} lane={lane} n={n} />
    </>
  );
}

interface PushComparisonViewProps {
  timeline: Timeline;
  lane: TaskLane;
  n: number;
}

/** Longer lists are cut, with differing events first. */
const MAX_SHOWN = 100;

const HEAD_CELL = "h-5.5 pr-2.5 text-left text-11 font-medium text-fg-3";
const CELL = "h-6 border-t border-line-1 pr-2.5";

/**
 * Comparison of a task's notifications with its stream: which events were pushed, and how much later.
 */
function PushComparisonView({ timeline, lane, n }: PushComparisonViewProps) {
  const read = useTextRead(useCallback(() => comparePush(timeline, lane, n), [timeline, lane, n]));
  if (read.kind !== "loaded") return <PendingText read={read} />;
  const comparison = read.value;
  if (!comparison) return null;
  const rows = createPushRows(comparison.events);
  const shown = sortWorstFirst(rows).slice(0, MAX_SHOWN);
  return (
    <ComparisonPart title="Notifications" facts={<span>{formatPushComparison(comparison)}</span>}>
      {shown.length > 0 && (
        <table className="mt-1 w-full">
          <thead>
            <tr>
              {["Event", "Stream", "Notification", "Delay"].map((name) => (
                <th key={name} scope="col" className={HEAD_CELL}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ event, count }, index) => (
              <tr key={String(index)} className={isUnpaired(event) ? "text-warning" : "text-fg-2"}>
                <td className={cx(CELL, "wrap-anywhere")}>
                  {count > 1 ? `${event.label}, ${formatQuantity(count, "time")}` : event.label}
                </td>
                <td className={cx(CELL, "whitespace-nowrap")}>
                  {formatEventTime(timeline, event.streamed)}
                </td>
                <td className={cx(CELL, "whitespace-nowrap")}>
                  {formatEventTime(timeline, event.pushed)}
                </td>
                <td className={cx(CELL, "whitespace-nowrap")}>{formatLag(event)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rows.length > shown.length && (
        <p className="text-fg-2">{formatCount(rows.length - shown.length)} more.</p>
      )}
    </ComparisonPart>
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
