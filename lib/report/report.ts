/**
 * The report on a timeline as it stood just after an event: the object that `loupe inspect --json`
 * prints. Its shape is a promise: fields are added, never renamed.
 */

import { DialectReading } from "../dialects/reading.ts";
import { findingsAt } from "../lint/findings.ts";
import { type RunVerdict, verdictAt } from "../lint/verdict.ts";
import { taskOf } from "../timeline/messages.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { bornBy } from "../timeline/track.ts";
import type { SkippedInput } from "../wire/record.ts";
import { type EntryReport, entryReports } from "./entry-report.ts";
import { type ExchangeReport, exchangeReport } from "./exchange-report.ts";
import { type FindingReport, findingReport } from "./finding-report.ts";
import { type PlanReport, planReports } from "./plan-report.ts";
import { type MessageReport, messageReport, type TaskReport, taskReport } from "./task-report.ts";
import { type TimingReport, timingReport } from "./timing-report.ts";
import { type ToolReport, toolReports } from "./tool-report.ts";
import { type UsageReport, usageReport } from "./usage-report.ts";

export const REPORT_FORMAT = 1;

export interface SourceReport {
  importer: string;
  bytes: number;
  records: number;
  frames: number;
  events: number;
  skipped: readonly SkippedInput[];
}

export interface Report {
  format: typeof REPORT_FORMAT;
  source: SourceReport;
  exchanges: ExchangeReport[];
  contexts: { id: string; tasks: string[] }[];
  tasks: TaskReport[];
  messages: MessageReport[];
  entries: EntryReport[];
  plans: PlanReport[];
  tools: ToolReport[];
  usage: UsageReport | null;
  findings: FindingReport[];
  verdict: RunVerdict;
  timing: TimingReport;
}

export function report(
  timeline: Timeline,
  source: SourceReport,
  n = timeline.lastEvent,
  reading = new DialectReading(timeline).update(),
): Report {
  const { entries, placeOf } = entryReports(reading, n);
  const tasks = timeline.tasks.slice(0, bornBy(timeline.tasks, n));
  const loose = timeline.messages
    .slice(0, bornBy(timeline.messages, n))
    .filter((fact) => taskOf(fact, n) < 0);
  return {
    format: REPORT_FORMAT,
    source,
    exchanges: timeline.exchanges
      .slice(0, bornBy(timeline.exchanges, n))
      .map((exchange) => exchangeReport(timeline, exchange, n)),
    contexts: timeline.contexts.slice(0, bornBy(timeline.contexts, n)).map(({ id }) => ({
      id,
      tasks: tasks.filter((task) => task.contexts.until(n).includes(id)).map((task) => task.id),
    })),
    tasks: tasks.map((task) => taskReport(reading, task, n)),
    messages: loose.map((fact) => messageReport(fact, n)),
    entries,
    plans: planReports(reading, n, placeOf),
    tools: toolReports(reading, n, placeOf),
    usage: usageReport(reading, n),
    findings: findingsAt(timeline, n, reading).map((found) => findingReport(timeline, found)),
    verdict: verdictAt(timeline, n, reading),
    timing: timingReport(reading, n),
  };
}
