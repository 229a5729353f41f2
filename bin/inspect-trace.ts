/** The trace that `loupe inspect` joins to a log: as text, and as JSON. */

import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { readTraceFile } from "../lib/log/traces/trace-reader.ts";
import { type JoinedSpan, type JoinedTrace, joinTrace } from "../lib/otlp/joined-trace.ts";
import {
  describeByTime,
  describeCorrection,
  describeLeftOut,
  formatJoinedSpan,
} from "../lib/otlp/joined-trace-text.ts";
import { toPrintable } from "../lib/report/printable.ts";
import { formatPlural } from "../lib/text/plural.ts";
import type { Timeline } from "../lib/timeline/timeline.ts";

/** Throws if the file is no trace. `log`: the name of the run, which derives the ids of a log without one. */
export async function readTrace(file: string, timeline: Timeline, log: string) {
  const trace = await readTraceFile(createReadStream(file));
  if (!trace) throw new Error("not a trace of OTLP, Tempo or Jaeger in JSON");
  return joinTrace(timeline, basename(log), trace.spans);
}

/** In characters. */
const MAX_LINE = 200;

/** `until`: spans that began later are left out. */
export function formatTrace(
  trace: JoinedTrace,
  { exchanges }: Timeline,
  file: string,
  until: number,
): string {
  const lines = [
    `Trace ${file}: ${formatPlural(trace.count, "span")}, as the backend recorded them`,
    ...describeLeftOut(trace).map((line) => `  ${line}`),
  ];
  for (const call of trace.calls) {
    lines.push("", `${exchanges[call.exchange]?.id ?? ""} ${call.services.join(", ")}`.trimEnd());
    for (const line of [describeCorrection(call), describeByTime(call)]) {
      if (line !== null) lines.push(`  ${line}`);
    }
    lines.push(...call.spans.filter((one) => hasBegun(one, until)).map(formatLine));
  }
  return `\n${lines.map((line) => toPrintable(line).slice(0, MAX_LINE)).join("\n")}\n`;
}

/** A span without a time is shown always. */
const hasBegun = ({ start }: JoinedSpan, until: number) => !(start > until);

function formatLine(span: JoinedSpan): string {
  const time = Number.isNaN(span.start) ? "" : formatOffset(span.start);
  return `${time.padStart(9)} ${"  ".repeat(Math.min(span.depth, 12))}${formatJoinedSpan(span)}`;
}

const formatOffset = (ms: number) => `${ms < 0 ? "-" : "+"}${(Math.abs(ms) / 1000).toFixed(3)}`;

/** Member `trace` of the JSON report. */
export function createTraceReport(
  { calls, others, outside, own }: JoinedTrace,
  { exchanges }: Timeline,
  file: string,
  until: number,
): object {
  return {
    file,
    calls: calls.map(({ exchange, spans, byTime, offset, correction }) => ({
      exchange: exchanges[exchange]?.id ?? "",
      correction,
      offsetMs: offset,
      byTime,
      spans: spans.filter((one) => hasBegun(one, until)).map(createSpanReport),
    })),
    others,
    outside,
    own,
  };
}

function createSpanReport({ span, depth, start }: JoinedSpan): object {
  const { traceId, spanId, parentId, name, service, attributes, isFailed } = span;
  return {
    traceId,
    spanId,
    parentId: parentId || null,
    depth,
    name,
    service: service || null,
    ms: Number.isNaN(start) ? null : start,
    durationMs: Number(span.end - span.start) / 1e6,
    failed: isFailed,
    attributes: Object.fromEntries(attributes),
  };
}
