// Sums of tests: read from the reports the test runners write, and printed as one plain line.
// A runner that crashed, or ran nothing, never looks like one that passed.

const none = { passed: 0, failed: 0, skipped: 0 };

export const add = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

export const total = (list) => list.reduce(add, none);

/** A program without tests of its own, such as the linter, is one test. */
export const countOfRun = (code) => (code === 0 ? { ...none, passed: 1 } : { ...none, failed: 1 });

export function countOfVitest(report, code) {
  if (!report) return { ...none, failed: 1 };
  // A file that could not even be loaded has no tests to count, so the file counts.
  const broken = report.testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((t) => t.status === "failed"),
  ).length;
  return honest(
    {
      passed: report.numPassedTests,
      failed: report.numFailedTests + broken,
      skipped: report.numPendingTests + report.numTodoTests,
    },
    code,
  );
}

export function countOfPlaywright(report, code) {
  if (!report) return { ...none, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  return honest({ passed: expected, failed: unexpected + flaky, skipped }, code);
}

/** Adds a failure where the counts look well and the runner does not. */
function honest(counts, code) {
  const ran = counts.passed + counts.failed > 0;
  const unexplained = counts.failed === 0 && (code !== 0 || !ran);
  return unexplained ? { ...counts, failed: 1 } : counts;
}

export function line({ passed, failed, skipped }) {
  const rest = skipped > 0 ? `, ${skipped} skipped` : "";
  return `${passed} passed, ${failed} failed${rest}`;
}
