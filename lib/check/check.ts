/** Checks logs: collects their problems, compares them with the baseline, and decides whether the check fails. */

import { Interpretation } from "../dialects/interpretation.ts";
import { ALL_DIALECTS } from "../dialects/settings.ts";
import type { Severity } from "../lint/rules/rule.ts";
import type { Verdict } from "../lint/verdict.ts";
import type { SourceReport } from "../report/json.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { BaselineEntry } from "./baseline.ts";
import { collectCardProblems } from "./card-problems.ts";
import { type CheckProblem, formatProblemKey } from "./check-problem.ts";
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
