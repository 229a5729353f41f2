/** A check as JUnit XML: a suite for each log, a case for how it ended and for each finding. */

import { printable } from "../report/printable.ts";
import type { Checked, CheckedLog, JudgedFinding } from "./check.ts";
import { keyOf } from "./finding.ts";
import { whereIn } from "./print.ts";
import { VERDICT } from "./verdict-finding.ts";

interface Case {
  readonly name: string;
  /** Elements inside it. */
  readonly inside: string;
  readonly state: "passed" | "failed" | "error" | "skipped";
}

export function junit({ logs, unread }: Checked): string {
  const suites = [
    ...logs.map((log) => ({ name: log.name, cases: casesOf(log) })),
    ...unread.map(({ name, reason }) => ({ name, cases: [unreadCase(reason)] })),
  ];
  const all = suites.flatMap(({ cases }) => cases);
  const body = suites.map(({ name, cases }) => suiteOf(name, cases)).join("");
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="loupe check"${countsOf(all)}>\n${body}</testsuites>\n`;
}

function suiteOf(name: string, cases: readonly Case[]): string {
  const lines = cases.map(({ name: title, inside }) => {
    const head = `    <testcase classname="${attribute(name)}" name="${attribute(title)}" time="0"`;
    return inside === "" ? `${head}/>\n` : `${head}>\n${inside}    </testcase>\n`;
  });
  return `  <testsuite name="${attribute(name)}"${countsOf(cases)} time="0">\n${lines.join("")}  </testsuite>\n`;
}

function countsOf(cases: readonly Case[]): string {
  const of = (wanted: Case["state"]) => cases.filter(({ state }) => state === wanted).length;
  return ` tests="${cases.length}" failures="${of("failed")}" errors="${of("error")}" skipped="${of("skipped")}"`;
}

function casesOf({ verdict, findings }: CheckedLog): Case[] {
  const { kind, because, clean } = verdict;
  const said = `      <system-out>${escaped(because)}</system-out>\n`;
  const end: Case = { name: `the run: ${kind}`, inside: said, state: "passed" };
  const isTold = !clean && findings.some(({ rule }) => rule.startsWith(VERDICT));
  return [...(isTold ? [] : [end]), ...findings.map(caseOf)];
}

function unreadCase(reason: string): Case {
  const inside = `      <error type="unread" message="${attribute(reason)}"/>\n`;
  return { name: "the log", inside, state: "error" };
}

/** What is known is skipped, and what does not weigh enough to fail passes with a remark. */
function caseOf(finding: JudgedFinding): Case {
  const { rule, severity, message, status, fails } = finding;
  // Of a card the very member, so that each case has a name of its own.
  const name = keyOf(finding.at === null ? finding : { ...finding, at: finding.first.path });
  if (status === "known") {
    const inside = `      <skipped message="${escaped(`known: ${message}`)}"/>\n`;
    return { name, inside, state: "skipped" };
  }
  const told = escaped(textOf(finding));
  if (!fails) {
    return { name, inside: `      <system-out>${told}</system-out>\n`, state: "passed" };
  }
  const head = `type="${attribute(`${severity} ${rule}`)}" message="${attribute(message)}"`;
  return { name, inside: `      <failure ${head}>${told}</failure>\n`, state: "failed" };
}

function textOf(finding: JudgedFinding): string {
  const { severity, message, detail, consequence, remedy, dispute, spec } = finding;
  const lines = [
    `${severity}: ${message}`,
    whereIn(finding),
    detail,
    consequence && `Consequence: ${consequence}`,
    remedy && `Remedy: ${remedy}`,
    dispute && `Disputed: ${dispute}`,
    spec && `Reference: ${spec}`,
  ];
  return lines
    .filter(Boolean)
    .map((line) => printable(line ?? ""))
    .join("\n");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** Of what XML cannot hold in any spelling, only the line breaks are kept. */
function escaped(text: string): string {
  return text
    .split("\n")
    .map((line) => printable(line).replace(/[\ufffe\uffff]/g, " "))
    .join("\n")
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? "");
}

function attribute(text: string): string {
  return escaped(printable(text));
}
