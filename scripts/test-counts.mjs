// Test counts from the reports of the test runners, as one plain line, and the list of failures to
// print before it, because often only the end of a long output is kept. A runner that crashed or ran
// nothing never counts as passed.

import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

const none = { passed: 0, failed: 0, skipped: 0 };

export const addCounts = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

export const sumCounts = (list) => list.reduce(addCounts, none);

/** Counts a program without tests, such as the linter, as one test. */
export const countRun = (code) => (code === 0 ? { ...none, passed: 1 } : { ...none, failed: 1 });

export function countVitest(report, code) {
  if (!report) return { ...none, failed: 1 };
  // A file that fails to load has no tests, so the file itself counts.
  const broken = report.testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((t) => t.status === "failed"),
  ).length;
  return addUnexplainedFailure(
    {
      passed: report.numPassedTests,
      failed: report.numFailedTests + broken,
      skipped: report.numPendingTests + report.numTodoTests,
    },
    code,
  );
}

export function countPlaywright(report, code) {
  if (!report) return { ...none, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  return addUnexplainedFailure({ passed: expected, failed: unexpected + flaky, skipped }, code);
}

/** Adds a failure if the counts have none but the runner failed or ran nothing. */
function addUnexplainedFailure(counts, code) {
  const ran = counts.passed + counts.failed > 0;
  const unexplained = counts.failed === 0 && (code !== 0 || !ran);
  return unexplained ? { ...counts, failed: 1 } : counts;
}

export function formatCounts({ passed, failed, skipped }) {
  const rest = skipped > 0 ? `, ${skipped} skipped` : "";
  return `${passed} passed, ${failed} failed${rest}`;
}

/** Each failed test of a report: its file, its name, and the first lines of its message. */
export function listVitestFailures(report) {
  return (report?.testResults ?? []).flatMap((file) => {
    const failed = file.assertionResults.filter((one) => one.status === "failed");
    if (file.status === "failed" && failed.length === 0)
      return [formatFailure(file.name, "", file.message)];
    return failed.map((one) => formatFailure(file.name, one.fullName, one.failureMessages[0]));
  });
}

export const listPlaywrightFailures = (report) =>
  (report?.suites ?? []).flatMap((suite) => listSuiteFailures(suite, report.config?.rootDir ?? ""));

function listSuiteFailures({ specs = [], suites = [] }, folder) {
  const own = specs
    .filter((spec) =>
      spec.tests.some(({ status }) => status === "unexpected" || status === "flaky"),
    )
    .map((spec) => {
      const results = spec.tests.flatMap((one) => one.results);
      const result = results.find(({ error }) => error) ?? {};
      const name = [spec.title, ...listFailedSteps(result)].join(" › ");
      // The content and errors of the page: see e2e/support/page-report.ts.
      const printed = (result.stdout ?? []).map(({ text = "" }) => text).join("");
      const message = formatErrors(result, folder);
      return formatFailure(`${spec.file}:${spec.line}`, name, message, printed);
    });
  return [...own, ...suites.flatMap((suite) => listSuiteFailures(suite, folder))];
}

/** The step that failed, after the steps around it. */
function listFailedSteps({ steps = [] }) {
  const failed = steps.find(({ error }) => error);
  return failed ? [failed.title, ...listFailedSteps(failed)] : [];
}

/** The error, after the line of the failed assertion. */
function formatErrors({ error, errors = [] }, folder) {
  if (error?.location) return formatError(error, folder);
  // Of a test that timed out, the second error says where.
  const located = errors.find(({ location }) => location);
  return [error?.message, located && formatError(located, folder)].filter(Boolean).join("\n");
}

const formatError = ({ location: { file, line }, message }, folder) =>
  `at ${relative(folder, file).replaceAll("\\", "/")}:${line}\n${message}`;

const MESSAGE_LINES = 12;
const PRINTED_LINES = 60;

function formatFailure(file, name, message = "", printed = "") {
  const lines = [
    ...getFirstLines(message, MESSAGE_LINES),
    ...getFirstLines(printed, PRINTED_LINES),
  ];
  return [`${file} ${name}`.trimEnd(), ...lines.map((text) => `    ${text}`.trimEnd())].join("\n");
}

function getFirstLines(text, most) {
  const lines = stripVTControlCharacters(text).trim();
  return lines === "" ? [] : lines.split("\n").slice(0, most);
}
