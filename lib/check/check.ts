/** Checks logs: collects their problems, compares them with the baseline, and decides whether the check fails. */

import { Interpretation } from "../dialects/interpretation.ts";
import { ALL_DIALECTS } from "../dialects/settings.ts";
import { RULES_BY_ID } from "../lint/all-rules.ts";
import { getLintedCardsAt } from "../lint/card-problems.ts";
import { type CardPath, type CardProblem, isAdvice } from "../lint/cards/lint-card.ts";
import { formatPath } from "../lint/problem-detail.ts";
import type { ProblemEvidence } from "../lint/problems.ts";
import type { Severity } from "../lint/rules/rule.ts";
import type { Verdict } from "../lint/verdict.ts";
import type { SourceReport } from "../report/json.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { BaselineEntry } from "./baseline.ts";
import {
  type CheckProblem,
  formatProblemKey,
  getExchangeKind,
  type ProblemLocation,
} from "./check-problem.ts";
import type { LogLineIndex } from "./log-lines.ts";
import { collectRunProblems } from "./run-problems.ts";
import { collectVerdictProblems, getRunVerdict } from "./verdict-problems.ts";

export const FAIL_ON = ["error", "warning", "never"] as const;
export type FailOn = (typeof FAIL_ON)[number];

export interface AnalyzedLog {
  /** The name: a file or a URL. */
  readonly name: string;
  /** The location, for tools; `null` for standard input. */
  readonly uri: string | null;
  readonly source: SourceReport;
  readonly verdict: Verdict;
  /** Most severe first. */
  readonly findings: readonly CheckProblem[];
}

export interface CheckedProblem extends CheckProblem {
  readonly status: "new" | "known";
  /** Whether the check fails because of it. */
  readonly fails: boolean;
}

export interface CheckedLog extends AnalyzedLog {
  readonly findings: readonly CheckedProblem[];
}

/** A log that could not be read. */
export interface UncheckedLog {
  readonly name: string;
  readonly reason: string;
}

export interface CheckResult {
  readonly failOn: FailOn;
  readonly fails: boolean;
  readonly logs: readonly CheckedLog[];
  readonly unread: readonly UncheckedLog[];
  /** Whether a baseline was given. */
  readonly hasBaseline: boolean;
  /** Baseline entries that were not found. */
  readonly gone: readonly BaselineEntry[];
  /** The number of problems of ignored rules. */
  readonly ignored: number;
}

interface CheckOptions {
  readonly failOn: FailOn;
  /** The names of rules. */
  readonly ignored: ReadonlySet<string>;
  /** The baseline; `null` without one. */
  readonly known: readonly BaselineEntry[] | null;
}

const SEVERITY_ORDER: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/** Collects the verdict and all problems of one log. */
export function analyzeLog(
  timeline: Timeline,
  lines: LogLineIndex,
  about: Pick<AnalyzedLog, "name" | "uri" | "source">,
): AnalyzedLog {
  const interpretation = new Interpretation(timeline, ALL_DIALECTS).update();
  const verdict = getRunVerdict(timeline, interpretation);
  const findings = [
    ...collectVerdictProblems(timeline, verdict, lines),
    ...collectCardProblems(timeline, lines),
    ...collectRunProblems(interpretation, lines),
  ];
  const getPosition = ({ first }: CheckProblem) => first.line ?? first.event ?? 0;
  findings.sort(
    (a, b) =>
      SEVERITY_ORDER[a.severity] - SEVERITY_ORDER[b.severity] || getPosition(a) - getPosition(b),
  );
  return { ...about, verdict, findings };
}

export function createCheckResult(
  analyzed: readonly AnalyzedLog[],
  unread: readonly UncheckedLog[],
  { failOn, ignored, known }: CheckOptions,
): CheckResult {
  const keys = new Set(known?.map(formatProblemKey));
  const found = new Set<string>();
  let ignoredCount = 0;
  const logs = analyzed.map((log): CheckedLog => {
    const findings = log.findings.flatMap((finding): CheckedProblem[] => {
      const key = formatProblemKey(finding);
      found.add(key);
      if (ignored.has(finding.rule)) {
        ignoredCount++;
        return [];
      }
      const isKnown = keys.has(key);
      const fails = !isKnown && isFailing(finding.severity, failOn);
      return [{ ...finding, status: isKnown ? "known" : "new", fails }];
    });
    return { ...log, findings };
  });
  const gone = (known ?? []).filter((one) => !found.has(formatProblemKey(one)));
  const fails = logs.some(({ findings }) => findings.some((finding) => finding.fails));
  return { failOn, fails, logs, unread, hasBaseline: known !== null, gone, ignored: ignoredCount };
}

function isFailing(severity: Severity, failOn: FailOn): boolean {
  if (failOn === "never" || severity === "info") return false;
  return severity === "error" || failOn === "warning";
}

/** Collects the problems of the cards in a log, one for each location. */
function collectCardProblems(timeline: Timeline, lines: LogLineIndex): CheckProblem[] {
  const found = new Map<string, CheckProblem>();
  for (const { lintResult, evidence } of getLintedCardsAt(timeline, timeline.lastEvent)) {
    const [first] = evidence;
    if (!first) continue;
    for (const problem of lintResult.findings) {
      // Advice is for cards that are checked alone.
      if (isAdvice(problem) && timeline.calls > 0) continue;
      const finding = toCheckProblem(timeline, first, problem, lines);
      // The same problem of a card that is served at two URLs is reported once.
      const key = JSON.stringify([problem.rule, finding.in, problem.path, problem.message]);
      const before = found.get(key);
      const again = before && { ...before, count: before.count + 1, last: finding.first };
      found.set(key, again ?? finding);
    }
  }
  return [...found.values()];
}

function toCheckProblem(
  timeline: Timeline,
  evidence: ProblemEvidence,
  problem: CardProblem,
  lines: LogLineIndex,
): CheckProblem {
  const { rule, severity, title, message, spec, remedy, path } = problem;
  const known = RULES_BY_ID.get(rule);
  const kind = getExchangeKind(timeline.exchangeById.get(evidence.exchange));
  return {
    rule,
    severity: severity === "note" ? "info" : severity,
    label: known?.title ?? title,
    message: `${title}. ${message}`,
    detail: null,
    spec,
    consequence: known?.clients ?? null,
    remedy,
    dispute: null,
    in: kind === "extended-card" ? kind : "card",
    at: path.length === 0 ? null : formatPathWithoutIndexes(path),
    count: 1,
    first: locateInCard(timeline, evidence, problem, lines),
    last: null,
  };
}

function locateInCard(
  timeline: Timeline,
  { event, exchange: id }: ProblemEvidence,
  { path, lines: { from } }: CardProblem,
  lines: LogLineIndex,
): ProblemLocation {
  const exchange = timeline.exchangeById.get(id);
  const begins = exchange
    ? lines.findPositionLine(exchange, timeline.events.start.at(event))
    : null;
  // A card file has lines of its own; in a recording the card is one line of the log.
  const line = lines.isBody && begins !== null ? begins + from - 1 : begins;
  const memberPath = path.length === 0 ? null : formatPath(path);
  return { exchange: id, event, phase: null, path: memberPath, line };
}

/** Without list indexes: the index of a skill changes when another one is added. */
function formatPathWithoutIndexes(path: CardPath): string {
  return formatPath(path).replace(/\[\d+\]/g, "[]");
}
