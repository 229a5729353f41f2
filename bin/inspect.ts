/**
 * `loupe inspect LOG`: reads a log with the code that the browser runs, and prints a report.
 * Exit code 0: the run ended well, without errors; 1: an error, a bad verdict or nothing to show;
 * 2: the log could not be read.
 */

import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { Interpretation } from "../lib/dialects/interpretation.ts";
import { ALL_DIALECTS, NO_DIALECTS } from "../lib/dialects/settings.ts";
import { readTraceFile } from "../lib/log/traces/trace-reader.ts";
import { getNextAfterRun } from "../lib/operations/next-after-run.ts";
import { type JoinedSpan, type JoinedTrace, joinTrace } from "../lib/otlp/joined-trace.ts";
import {
  describeByTime,
  describeCorrection,
  describeLeftOut,
  formatJoinedSpan,
} from "../lib/otlp/joined-trace-text.ts";
import { createReport, type Report } from "../lib/report/json.ts";
import { toPrintable } from "../lib/report/printable.ts";
import { formatSummary } from "../lib/report/text.ts";
import { getErrorMessage } from "../lib/text/error-message.ts";
import { formatPlural } from "../lib/text/plural.ts";
import type { Timeline } from "../lib/timeline/timeline.ts";
import { createFlag, createOption, defineCommand, UsageError } from "./command-line.ts";
import { JSON_OPTION, omitIfInput, printJson, printNext, toCommandWords } from "./json-output.ts";
import { describeRecorder, getOnlyLog } from "./log-source.ts";
import { readLog } from "./read-log.ts";
import { runCommand } from "./run-command.ts";
import { refuse, type Terminal } from "./terminal.ts";

interface InspectRequest {
  readonly log: string;
  readonly json: boolean;
  readonly at: number | null;
  readonly dialects: boolean;
  /** A trace to join; `null` for none. */
  readonly trace: string | null;
}

const AT = createOption<number | null>(
  "--at N",
  "report the state just after event N",
  null,
  (_, text, name) => {
    if (!/^\d+$/.test(text)) throw new UsageError(`${name} needs an event number, not "${text}"`);
    return Number(text);
  },
);

const TRACE = createOption<string | null>(
  "--trace FILE",
  "also show the spans that a trace backend has of its calls (OTLP, Tempo or Jaeger JSON)",
  null,
  (_, text) => text,
);

export const INSPECT = defineCommand({
  name: "inspect",
  operands: "LOG",
  summary: "prints a report on a log.",
  options: {
    json: JSON_OPTION,
    at: AT,
    trace: TRACE,
    isPlain: createFlag("--no-dialects", "ignore framework conventions; show plain A2A"),
  },
  createRequest({ json, at, trace, isPlain }, operands): InspectRequest {
    return { log: getOnlyLog("inspect", operands), json, at, trace, dialects: !isPlain };
  },
});

export const main = (argv: readonly string[], terminal: Terminal): Promise<number> =>
  runCommand(INSPECT, argv, terminal, (request) => printReport(request, terminal));

async function printReport(request: InspectRequest, terminal: Terminal): Promise<number> {
  const { log } = request;
  let inspected: Inspected;
  let recorder: string | null;
  try {
    // Asked first: a recorder that ends meanwhile has written everything.
    recorder = await describeRecorder(log);
    inspected = await inspect(request, terminal);
  } catch (error) {
    return refuse(terminal, `cannot read ${log}: ${getErrorMessage(error)}`);
  }
  if (recorder !== null) {
    terminal.stderr.write(`loupe: ${toPrintable(recorder)} The report covers it so far.\n`);
  }
  const { timeline, report, until } = inspected;
  const file = request.trace;
  let trace: JoinedTrace | null;
  try {
    trace = file === null ? null : await readTrace(file, timeline, log);
  } catch (error) {
    return refuse(terminal, `cannot read ${file}: ${getErrorMessage(error)}`);
  }
  const { entries, verdict, findings } = report;
  const lastEvent = report.source.events - 1;
  const steps = getNextAfterRun({ run: log, verdict, findings, lastEvent });
  const next = omitIfInput(log, toCommandWords(steps));
  if (request.json) {
    const joined = trace && { trace: createTraceReport(trace, timeline, file ?? "", until) };
    printJson(terminal, { ...report, live: recorder !== null, ...joined }, next);
  } else {
    terminal.stdout.write(formatSummary(report));
    if (trace) terminal.stdout.write(formatTrace(trace, timeline, file ?? "", until));
    printNext(terminal, next);
  }
  const isEmpty = entries.length === 0;
  const isBad = !verdict.clean || findings.some(({ severity }) => severity === "error");
  return isEmpty || isBad ? 1 : 0;
}

interface Inspected {
  readonly timeline: Timeline;
  readonly report: Report;
  /** The time of the last reported event. */
  readonly until: number;
}

async function inspect(request: InspectRequest, { stdin }: Terminal): Promise<Inspected> {
  const { timeline, source } = await readLog(request.log, stdin);
  const { lastEvent } = timeline;
  const n = Math.min(request.at ?? lastEvent, lastEvent);
  const settings = request.dialects ? ALL_DIALECTS : NO_DIALECTS;
  const interpretation = new Interpretation(timeline, settings).update();
  const until =
    request.at === null || n < 0 ? Number.POSITIVE_INFINITY : timeline.events.time.at(n);
  return { timeline, report: createReport(timeline, source, n, interpretation), until };
}

/** Throws if the file is no trace. `log`: the name of the run, which derives the ids of a log without one. */
async function readTrace(file: string, timeline: Timeline, log: string) {
  const trace = await readTraceFile(createReadStream(file));
  if (!trace) throw new Error("not a trace of OTLP, Tempo or Jaeger in JSON");
  return joinTrace(timeline, basename(log), trace.spans);
}

/** In characters. */
const MAX_LINE = 200;

/** `until`: spans that began later are left out. */
function formatTrace(
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
function createTraceReport(
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
