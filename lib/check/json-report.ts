/** Formats a check as the JSON of `loupe check --json`. Fields are added, never renamed. */

import type { CheckedLog, CheckedProblem, CheckResult } from "./check.ts";
import { formatProblemKey } from "./check-problem.ts";

const CHECK_FORMAT = 1;

export function createCheckReport({
  failOn,
  fails,
  logs,
  unread,
  gone,
  ignored,
}: CheckResult): object {
  return {
    format: CHECK_FORMAT,
    failOn,
    fails,
    ignored,
    logs: logs.map(toLogReport),
    unread: unread.map(({ name, reason }) => ({ log: name, reason })),
    gone: gone.map(({ rule, in: where, at, message }) => ({ rule, in: where, at, message })),
  };
}

function toLogReport({ name, source, verdict, findings }: CheckedLog): object {
  return { log: name, source, verdict, findings: findings.map(toProblemReport) };
}

function toProblemReport(finding: CheckedProblem): object {
  const { first, last, ...rest } = finding;
  return { ...rest, key: formatProblemKey(finding), evidence: last ? [first, last] : [first] };
}
