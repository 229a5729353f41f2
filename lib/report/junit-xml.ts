/** Writes JUnit XML, which CI systems show as test results. */

import { toPrintable } from "./printable.ts";

export interface TestCase {
  readonly name: string;
  /** The XML elements inside the case. */
  readonly inside: string;
  readonly state: "passed" | "failed" | "error" | "skipped";
}

export interface TestSuite {
  readonly name: string;
  readonly cases: readonly TestCase[];
}

export function formatTestSuites(name: string, suites: readonly TestSuite[]): string {
  const all = suites.flatMap(({ cases }) => cases);
  const body = suites.map(formatSuite).join("");
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${escapeAttribute(name)}"${formatCounts(all)}>\n${body}</testsuites>\n`;
}

function formatSuite({ name, cases }: TestSuite): string {
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

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** Replaces characters that XML cannot contain, except line breaks. */
export function escapeXml(text: string): string {
  return text
    .split("\n")
    .map((line) => toPrintable(line).replace(/[\ufffe\uffff]/g, " "))
    .join("\n")
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? "");
}

export function escapeAttribute(text: string): string {
  return escapeXml(toPrintable(text));
}
