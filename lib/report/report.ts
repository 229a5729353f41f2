/**
 * The JSON report of a timeline as of an event, printed by `loupe inspect --json`.
 *
 * Guarantees: fields are added, never renamed.
 */

import { Interpretation } from "../dialects/interpretation.ts";
import { getProblemsAt } from "../lint/problems.ts";
import { getVerdictAt, type RunVerdict } from "../lint/verdict.ts";
import { countUpToEvent } from "../timeline/event-index.ts";
import { getMessageTask } from "../timeline/messages.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { SkippedInput } from "../wire/record.ts";
import { createEntryReports, type EntryReport } from "./entry-report.ts";
import { createExchangeReport, type ExchangeReport } from "./exchange-report.ts";
import { createFindingReport, type FindingReport } from "./finding-report.ts";
import {
  createPlanReports,
  createToolReports,
  createUsageReport,
  type PlanReport,
  type ToolReport,
  type UsageReport,
} from "./item-report.ts";
import {
  createMessageReport,
  createTaskReport,
  type MessageReport,
  type TaskReport,
} from "./task-report.ts";
import { createTimingReport, type TimingReport } from "./timing-report.ts";

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

export function createReport(
  timeline: Timeline,
  source: SourceReport,
  n = timeline.lastEvent,
  interpretation = new Interpretation(timeline).update(),
): Report {
  const { entries, getRowIndex } = createEntryReports(interpretation, n);
  const tasks = timeline.tasks.slice(0, countUpToEvent(timeline.tasks, n));
  const messages = timeline.messages
    .slice(0, countUpToEvent(timeline.messages, n))
    .filter((fact) => getMessageTask(fact, n) < 0);
  return {
    format: REPORT_FORMAT,
    source,
    exchanges: timeline.exchanges
      .slice(0, countUpToEvent(timeline.exchanges, n))
      .map((exchange) => createExchangeReport(timeline, exchange, n)),
    contexts: timeline.contexts.slice(0, countUpToEvent(timeline.contexts, n)).map(({ id }) => ({
      id,
      tasks: tasks
        .filter((task) => task.contexts.valuesUntil(n).includes(id))
        .map((task) => task.id),
    })),
    tasks: tasks.map((task) => createTaskReport(interpretation, task, n)),
    messages: messages.map((fact) => createMessageReport(fact, n)),
    entries,
    plans: createPlanReports(interpretation, n, getRowIndex),
    tools: createToolReports(interpretation, n, getRowIndex),
    usage: createUsageReport(interpretation, n),
    findings: getProblemsAt(timeline, n, interpretation).map((problem) =>
      createFindingReport(timeline, problem),
    ),
    verdict: getVerdictAt(timeline, n, interpretation),
    timing: createTimingReport(interpretation, n),
  };
}
