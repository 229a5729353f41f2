/** Prints a grade as JUnit XML: a suite for each group. What was not measured is skipped, not passed. */

import {
  escapeAttribute,
  escapeXml,
  formatTestSuites,
  type TestCase,
  type TestSuite,
} from "../../report/junit-xml.ts";
import {
  type ConformResult,
  type FailOnStatus,
  type Grade,
  groupResults,
  isFailingResult,
} from "../grade.ts";

export function formatGradeJunit(grade: Grade, failOn: FailOnStatus): string {
  const suites = groupResults(grade.results).map(
    ({ name, results }): TestSuite => ({
      name,
      cases: results.map((result) => createCase(result, failOn)),
    }),
  );
  const stale = grade.stale.map(
    ({ id, reason }): TestCase => ({
      name: `${id}: known failure`,
      state: "failed",
      inside: `      <failure type="stale" message="${escapeAttribute(`It no longer fails: ${reason}`)}"/>\n`,
    }),
  );
  if (stale.length > 0) suites.push({ name: "Known failures", cases: stale });
  return formatTestSuites(`loupe conform: A2A ${grade.text}`, suites);
}

function createCase(result: ConformResult, failOn: FailOnStatus): TestCase {
  const { id, title, interface: where, status, message, clause, recording, known } = result;
  const name = [`${id}: ${title}`, where].filter(Boolean).join(" · ");
  const head = `type="${status}" message="${escapeAttribute(message)}"`;
  const lines = [message, clause && `Clause: ${clause}`, recording && `Recording: ${recording}`];
  const text = escapeXml(lines.filter(Boolean).join("\n"));
  if (status === "error")
    return { name, state: "error", inside: `      <error ${head}>${text}</error>\n` };
  if (isFailingResult(result, failOn))
    return { name, state: "failed", inside: `      <failure ${head}>${text}</failure>\n` };
  if (known !== undefined || status === "not-applicable" || status === "not-measured") {
    const why = escapeAttribute(known === undefined ? message : `known: ${known}`);
    return { name, state: "skipped", inside: `      <skipped message="${why}"/>\n` };
  }
  return { name, state: "passed", inside: `      <system-out>${text}</system-out>\n` };
}
