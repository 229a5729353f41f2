"use client";
// Lines with the spans of a call, below its first row: their heading, and one line for each span. They
// are what a trace backend recorded, so their bars are dashed.
import type { CSSProperties } from "react";
import { formatSpanDuration } from "../../lib/log/traces/imported-span.ts";
import type { JoinedCall, JoinedSpan } from "../../lib/otlp/joined-trace.ts";
import type { ColumnId } from "../../lib/session/columns.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { useTimeFormatter } from "../labels/time-settings.ts";
import { boundText } from "../ui/bounded-text.ts";
import { cx } from "../ui/cx.ts";
import { formatQuantity } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { Tag } from "../ui/tag.tsx";
import { FUTURE } from "./row-numbers.tsx";
import { SearchHighlight } from "./search-highlight.tsx";
import { BAR_CELL, CHILD, ENTRY, KIND, TIME } from "./timeline-row.tsx";
import type { Axis } from "./use-axis.ts";
import { BAR, toAxisPosition } from "./waterfall.tsx";

const HEADING =
  "col-span-full row-start-1 row-end-[span_2] flex min-w-0 items-center gap-2 text-12/5 whitespace-nowrap text-fg-2";
/** A row contains only cells. */
const CELL_PROPS = { role: "gridcell" } as const;

interface SpansHeadingProps {
  call: JoinedCall;
  /** How many spans match the filter. */
  shown: number;
  expanded: boolean;
}

export function SpansHeading({ call, shown, expanded }: SpansHeadingProps) {
  const { spans, services } = call;
  const count = formatQuantity(spans.length, "span");
  return (
    <span {...CELL_PROPS} className={HEADING}>
      <Icon name={expanded ? "chevron-down" : "chevron-right"} size={14} className="text-fg-3" />
      <Icon name="trace" size={14} className="text-fg-3" />
      <span data-part="title" className="flex-none font-medium text-fg-1">
        {shown < spans.length ? `${shown} of ${count}` : count}
      </span>
      <span className="min-w-0 truncate" dir="auto">
        {boundText(services.join(", "))}
      </span>
      <Tag faint>from the backend</Tag>
      {call.correction === "clock" && <Tag icon="timing">moved by {formatMove(call)}</Tag>}
    </span>
  );
}

/** With its sign, rounded alike in both directions. */
function formatMove({ offset }: JoinedCall): string {
  const size = formatSpanDuration(BigInt(Math.round(Math.abs(offset) * 1e6)));
  return `${offset < 0 ? "\u2212" : "+"}${size}`;
}

interface SpanRowProps {
  timeline: Timeline;
  joined: JoinedSpan;
  /** How many of the lines above it contain it. */
  depth: number;
  axis: Axis | null;
  columns: ReadonlySet<ColumnId>;
  /** The time of the playhead. */
  now: number;
  pattern: RegExp | null;
}

/** Deeper spans are indented no further. */
const MAX_DEPTH = 8;

export function SpanRow({ timeline, joined, depth, axis, columns, now, pattern }: SpanRowProps) {
  const { span, start } = joined;
  const formatTime = useTimeFormatter(timeline);
  const hue = span.isFailed ? "error" : "other";
  const isTimed = axis !== null && !Number.isNaN(start);
  const duration = formatSpanDuration(span.end - span.start);
  // Where rows have no column for it.
  const facts = [columns.has("duration") ? "" : duration, span.service];
  const style = { "--depth": Math.min(depth, MAX_DEPTH) } as CSSProperties;
  return (
    <>
      {columns.has("event") && <span {...CELL_PROPS} className="col-[event]" />}
      <span {...CELL_PROPS} className={TIME}>
        {isTimed ? formatTime(start, axis.origin) : ""}
      </span>
      <span {...CELL_PROPS} data-part="kind" className={KIND} data-hue={hue}>
        <Icon name="trace" size={16} />
        <span className="max-phone:sr-only phone:group-data-icons/rows:sr-only">Span</span>
      </span>
      <span {...CELL_PROPS} data-part="entry" className={cx(ENTRY, CHILD)} style={style}>
        <span data-part="title" className={cx("min-w-0 truncate text-fg-1", FUTURE)} dir="auto">
          <SearchHighlight text={boundText(span.name || "span")} pattern={pattern} />
        </span>
        {span.isFailed && (
          <Tag hue="error" icon="error">
            <span className="max-phone:sr-only">failed</span>
          </Tag>
        )}
        <span
          className={cx("min-w-0 flex-[1_4_0] truncate text-12/5 text-fg-3", FUTURE)}
          dir="auto"
        >
          <SearchHighlight text={boundText(facts.filter(Boolean).join(" · "))} pattern={pattern} />
        </span>
      </span>
      {columns.has("duration") && (
        <span
          {...CELL_PROPS}
          data-part="duration"
          className={cx("col-[duration] row-start-1 overflow-hidden text-right text-12/5", FUTURE)}
        >
          {duration}
        </span>
      )}
      <span {...CELL_PROPS} data-part="bar-cell" data-hue={hue} className={BAR_CELL}>
        {isTimed && <SpanBar axis={axis} joined={joined} now={now} />}
      </span>
    </>
  );
}

const OUTLINE =
  "border border-dashed border-hue-line bg-transparent group-data-future/row:border-line-3";

interface SpanBarProps {
  axis: Axis;
  joined: JoinedSpan;
  now: number;
}

/** The bar is filled up to the playhead. */
function SpanBar({ axis, joined: { start, end }, now }: SpanBarProps) {
  const from = toAxisPosition(axis, start);
  const to = toAxisPosition(axis, end);
  const style = {
    "--from": from,
    "--seen": toAxisPosition(axis, Math.min(end, Math.max(start, now))),
    "--to": to,
  } as CSSProperties;
  return (
    <span className="@container absolute inset-0" style={style}>
      <span
        data-part="bar"
        className={cx(BAR, OUTLINE, "w-[max(3px,(var(--to)-var(--from))*100%)]")}
      />
      {now > start && (
        <span className={cx(BAR, "w-[calc((var(--seen)-var(--from))*100%)] bg-tint-2")} />
      )}
    </span>
  );
}
