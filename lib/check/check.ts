/** A check: what was found in some logs, held against what is known, and whether that fails. */

import { DialectReading } from "../dialects/reading.ts";
import { ALL_DIALECTS } from "../dialects/settings.ts";
import type { Severity } from "../lint/rules/rule.ts";
import type { Verdict } from "../lint/verdict.ts";
import type { SourceReport } from "../report/report.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { KnownFinding } from "./baseline.ts";
import { cardFindings } from "./card-findings.ts";
import { type CheckFinding, keyOf } from "./finding.ts";
import type { LogLines } from "./lines.ts";
import { runFindings } from "./run-findings.ts";
import { runVerdict, verdictFindings } from "./verdict-finding.ts";

export const FAIL_ON = ["error", "warning", "never"] as const;
export type FailOn = (typeof FAIL_ON)[number];

export interface Looked {
  /** What it is called: a file, or an address. */
  readonly name: string;
  /** Where it is, for tools; `null` for standard input. */
  readonly uri: string | null;
  readonly source: SourceReport;
  readonly verdict: Verdict;
  /** Worst first. */
  readonly findings: readonly CheckFinding[];
}

export interface JudgedFinding extends CheckFinding {
  readonly status: "new" | "known";
  /** It is what the check fails for. */
  readonly fails: boolean;
}

export interface CheckedLog extends Looked {
  readonly findings: readonly JudgedFinding[];
}

/** What should have been checked and could not be read. */
export interface Unread {
  readonly name: string;
  readonly reason: string;
}

export interface Checked {
  readonly failOn: FailOn;
  readonly fails: boolean;
  readonly logs: readonly CheckedLog[];
  readonly unread: readonly Unread[];
  /** Whether there is something to be known at all. */
  readonly hasBaseline: boolean;
  /** Known, and no longer found. */
  readonly gone: readonly KnownFinding[];
  /** How many findings were not looked at, because that was asked for. */
  readonly ignored: number;
}

export interface How {
  readonly failOn: FailOn;
  /** The names of rules. */
  readonly ignored: ReadonlySet<string>;
  /** `null` where there is no file. */
  readonly known: readonly KnownFinding[] | null;
}

const WEIGHTS: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/** Everything that one log shows. */
export function look(
  timeline: Timeline,
  lines: LogLines,
  about: Pick<Looked, "name" | "uri" | "source">,
): Looked {
  const reading = new DialectReading(timeline, ALL_DIALECTS).update();
  const verdict = runVerdict(timeline, reading);
  const findings = [
    ...verdictFindings(timeline, verdict, lines),
    ...cardFindings(timeline, lines),
    ...runFindings(reading, lines),
  ];
  const placeOf = ({ first }: CheckFinding) => first.line ?? first.event ?? 0;
  findings.sort((a, b) => WEIGHTS[a.severity] - WEIGHTS[b.severity] || placeOf(a) - placeOf(b));
  return { ...about, verdict, findings };
}

export function judge(
  looked: readonly Looked[],
  unread: readonly Unread[],
  { failOn, ignored, known }: How,
): Checked {
  const keys = new Set(known?.map(keyOf));
  const found = new Set<string>();
  let left = 0;
  const logs = looked.map((log): CheckedLog => {
    const findings = log.findings.flatMap((finding): JudgedFinding[] => {
      const key = keyOf(finding);
      found.add(key);
      if (ignored.has(finding.rule)) {
        left++;
        return [];
      }
      const isKnown = keys.has(key);
      const fails = !isKnown && weighs(finding.severity, failOn);
      return [{ ...finding, status: isKnown ? "known" : "new", fails }];
    });
    return { ...log, findings };
  });
  const gone = (known ?? []).filter((one) => !found.has(keyOf(one)));
  const fails = logs.some(({ findings }) => findings.some((finding) => finding.fails));
  return { failOn, fails, logs, unread, hasBaseline: known !== null, gone, ignored: left };
}

function weighs(severity: Severity, failOn: FailOn): boolean {
  if (failOn === "never" || severity === "info") return false;
  return severity === "error" || failOn === "warning";
}
