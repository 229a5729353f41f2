/**
 * The JSON report of a timeline as of an event, printed by `loupe inspect --json`.
 *
 * Guarantees: fields are added, never renamed.
 */

import { Interpretation } from "../dialects/interpretation.ts";
import { formatJsonPointer } from "../json/json-pointer.ts";
import { RULES_BY_ID } from "../lint/all-rules.ts";
import { findProblemDetail } from "../lint/problem-detail.ts";
import {
  getProblemsAt,
  isCardProblem,
  type ProblemEvidence,
  type RunProblem,
} from "../lint/problems.ts";
import type { RunVerdict } from "../lint/verdict.ts";
import { findViolationLocations } from "../lint/violation-locations.ts";
import { createAuthDemandFinder } from "../timeline/auth-demand.ts";
import { countUpToEvent } from "../timeline/event-index.ts";
import { isCall } from "../timeline/exchange-queries.ts";
import { getMessageTask } from "../timeline/messages.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { SkippedInput } from "../wire/record.ts";
import { createEditReports, type EditReport } from "./edit-report.ts";
import { createEntryReports, type EntryReport } from "./entry-report.ts";
import { createExchangeReport, type ExchangeReport } from "./exchange-report.ts";
import { type Facts, getFacts } from "./facts/facts.ts";
import { SAVED, WHOLE_RUN } from "./facts/part.ts";
import { createHopsReport, type HopsReport } from "./hops/hop-report.ts";
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
import { type CallTiming, getCallTiming, NO_TIMING } from "./timing/call-timing.ts";
import { type ExchangeTiming, getExchangeTiming } from "./timing/exchange-timing.ts";
import { getEndsByTask, getStateDurations, type StateDuration } from "./timing/state-durations.ts";
import { getTextGrowth } from "./timing/text-growth.ts";

const REPORT_FORMAT = 1;

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
  /** What Loupe did to events and requests on their way through a tap; absent if nothing. */
  edits?: EditReport[];
  /** Present if calls passed a tap. */
  hops?: HopsReport;
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
  const facts = getFacts(interpretation, WHOLE_RUN, n, SAVED);
  const edits = createEditReports(timeline, n);
  const hops = createHopsReport(interpretation, n);
  const findAuthDemand = createAuthDemandFinder(timeline, n);
  return {
    format: REPORT_FORMAT,
    source,
    exchanges: timeline.exchanges
      .slice(0, countUpToEvent(timeline.exchanges, n))
      .map((exchange) => createExchangeReport(timeline, exchange, n, findAuthDemand)),
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
    verdict: facts.verdict,
    timing: createTimingReport(interpretation, facts, n),
    ...(edits.length > 0 && { edits }),
    ...(hops && { hops }),
  };
}

/** Of the run, of each call and of each task. Values are `null` if the log has no times. */
export interface TimingReport extends CallTiming {
  exchanges: ExchangeTiming[];
  tasks: { id: string; states: StateDuration[] | null }[];
}

function createTimingReport(
  interpretation: Interpretation,
  { firstCall, durationMs }: Facts,
  n: number,
): TimingReport {
  const { timeline } = interpretation;
  const grown = getTextGrowth(interpretation, n);
  const ends = getEndsByTask(timeline, n);
  const first = timeline.exchangeById.get(firstCall ?? "");
  return {
    ...(first ? getCallTiming(timeline, first, n) : NO_TIMING),
    durationMs,
    exchanges: timeline.exchanges
      .slice(0, countUpToEvent(timeline.exchanges, n))
      .filter(isCall)
      .map((call) => getExchangeTiming(timeline, call, n, grown)),
    tasks: timeline.tasks
      .slice(0, countUpToEvent(timeline.tasks, n))
      .map((task) => ({ id: task.id, states: getStateDurations(timeline, task, n, ends) })),
  };
}

interface EvidenceReport extends ProblemEvidence {
  /** JSON pointer into the frame, empty for all of it; absent if the evidence is not an event. */
  readonly path?: string;
  /** The missing member, if that is the problem. */
  readonly missing?: string;
}

interface FindingReport extends RunProblem {
  readonly evidence: readonly EvidenceReport[];
  /** What exactly is wrong in the first evidence; `null` if the message says it. */
  readonly detail: string | null;
}

function createFindingReport(timeline: Timeline, finding: RunProblem): FindingReport {
  const evidence = finding.evidence.map((shown): EvidenceReport => {
    if (shown.phase !== undefined) return shown;
    const [location] = findViolationLocations(timeline, finding.rule, shown.event);
    return location ? { ...shown, ...location, path: formatJsonPointer(location.path) } : shown;
  });
  const rule = RULES_BY_ID.get(finding.rule);
  const [first] = finding.evidence;
  const hasDetail = rule && first && !isCardProblem(finding);
  return {
    ...finding,
    evidence,
    detail: hasDetail ? findProblemDetail(timeline, rule, first) : null,
  };
}
