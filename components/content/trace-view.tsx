"use client";
// A trace as a tree of spans, each with a bar on the trace's time axis, its duration and tokens.
import { memo, useMemo } from "react";
import { maskSecrets } from "../../lib/dialects/payloads/secrets.ts";
import { flattenSpans, type Trace, type TraceSpan } from "../../lib/dialects/payloads/trace.ts";
import { stringifyJson } from "../../lib/json/json-stringify.ts";
import { formatCount, formatDuration, formatQuantity } from "../ui/format.ts";
import { Icon, type IconName } from "../ui/icons.tsx";
import { truncateText } from "./agent-text.tsx";
import { ShowMore } from "./show-more.tsx";

const SPAN_ICONS: Readonly<Record<TraceSpan["kind"], IconName>> = {
  agent: "agent",
  tool: "tool",
  other: "other",
};
const MAX_INDENT = 8;

const SPANS = "grid grid-cols-[minmax(0,2fr)_minmax(40px,1fr)_fit-content(40%)] gap-x-2.5";
const TRACK = "relative h-2 rounded-[2px] bg-bg-3";

interface TraceExtent {
  readonly from: number;
  readonly length: number;
}

/** Memoized: the run grows many times a second, a trace does not change. */
export const TraceView = memo(function TraceView({ trace }: { trace: Trace }) {
  const spans = useMemo(() => flattenSpans(trace.spans), [trace]);
  const extent = useMemo(() => getTraceExtent(spans.map(({ span }) => span)), [spans]);
  if (spans.length === 0) return <p className="text-fg-3">This trace has no spans.</p>;
  return (
    <ShowMore
      items={spans}
      renderList={(items) => <ol className={SPANS}>{items}</ol>}
      renderItem={({ span, depth }, i) => (
        <li key={String(i)} className="col-span-full grid min-h-5.5 grid-cols-subgrid items-center">
          <span
            className="flex min-w-0 items-center gap-1.5 text-fg-1"
            style={{ paddingLeft: Math.min(depth, MAX_INDENT) * 14 }}
            title={span.args === null ? undefined : formatInline(span.args)}
          >
            <Icon name={SPAN_ICONS[span.kind]} size={14} className="text-tool" />
            <span className="truncate" dir="auto">
              {truncateText(span.name, 200) || "unnamed"}
            </span>
          </span>
          <SpanBar span={span} extent={extent} />
          <span className="text-11/4.5 text-fg-3">{formatSpanFacts(span)}</span>
          {span.error !== null && (
            <span className="col-span-full pl-5 wrap-anywhere text-error">
              {truncateText(span.error)}
            </span>
          )}
        </li>
      )}
    />
  );
});

function SpanBar({ span, extent }: { span: TraceSpan; extent: TraceExtent }) {
  const length = getSpanDuration(span);
  if (length === null || !(extent.length > 0)) return <span className={TRACK} />;
  const start = span.start === null ? 0 : (span.start - extent.from) / extent.length;
  const left = Math.min(Math.max(start, 0), 1);
  const width = Math.min(length / extent.length, 1 - left);
  return (
    <span className={TRACK}>
      <span
        className="absolute inset-y-0 min-w-0.5 rounded-[2px] bg-tool/60 forced-colors:bg-[CanvasText]"
        style={{ left: `${(left * 100).toFixed(2)}%`, width: `${(width * 100).toFixed(2)}%` }}
      />
    </span>
  );
}

function formatSpanFacts(span: TraceSpan): string {
  const length = getSpanDuration(span);
  const facts = [
    length === null ? "" : formatDuration(length),
    span.tokens === null ? "" : formatQuantity(span.tokens, "token"),
    span.cost === null ? "" : `cost ${formatCount(span.cost)}`,
  ];
  return facts.filter(Boolean).join(" · ");
}

function formatInline(args: unknown): string {
  return truncateText(stringifyJson(maskSecrets(args, [])));
}

function getSpanDuration({ start, end, latency }: TraceSpan): number | null {
  const length = start !== null && end !== null ? end - start : latency;
  return length !== null && length >= 0 ? length : null;
}

/** From the first span's start to the last span's end; without times, the longest span. */
function getTraceExtent(spans: readonly TraceSpan[]): TraceExtent {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  let longest = 0;
  for (const span of spans) {
    const length = getSpanDuration(span) ?? 0;
    longest = Math.max(longest, length);
    if (span.start === null) continue;
    from = Math.min(from, span.start);
    to = Math.max(to, span.start + length);
  }
  return from < to ? { from, length: Math.max(to - from, longest) } : { from: 0, length: longest };
}
