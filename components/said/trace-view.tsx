"use client";
// A trace as a tree of spans, each with its bar on the trace's own time, its duration and tokens.
import { memo, useMemo } from "react";
import { maskSecrets } from "../../lib/dialects/payloads/secrets.ts";
import { flattenSpans, type Trace, type TraceSpan } from "../../lib/dialects/payloads/trace.ts";
import { stringifyJson } from "../../lib/wire/json-stringify.ts";
import { formatCount, formatDuration, plural } from "../ui/format.ts";
import { Icon, type IconName } from "../ui/icons.tsx";
import { Most } from "./most.tsx";
import { short } from "./short.ts";

const ICONS: Readonly<Record<TraceSpan["kind"], IconName>> = {
  agent: "agent",
  tool: "tool",
  other: "other",
};
const DEEPEST_INDENT = 8;

interface Extent {
  readonly from: number;
  readonly length: number;
}

/** The run grows many times a second; a trace stays what it is. */
export const TraceView = memo(function TraceView({ trace }: { trace: Trace }) {
  const spans = useMemo(() => flattenSpans(trace.spans), [trace]);
  const extent = useMemo(() => extentOf(spans.map(({ span }) => span)), [spans]);
  if (spans.length === 0) return <p className="text-fg-3">A trace without spans.</p>;
  return (
    <Most
      of={spans}
      list={(items) => <ol className="said-spans">{items}</ol>}
      each={({ span, depth }, i) => (
        <li key={String(i)} data-failed={span.error !== null || undefined}>
          <span
            className="said-span-name"
            style={{ paddingLeft: Math.min(depth, DEEPEST_INDENT) * 14 }}
            title={span.args === null ? undefined : inOneLine(span.args)}
          >
            <Icon name={ICONS[span.kind]} size={14} />
            <span className="said-span-word" dir="auto">
              {short(span.name, 200) || "not named"}
            </span>
          </span>
          <Bar span={span} extent={extent} />
          <span className="said-span-facts">{factsOf(span)}</span>
          {span.error !== null && <span className="said-span-error">{short(span.error)}</span>}
        </li>
      )}
    />
  );
});

function Bar({ span, extent }: { span: TraceSpan; extent: Extent }) {
  const length = lengthOf(span);
  if (length === null || !(extent.length > 0)) return <span className="said-span-track" />;
  const start = span.start === null ? 0 : (span.start - extent.from) / extent.length;
  const left = Math.min(Math.max(start, 0), 1);
  const width = Math.min(length / extent.length, 1 - left);
  return (
    <span className="said-span-track">
      <span
        className="said-span-bar"
        style={{ left: `${(left * 100).toFixed(2)}%`, width: `${(width * 100).toFixed(2)}%` }}
      />
    </span>
  );
}

function factsOf(span: TraceSpan): string {
  const length = lengthOf(span);
  const facts = [
    length === null ? "" : formatDuration(length),
    span.tokens === null ? "" : plural(span.tokens, "token"),
    span.cost === null ? "" : `cost ${formatCount(span.cost)}`,
  ];
  return facts.filter(Boolean).join(" · ");
}

function inOneLine(args: unknown): string {
  return short(stringifyJson(maskSecrets(args, [])));
}

function lengthOf({ start, end, latency }: TraceSpan): number | null {
  const length = start !== null && end !== null ? end - start : latency;
  return length !== null && length >= 0 ? length : null;
}

/** From the first span's start to the last one's end; without times the longest is the whole. */
function extentOf(spans: readonly TraceSpan[]): Extent {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  let longest = 0;
  for (const span of spans) {
    const length = lengthOf(span) ?? 0;
    longest = Math.max(longest, length);
    if (span.start === null) continue;
    from = Math.min(from, span.start);
    to = Math.max(to, span.start + length);
  }
  return from < to ? { from, length: Math.max(to - from, longest) } : { from: 0, length: longest };
}
