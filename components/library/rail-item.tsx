"use client";

// Row of the rail: a context heading, a task with its state, or an exchange in two lines.

import { type CSSProperties, memo, useEffect, useState } from "react";
import { useStore } from "zustand";
import { isInProgress } from "../../lib/session/run-selectors.ts";
import { getExchangeCard } from "../../lib/timeline/cards.ts";
import type { Exchange } from "../../lib/timeline/exchange.ts";
import { isCall, isDiscovery } from "../../lib/timeline/exchange-queries.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import type { OpenRecord } from "../../lib/wire/record.ts";
import { useAppContext } from "../app-context.tsx";
import type { AppContext } from "../app-shell/feature.ts";
import { EDGE_LINES } from "../labels/edge-labels.ts";
import { createExchangeLabel, createTaskLabel, type TaskLabel } from "../labels/exchange-label.ts";
import { getTaskColor } from "../labels/task-color.ts";
import { TaskMenu } from "../operations/task-menu.tsx";
import { getNotEditableReason } from "../request/editable-request.ts";
import { useAgent, useRun } from "../session.tsx";
import { getTraceLinkStore } from "../trace/trace-link-store.ts";
import { boundText } from "../ui/bounded-text.ts";
import { cx } from "../ui/cx.ts";
import { formatBytes, formatCount, formatDuration, formatQuantity } from "../ui/format.ts";
import type { Hue } from "../ui/hue.ts";
import { Icon, type IconName } from "../ui/icons.tsx";
import { type MenuItem, RowMenu } from "../ui/menu.tsx";
import { ShortId } from "../ui/short-id.tsx";
import { Spinner } from "../ui/status.tsx";
import { useInterpretedPart } from "../use-interpretation.ts";
import type { RailRow } from "./rail-rows.ts";
import type { ListedCall } from "./tapped-calls.ts";

const ROWS: Readonly<Record<RailRow["kind"], string>> = {
  all: "mx-1.5 flex h-7.5 items-center gap-2 rounded-2 pr-2 pl-2.5 text-12/5 pointer-coarse:h-11",
  group: "flex h-7 items-center gap-1 pr-3 pl-2.5 text-11/5 pointer-coarse:h-11",
  task: "flex h-6 items-center gap-1.5 pr-3 pl-6.5 text-11/5 pointer-coarse:h-11",
  exchange:
    "mx-1.5 grid h-11 grid-cols-[16px_minmax(0,1fr)] grid-rows-[18px_18px] content-center items-center gap-x-1.25 rounded-2 py-1 pr-1.75 pl-2.25 text-11/5",
};
const CURRENT_MARK =
  "before:absolute before:inset-y-2 before:left-0 before:w-0.5 before:rounded-[2px] before:bg-accent forced-colors:before:hidden";

export function railRowClass(kind: RailRow["kind"], isCurrent: boolean): string {
  const isStrong = isCurrent || kind === "all";
  return cx(
    "group/rail",
    ROWS[kind],
    isStrong ? "text-fg-2" : "text-fg-3",
    isCurrent ? "bg-accent-bg" : "hover:bg-bg-2 light:hover:bg-bg-3",
    isCurrent && kind !== "task" && CURRENT_MARK,
  );
}

const LANE =
  "size-1.75 flex-none rounded-[2px] forced-colors:border forced-colors:forced-color-adjust-none";
const LANE_COLORS: Readonly<Record<TaskLabel["lane"], string>> = {
  submitted: "bg-lane-submitted",
  working: "bg-lane-working",
  input: "bg-lane-input",
  completed: "bg-lane-completed",
  failed: "bg-lane-failed",
};
/** The color of the task, as beside its rows. */
const MARK = "absolute inset-y-1 left-2.5 w-[3px] rounded-[2px] forced-color-adjust-none";
/** Covers the state, so that it takes no room from the id. */
const TASK_MENU =
  "absolute right-1 flex rounded-2 bg-bg-2 opacity-0 group-focus-within/rail:opacity-100 group-hover/rail:opacity-100 light:bg-bg-3";
const LINE = "col-start-2 flex min-w-0 gap-1.5";
/** The menu replaces the duration. */
const DURATION =
  "flex-none group-focus-within/rail:group-has-[button]/rail:invisible group-hover/rail:group-has-[button]/rail:invisible";
const EXCHANGE_MENU =
  "absolute right-1 bottom-0.5 opacity-0 group-focus-within/rail:opacity-100 group-hover/rail:opacity-100 [@media(hover:none)]:group-aria-selected/rail:opacity-100";

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
          All exchanges
        </>
      );
    case "group":
      return (
        <>
          <Icon name={row.open ? "chevron-down" : "chevron-right"} size={12} />
          <span className="flex-none">{boundText(row.label)}</span>
          <span className="ml-auto flex min-w-0 pl-2" title={boundText(row.id)}>
            <ShortId id={row.id} />
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
      {timeline.tasks.length > 1 && (
        <i className={MARK} style={{ background: getTaskColor(task.index) }} />
      )}
      <i className={cx(LANE, LANE_COLORS[lane])} />
      <span className="mono flex min-w-0 gap-1.25" title={boundText(task.id)}>
        task <ShortId id={task.id || "without id"} />
      </span>
      <span className="ml-auto flex-none">{isPush ? "push" : boundText(label)}</span>
      {!isPush && (
        <span className={TASK_MENU}>
          <TaskMenu taskId={task.id} tabIndex={-1} />
        </span>
      )}
    </>
  );
}

function ExchangeItem({
  row: { exchange, call },
  timeline,
}: {
  row: RailRow & { kind: "exchange" };
  timeline: Timeline;
}) {
  const isLive = useRun(isInProgress);
  const interpretation = useInterpretedPart((interpreted) => interpreted.interpretation);
  const label = createExchangeLabel(timeline, exchange, isLive, interpretation);
  const { isRunning, events, bytes, durationMs } = label;
  // Of a call between agents: who was called, and below it how.
  const title = boundText(call?.callee ?? label.title);
  const reason = boundText(label.reason);
  const { detail: outcome, icon, hue } = useCardLabel(timeline, exchange) ?? label;
  const detail = call ? describeCall(call, exchange, label.title, outcome) : outcome;
  const size = isDiscovery(exchange) ? formatBytes(bytes) : formatCount(events);
  return (
    <>
      {call && <CallGuides call={call} />}
      <span
        className="row-span-2 mt-0.5 self-start text-hue"
        data-hue={isRunning ? "accent" : hue}
        title={reason}
      >
        {isRunning ? <Spinner size={14} label="Running" /> : <Icon name={icon} size={14} />}
      </span>
      <span className={LINE}>
        <span
          className="min-w-0 flex-1 truncate text-12/5 font-medium tracking-[-0.02em] text-fg-1"
          title={call ? `${boundText(call.caller)} → ${title}` : title}
        >
          {title}
          {!isRunning && icon !== "ok" && <span className="sr-only"> {reason}</span>}
        </span>
        <span className="flex-none">{size}</span>
      </span>
      <span className={LINE}>
        <span
          className="min-w-0 flex-1 truncate"
          dir="auto"
          title={call ? boundText(detail) : undefined}
        >
          {boundText(detail)}
        </span>
        <span className={DURATION}>
          {Number.isNaN(durationMs) ? "" : formatDuration(durationMs)}
        </span>
      </span>
      <ExchangeMenu exchange={exchange} title={call ? `${title}, ${label.title}` : title} />
    </>
  );
}

/** Turns are told apart by what the user wrote, calls between agents by their method. */
function describeCall(
  { depth }: ListedCall,
  { request }: Exchange,
  method: string,
  outcome: string,
): string {
  const isTurn = depth === 0 && request?.message != null;
  return isTurn ? `${outcome} · ${method}` : `${method} · ${outcome}`;
}

const INDENT_PX = 14;
/** Deeper calls are not indented any further. */
const MAX_INDENTS = 4;
const GUIDE = "absolute -inset-y-px left-(--left) border-l";

export function getIndent(row: RailRow): CSSProperties | undefined {
  const depth = row.kind === "exchange" ? (row.call?.depth ?? 0) : 0;
  if (depth === 0) return undefined;
  return { paddingLeft: 9 + Math.min(depth, MAX_INDENTS) * INDENT_PX };
}

/** A line below each call that it is inside of; the last says how the edge is known. */
function CallGuides({ call: { depth, edgeKind } }: { call: ListedCall }) {
  const shown = Math.min(depth, MAX_INDENTS);
  return Array.from({ length: shown }, (_, i) => (
    <i
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines differ in nothing else
      key={i}
      className={cx(GUIDE, EDGE_LINES[(i === shown - 1 && edgeKind) || "recorded"])}
      style={{ "--left": `${16 + i * INDENT_PX}px` } as CSSProperties}
    />
  ));
}

interface ExchangeMenuProps {
  exchange: Exchange;
  title: string;
}

/** Memoized: a request does not change while its response grows. */
const ExchangeMenu = memo(function ExchangeMenu({ exchange, title }: ExchangeMenuProps) {
  const app = useAppContext();
  const isConnected = useAgent((agent) => agent.endpoint !== null);
  const hasTraceUrl = useStore(getTraceLinkStore(app), ({ traceUrl }) => traceUrl !== null);
  const { record } = exchange.open;
  const isSent = record.method !== "" && !record.inbound;
  const items = [
    ...(isConnected && isSent ? createRequestItems(app, record) : []),
    ...(hasTraceUrl && isCall(exchange) ? [createTraceItem(app, record)] : []),
  ];
  if (items.length === 0) return null;
  return <RowMenu title={title} className={EXCHANGE_MENU} items={items} />;
});

function createRequestItems({ actions }: AppContext, record: OpenRecord): MenuItem[] {
  const reason = getNotEditableReason(record);
  return [
    {
      id: "again",
      label: "Edit and resend",
      keys: "e",
      disabled: reason !== null,
      ...(reason !== null && { hint: reason }),
      onSelect: () => actions.editAndResend(record.x),
    },
    { id: "save", label: "Save request…", onSelect: () => actions.saveExchange(record.x) },
  ];
}

const createTraceItem = ({ actions }: AppContext, { x }: OpenRecord): MenuItem => ({
  id: "trace",
  label: "Open in trace backend",
  onSelect: () => actions.openTrace(x),
});

interface CardLabel {
  readonly detail: string;
  readonly icon: IconName;
  readonly hue: Hue;
}

/** `null` if the exchange has no card, or a card without errors and warnings. */
function useCardLabel(timeline: Timeline, exchange: Exchange): CardLabel | null {
  const [label, setLabel] = useState<CardLabel | null>(null);
  const hasEnded = exchange.end !== null;
  useEffect(() => {
    let isCanceled = false;
    if (hasEnded && isDiscovery(exchange)) {
      void createCardLabel(timeline, exchange).then((found) => !isCanceled && setLabel(found));
    }
    return () => {
      isCanceled = true;
    };
  }, [timeline, exchange, hasEnded]);
  return label;
}

async function createCardLabel(timeline: Timeline, exchange: Exchange): Promise<CardLabel | null> {
  const card = getExchangeCard(timeline, exchange);
  if (!card) return null;
  const { lintCard } = await import("../../lib/lint/cards/lint-card.ts");
  const { findings } = lintCard(card.text, card);
  const count = (severity: string) => findings.filter((one) => one.severity === severity).length;
  const [errors, warnings] = [count("error"), count("warning")];
  if (errors > 0) return { detail: formatQuantity(errors, "error"), icon: "error", hue: "error" };
  if (warnings === 0) return null;
  return { detail: formatQuantity(warnings, "warning"), icon: "warning", hue: "warning" };
}
