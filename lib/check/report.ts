/** A check as one JSON object: what `loupe check --json` prints. Fields are added, never renamed. */

import type { Checked, CheckedLog, JudgedFinding } from "./check.ts";
import { keyOf } from "./finding.ts";

export const CHECK_FORMAT = 1;

export function checkReport({ failOn, fails, logs, unread, gone, ignored }: Checked): object {
  return {
    format: CHECK_FORMAT,
    failOn,
    fails,
    ignored,
    logs: logs.map(logReport),
    unread: unread.map(({ name, reason }) => ({ log: name, reason })),
    gone: gone.map(({ rule, in: where, at, message }) => ({ rule, in: where, at, message })),
  };
}

function logReport({ name, source, verdict, findings }: CheckedLog): object {
  return { log: name, source, verdict, findings: findings.map(findingReport) };
}

function findingReport(finding: JudgedFinding): object {
  const { first, last, ...rest } = finding;
  return { ...rest, key: keyOf(finding), evidence: last ? [first, last] : [first] };
}
