/** What an ACTS report says, beside what Loupe sees where it repeats a failed test. */

import { toPrintableLine } from "../../report/printable.ts";
import type { ConformResult } from "../grade.ts";
import type { ActsReport, ReportedTest } from "./report.ts";

/** The tests of a report that did not pass. */
export const listFailedTests = ({ suites }: ActsReport): readonly ReportedTest[] =>
  suites
    .flatMap(({ tests }) => tests)
    .filter(({ result }) => result === "fail" || result === "error");

export interface RepeatedTest {
  readonly reported: ReportedTest;
  /** Its result now, with the recording that shows it; `null` where it could not be repeated. */
  readonly now: ConformResult | null;
}

export const compareReport = (
  report: ActsReport,
  results: readonly ConformResult[],
): readonly RepeatedTest[] =>
  listFailedTests(report).map((reported) => ({
    reported,
    now:
      results.find(({ id, recording }) => id === reported.id && recording !== null) ??
      results.find(({ id, status }) => id === reported.id && status !== "not-applicable") ??
      null,
  }));

const LINE_LENGTH = 300;
const toLine = (text: string) => toPrintableLine(text, LINE_LENGTH);

/** The report's sum in one line. */
export function formatReportSummary(report: ActsReport): string {
  const { sdk, transport, summary, generated_at: at } = report;
  const { total, passed, failed, skipped, errors } = summary;
  return toLine(
    `${sdk.name} ${sdk.version} over ${transport}, ${at}: ${passed} of ${total} passed, ${failed} failed, ${skipped} skipped, ${errors} errors.`,
  );
}

export function* formatRepeatedTest({ reported, now }: RepeatedTest): Generator<string> {
  const { id, level, result, failure } = reported;
  yield `${toLine(id)}  ${level}  reported ${result}: ${toLine(failure?.message ?? "no reason given")}`;
  if (failure?.expected !== undefined) yield `    expected  ${toLine(failure.expected)}`;
  if (failure?.actual !== undefined) yield `    actual    ${toLine(failure.actual)}`;
  if (!now) return yield "    not repeated";
  yield `    now       ${now.status}: ${toLine(now.message)}`;
  if (now.recording !== null) yield `    recording ${now.recording}`;
}
