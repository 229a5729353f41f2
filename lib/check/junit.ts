/** Formats a check as JUnit XML: a suite for each log, a case for its verdict and for each problem. */

import { formatVerdict } from "../lint/verdict/verdict-words.ts";
import {
  escapeAttribute,
  escapeXml,
  formatTestSuites,
  type TestCase,
} from "../report/junit-xml.ts";
import { toPrintable } from "../report/printable.ts";
import type { CheckedLog, CheckedProblem, CheckResult } from "./check.ts";
import { formatProblemKey } from "./check-problem.ts";
import { formatLocations } from "./check-text.ts";
import { VERDICT_RULE_PREFIX } from "./verdict-problems.ts";

export function formatJunit({ logs, unread }: CheckResult): string {
  return formatTestSuites("loupe check", [
    ...logs.map((log) => ({ name: log.name, cases: createCases(log) })),
    ...unread.map(({ name, reason }) => ({ name, cases: [createUnreadableCase(reason)] })),
  ]);
}

function createCases({ verdict, findings }: CheckedLog): TestCase[] {
  const { because, clean } = verdict;
  const output = `      <system-out>${escapeXml(because)}</system-out>\n`;
  const end: TestCase = {
    name: `the run: ${formatVerdict(verdict)}`,
    inside: output,
    state: "passed",
  };
  const isReported = !clean && findings.some(({ rule }) => rule.startsWith(VERDICT_RULE_PREFIX));
  return [...(isReported ? [] : [end]), ...findings.map(createCase)];
}

function createUnreadableCase(reason: string): TestCase {
  const inside = `      <error type="unread" message="${escapeAttribute(reason)}"/>\n`;
  return { name: "the log", inside, state: "error" };
}

/** A known problem is skipped; a problem that does not fail the check passes with output. */
function createCase(finding: CheckedProblem): TestCase {
  const { rule, severity, message, status, fails } = finding;
  // For a card the exact member, so that each case has a unique name.
  const name = formatProblemKey(
    finding.at === null ? finding : { ...finding, at: finding.first.path },
  );
  if (status === "known") {
    const inside = `      <skipped message="${escapeXml(`known: ${message}`)}"/>\n`;
    return { name, inside, state: "skipped" };
  }
  const output = escapeXml(formatProblemText(finding));
  if (!fails) {
    return { name, inside: `      <system-out>${output}</system-out>\n`, state: "passed" };
  }
  const head = `type="${escapeAttribute(`${severity} ${rule}`)}" message="${escapeAttribute(message)}"`;
  return { name, inside: `      <failure ${head}>${output}</failure>\n`, state: "failed" };
}

function formatProblemText(finding: CheckedProblem): string {
  const { severity, message, detail, consequence, remedy, dispute, spec } = finding;
  const lines = [
    `${severity}: ${message}`,
    formatLocations(finding),
    detail,
    consequence && `Consequence: ${consequence}`,
    remedy && `Remedy: ${remedy}`,
    dispute && `Disputed: ${dispute}`,
    spec && `Reference: ${spec}`,
  ];
  return lines
    .filter(Boolean)
    .map((line) => toPrintable(line ?? ""))
    .join("\n");
}
