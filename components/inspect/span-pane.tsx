"use client";
// Inspector of a span: what the trace backend has of it. It has no frames and no bytes.
import { formatSpanDuration } from "../../lib/log/traces/imported-span.ts";
import type { JoinedSpan } from "../../lib/otlp/joined-trace.ts";
import { describeCorrection } from "../../lib/otlp/joined-trace-text.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { useTimeFormatter } from "../labels/time-settings.ts";
import { boundText, MAX_TEXT_LENGTH } from "../ui/bounded-text.ts";
import { CopyButton } from "../ui/copy.tsx";
import { InspectorPane, InspectorTitle } from "../ui/inspector-pane.tsx";
import { Tag } from "../ui/tag.tsx";
import { useInterpretedRun } from "../use-interpretation.ts";
import type { InspectedSpan } from "./inspected-line.ts";

const FACT = "grid grid-cols-[110px_minmax(0,1fr)] gap-3 py-[3px]";
const ATTRIBUTE =
  "grid gap-x-3 border-t border-line-1 py-1 @min-[420px]:grid-cols-[minmax(120px,2fr)_3fr]";

export default function SpanPane({ call, joined }: InspectedSpan) {
  const { interpretation } = useInterpretedRun();
  const { timeline } = interpretation;
  const { span } = joined;
  const correction = describeCorrection(call);
  return (
    <InspectorPane>
      <InspectorTitle icon="trace" title={span.name || "span"}>
        {span.isFailed && <Tag hue="error">failed</Tag>}
        <Tag faint>from the backend</Tag>
        <CopyButton text={() => formatSpan(joined)} what="span" />
      </InspectorTitle>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <div className="@container min-h-0 flex-1 overflow-auto px-3 pb-3 text-12/5" tabIndex={0}>
        <p className="pb-2 text-fg-2">
          A trace backend recorded this span. It has no bytes, and no rule checks it.
        </p>
        <dl>
          {createFacts(timeline, joined, useTimeFormatter(timeline)).map(([name, value]) => (
            <div key={name} className={FACT}>
              <dt className="text-fg-3">{name}</dt>
              <dd className="wrap-anywhere">{boundText(value)}</dd>
            </div>
          ))}
        </dl>
        {correction !== null && <p className="py-2 text-fg-2">{correction}</p>}
        <Attributes attributes={span.attributes} />
        <SpanEvents joined={joined} />
      </div>
    </InspectorPane>
  );
}

const NS_PER_MS = 1_000_000n;

/** The time as recorded, and where it is shown. */
function createFacts(
  { exchanges }: Timeline,
  { span, start }: JoinedSpan,
  formatTime: (ms: number, origin: number) => string,
): (readonly [name: string, value: string])[] {
  const recorded = new Date(Number(span.start / NS_PER_MS)).toISOString();
  const facts = [
    ["Service", span.service],
    ["Duration", formatSpanDuration(span.end - span.start)],
    ["Shown at", Number.isNaN(start) ? "" : formatTime(start, exchanges[0]?.open.time ?? 0)],
    ["Recorded at", recorded],
    ["Trace", span.traceId],
    ["Span", span.spanId],
    ["Parent", span.parentId],
  ] as const;
  return facts.filter(([, value]) => value !== "");
}

/** More would make the pane slow. */
const MAX_LISTED = 200;

function Attributes({ attributes }: { attributes: ReadonlyMap<string, string> }) {
  if (attributes.size === 0) return null;
  const rest = attributes.size - MAX_LISTED;
  return (
    <>
      <h3 className="pt-3 pb-1 font-semibold">Attributes</h3>
      <dl>
        {[...attributes].slice(0, MAX_LISTED).map(([key, value]) => (
          <div key={key} className={ATTRIBUTE}>
            <dt className="mono wrap-anywhere text-fg-3">{boundText(key)}</dt>
            <dd className="mono wrap-anywhere whitespace-pre-wrap">
              {boundText(value, MAX_TEXT_LENGTH)}
            </dd>
          </div>
        ))}
      </dl>
      {rest > 0 && <p className="text-fg-3">and {rest} more</p>}
    </>
  );
}

function SpanEvents({ joined: { span } }: { joined: JoinedSpan }) {
  const { events, start } = span;
  if (events.length === 0) return null;
  const rest = events.length - MAX_LISTED;
  return (
    <>
      <h3 className="pt-3 pb-1 font-semibold">Events</h3>
      <ul>
        {events.slice(0, MAX_LISTED).map(({ time, name }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
          <li key={index} className="flex gap-3 border-t border-line-1 py-1">
            <span className="flex-none text-fg-3">+{formatSpanDuration(time - start)}</span>
            <span className="min-w-0 wrap-anywhere">{boundText(name)}</span>
          </li>
        ))}
      </ul>
      {rest > 0 && <p className="text-fg-3">and {rest} more</p>}
    </>
  );
}

function formatSpan({ span }: JoinedSpan): string {
  const { traceId, spanId, parentId, name, service, start, end, attributes } = span;
  const times = { startTimeUnixNano: String(start), endTimeUnixNano: String(end) };
  const ids = { traceId, spanId, ...(parentId !== "" && { parentSpanId: parentId }) };
  const plain = { ...ids, name, service, ...times, attributes: Object.fromEntries(attributes) };
  return JSON.stringify(plain, null, 2);
}
