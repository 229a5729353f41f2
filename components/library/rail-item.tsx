"use client";
// Row of the rail: a context heading, a task with its state, or an exchange in two lines.
import { isInProgress } from "../../lib/session/run-selectors.ts";
import { isDiscovery } from "../../lib/timeline/exchange-queries.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { createExchangeLabel, createTaskLabel } from "../labels/exchange-label.ts";
import { TaskMenu } from "../operations/task-menu.tsx";
import { useRun } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { formatBytes, formatCount, formatDuration } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { Spinner } from "../ui/status.tsx";
import { useCardLabel } from "./card-label.ts";
import { ExchangeMenu } from "./exchange-menu.tsx";
import type { RailRow } from "./rail-rows.ts";

interface RailItemProps {
  row: RailRow;
  timeline: Timeline;
}

export function RailItem({ row, timeline }: RailItemProps) {
  switch (row.kind) {
    case "all":
      return (
        <>
          <Icon name="activity" size={14} />
          <span>All exchanges</span>
        </>
      );
    case "group":
      return (
        <>
          <Icon name={row.open ? "chevron-down" : "chevron-right"} size={12} />
          <span>{boundText(row.label)}</span>
          <span className="rail-end rail-id mono" title={boundText(row.id)}>
            {boundText(row.id)}
          </span>
        </>
      );
    case "task":
      return <TaskItem row={row} timeline={timeline} />;
    case "exchange":
      return <ExchangeItem row={row} timeline={timeline} />;
  }
}

function TaskItem({ row, timeline }: { row: RailRow & { kind: "task" }; timeline: Timeline }) {
  const isLive = useRun(isInProgress);
  const { task, newest, isPush } = row;
  const { label, lane } = createTaskLabel(
    task,
    newest && createExchangeLabel(timeline, newest, isLive),
  );
  return (
    <>
      <i className="rail-lane" data-lane={lane} />
      <span className="rail-id mono" title={boundText(task.id)}>
        task {task.id === "" ? "without id" : boundText(task.id)}
      </span>
      <span className="rail-state">{isPush ? "push" : boundText(label)}</span>
      {!isPush && <TaskMenu taskId={task.id} tabIndex={-1} inRow />}
    </>
  );
}

function ExchangeItem({
  row: { exchange },
  timeline,
}: {
  row: RailRow & { kind: "exchange" };
  timeline: Timeline;
}) {
  const isLive = useRun(isInProgress);
  const label = createExchangeLabel(timeline, exchange, isLive);
  const { isRunning, events, bytes, durationMs } = label;
  const title = boundText(label.title);
  const reason = boundText(label.reason);
  const { detail, icon, hue } = useCardLabel(timeline, exchange) ?? label;
  const size = isDiscovery(exchange) ? formatBytes(bytes) : formatCount(events);
  return (
    <>
      <span className="rail-glyph" data-hue={isRunning ? "accent" : hue} title={reason}>
        {isRunning ? <Spinner size={14} label="Running" /> : <Icon name={icon} size={14} />}
      </span>
      <span className="rail-line">
        <span className="rail-title" title={title}>
          {title}
          {!isRunning && icon !== "ok" && <span className="sr-only"> {reason}</span>}
        </span>
        <span className="rail-number">{size}</span>
      </span>
      <span className="rail-line">
        <span className="rail-prompt" dir="auto">
          {boundText(detail)}
        </span>
        <span className="rail-number">
          {Number.isNaN(durationMs) ? "" : formatDuration(durationMs)}
        </span>
      </span>
      <ExchangeMenu exchange={exchange} title={title} />
    </>
  );
}
