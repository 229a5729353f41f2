/** The operation `inspect_run`: summarizes a run. */

import { z } from "zod";
import { formatVerdict } from "../lint/verdict/verdict-words.ts";
import { createReport, type Report } from "../report/json.ts";
import { toPrintableLine } from "../report/printable.ts";
import { formatEndLine } from "../report/text.ts";
import { formatPlural } from "../text/plural.ts";
import { getNextAfterRun } from "./next-after-run.ts";
import { defineOperation, READ_ONLY } from "./operation.ts";
import type { OpenRun } from "./read-run.ts";
import {
  AUTHENTICATION,
  createLimit,
  describeAuthentication,
  RUN,
  SEVERITY,
  untrusted,
} from "./schemas.ts";

const TEXT_LENGTH = 80;
const LONG_TEXT_LENGTH = 300;
const DEFAULT_LIMIT = 10;

const COUNTS = z.object({
  exchanges: z.number(),
  tasks: z.number(),
  rows: z.number(),
  events: z.number(),
  findings: z.number(),
  skipped: z.number().describe("Parts of the log that could not be read"),
});

export const INSPECTED_RUN = z.object({
  run: z.string(),
  importer: z.string().describe("The format of the log"),
  at: z.number().describe("The event as of which the run is summarized; -1 if it has none"),
  verdict: z.object({
    kind: z.string(),
    clean: z.boolean().describe("Whether it ended well, as the protocol defines"),
    because: untrusted("One sentence that may quote the agent"),
    by: z.string().nullable().describe("Who ended it; null if unknown"),
    events: z.array(z.number()).describe("The events that show it"),
    caveats: z
      .array(z.object({ kind: z.string(), text: untrusted(), event: z.number().nullable() }))
      .describe("What went wrong although it ended well, such as a failed tool"),
  }),
  counts: COUNTS,
  exchanges: z.array(
    z.object({
      id: untrusted(),
      method: untrusted(),
      version: z.string(),
      binding: z.string(),
      status: z.number().nullable(),
      end: untrusted("How the connection ended; unknown if it did not"),
      durationMs: z.number().nullable(),
      events: z.array(z.number()).describe("First and last event"),
      authentication: AUTHENTICATION,
    }),
  ),
  tasks: z.array(
    z.object({
      id: untrusted(),
      state: z.string(),
      events: z.array(z.number()).describe("The events that changed its state"),
    }),
  ),
  rows: z
    .array(
      z.object({
        kind: z.string(),
        title: untrusted(),
        events: z.array(z.number()),
        text: untrusted("The start of the text"),
      }),
    )
    .describe("The last rows of the timeline"),
  findings: z.array(
    z.object({
      rule: z.string(),
      severity: SEVERITY,
      count: z.number(),
      event: z.number().nullable(),
    }),
  ),
  timing: z.object({
    firstEventMs: z.number().nullable(),
    firstTokenMs: z.number().nullable(),
    durationMs: z.number().nullable(),
    maxGapMs: z.number().nullable(),
    lastEventMs: z.number().nullable(),
  }),
});

type InspectedRun = z.output<typeof INSPECTED_RUN>;

export const inspectRun = defineOperation({
  name: "inspect_run",
  title: "Inspect a run",
  description:
    "Summarizes a run: how it ended and who ended it, its exchanges, tasks, last rows, broken rules and timing; or as it was just after one event.",
  input: z.object({
    run: RUN,
    at: z.int().min(0).optional().describe("Summarize the run just after this event"),
    limit: createLimit(DEFAULT_LIMIT, "exchanges, tasks, rows and findings"),
  }),
  output: INSPECTED_RUN,
  hints: READ_ONLY,
  size: "limit",
  async run({ run, at, limit }, host) {
    return describeRun(await host.openRun(run), limit, at);
  },
});

/** The result of `inspect_run`, which other operations return too. */
export function describeRun(open: OpenRun, limit = DEFAULT_LIMIT, at?: number) {
  const { timeline, source, interpretation, name } = open;
  const n = Math.min(at ?? timeline.lastEvent, timeline.lastEvent);
  const report = createReport(timeline, source, n, interpretation);
  // A run whose connection failed has no events.
  const lastTime = n < 0 ? Number.NaN : timeline.events.time.at(n);
  const data = toSummary(name, n, report, limit, lastTime);
  return {
    data,
    summary: formatSummary(data),
    quoted: formatQuoted(data, report),
    next: getNextAfterRun({
      run: name,
      verdict: report.verdict,
      findings: report.findings,
      lastEvent: n,
    }),
  };
}

function toSummary(
  run: string,
  at: number,
  report: Report,
  limit: number,
  lastTime: number,
): InspectedRun {
  const { verdict, timing, findings, source } = report;
  const severities = SEVERITY.options;
  const bySeverity = findings.toSorted(
    (a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity),
  );
  return {
    run,
    importer: source.importer,
    at,
    verdict: {
      kind: verdict.kind,
      clean: verdict.clean,
      because: toPrintableLine(verdict.because, LONG_TEXT_LENGTH),
      by: verdict.by,
      events: verdict.evidence.flatMap(({ event }) => event ?? []).slice(0, limit),
      caveats: verdict.caveats.slice(0, limit).map(({ kind, text, event }) => ({
        kind,
        text: toPrintableLine(text, LONG_TEXT_LENGTH),
        event,
      })),
    },
    counts: {
      exchanges: report.exchanges.length,
      tasks: report.tasks.length,
      rows: report.entries.length,
      events: at + 1,
      findings: findings.length,
      skipped: source.skipped.filter(({ beside }) => !beside).length,
    },
    exchanges: report.exchanges
      .slice(-limit)
      .map(({ id, method, version, binding, status, end, durationMs, events, authentication }) => ({
        id: toPrintableLine(id, TEXT_LENGTH),
        method: toPrintableLine(method, TEXT_LENGTH),
        version,
        binding,
        status,
        end: toPrintableLine(end, TEXT_LENGTH),
        durationMs,
        events,
        ...describeAuthentication(authentication),
      })),
    tasks: report.tasks.slice(-limit).map(({ id, state, transitions }) => ({
      id: toPrintableLine(id, TEXT_LENGTH),
      state,
      events: transitions.map(({ event }) => event).slice(-limit),
    })),
    rows: report.entries.slice(-limit).map(({ kind, title, events, text }) => ({
      kind,
      title: toPrintableLine(title, TEXT_LENGTH),
      events,
      text: toPrintableLine(text ?? "", TEXT_LENGTH),
    })),
    findings: bySeverity.slice(0, limit).map(({ rule, severity, count, events }) => ({
      rule,
      severity,
      count,
      event: events[0] ?? null,
    })),
    timing: {
      firstEventMs: timing.firstEventMs,
      firstTokenMs: timing.firstTokenMs,
      durationMs: timing.durationMs,
      maxGapMs: timing.gapMs?.max ?? null,
      lastEventMs: Number.isFinite(lastTime) ? Math.round(lastTime * 1000) / 1000 : null,
    },
  };
}

function formatSummary({ verdict, counts, findings, timing }: InspectedRun): string {
  const lines = [
    `${verdict.clean ? "Ended well" : "Ended badly"}: ${formatVerdict(verdict)}.`,
    `${formatPlural(counts.exchanges, "exchange")}, ${formatPlural(counts.tasks, "task")}, ${formatPlural(counts.events, "event")}.`,
    ...findings.map(
      ({ rule, severity, count, event }) =>
        `${severity} ${rule}${count > 1 ? ` ×${count}` : ""}${event === null ? "" : ` at event ${event}`}`,
    ),
  ];
  if (timing.maxGapMs !== null) lines.push(`Longest gap between events: ${timing.maxGapMs} ms.`);
  return lines.join("\n");
}

function formatQuoted(
  { verdict, exchanges, tasks, rows }: InspectedRun,
  { verdict: full }: Report,
): string[] {
  const end = formatEndLine(full);
  return [
    `verdict: ${verdict.because}`,
    ...(end === null ? [] : [toPrintableLine(end, LONG_TEXT_LENGTH)]),
    ...exchanges.flatMap(
      ({ id, version, binding, status, end, durationMs, events, authentication = [] }) => [
        `${id}: A2A ${version} over ${binding}, ${status === null ? "no status" : `status ${status}`}, end ${end}${durationMs === null ? "" : ` after ${durationMs} ms`}, ${events.length === 0 ? "no events" : `events ${events.join(" to ")}`}.`,
        ...authentication,
      ],
    ),
    ...tasks.map(({ id, state, events }) => `task ${id}: ${state} (events ${events.join(", ")})`),
    ...rows.map(({ kind, title, events, text }) =>
      `${events.length === 0 ? "" : `#${events[0]} `}${kind} ${title}${text === "" ? "" : `: ${text}`}`.trim(),
    ),
  ];
}
