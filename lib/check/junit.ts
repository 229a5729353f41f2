/** Formats a check as JUnit XML: a suite for each log, a case for its verdict and for each problem. */

import { formatVerdict } from "../lint/verdict/verdict-words.ts";
import { toPrintable } from "../report/printable.ts";
import type { CheckedLog, CheckedProblem, CheckResult } from "./check.ts";
import { formatProblemKey } from "./check-problem.ts";
import { formatLocations } from "./check-text.ts";
import { VERDICT_RULE_PREFIX } from "./verdict-problems.ts";

interface TestCase {
  readonly name: string;
  /** The XML elements inside the case. */
  readonly inside: string;
  readonly state: "passed" | "failed" | "error" | "skipped";
}

export function formatJunit({ logs, unread }: CheckResult): string {
  const suites = [
    ...logs.map((log) => ({ name: log.name, cases: createCases(log) })),
    ...unread.map(({ name, reason }) => ({ name, cases: [createUnreadableCase(reason)] })),
  ];
  const all = suites.flatMap(({ cases }) => cases);
  const body = suites.map(({ name, cases }) => formatSuite(name, cases)).join("");
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="loupe check"${formatCounts(all)}>\n${body}</testsuites>\n`;
}

function formatSuite(name: string, cases: readonly TestCase[]): string {
  const lines = cases.map(({ name: title, inside }) => {
    const head = `    <testcase classname="${escapeAttribute(name)}" name="${escapeAttribute(title)}" time="0"`;
    return inside === "" ? `${head}/>\n` : `${head}>\n${inside}    </testcase>\n`;
  });
  return `  <testsuite name="${escapeAttribute(name)}"${formatCounts(cases)} time="0">\n${lines.join("")}  </testsuite>\n`;
}

function formatCounts(cases: readonly TestCase[]): string {
  const of = (wanted: TestCase["state"]) => cases.filter(({ state }) => state === wanted).length;
  return ` tests="${cases.length}" failures="${of("failed")}" errors="${of("error")}" skipped="${of("skipped")}"`;
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

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** Replaces characters that XML cannot contain, except line breaks. */
function escapeXml(text: string): string {
  return text
    .split("\n")
    .map((line) => toPrintable(line).replace(/[\ufffe\uffff]/g, " "))
    .join("\n")
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? "");
}

function escapeAttribute(text: string): string {
  return escapeXml(toPrintable(text));
}
