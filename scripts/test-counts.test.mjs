import { expect, test } from "vitest";
import {
  countPlaywright,
  countRun,
  countVitest,
  formatCounts,
  listPlaywrightFailures,
  listVitestFailures,
  sumCounts,
} from "./test-counts.mjs";

const vitest = (more) => ({
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
  ...more,
});
const stats = (more) => ({ stats: { expected: 2, unexpected: 0, flaky: 0, skipped: 0, ...more } });

test("sums up runners and mentions skipped tests only if there are any", () => {
  const parts = [countRun(0), countVitest(vitest(), 0), countPlaywright(stats(), 0)];
  expect(formatCounts(sumCounts(parts))).toBe("6 passed, 0 failed");
  parts.push(countVitest(vitest({ numTodoTests: 1 }), 0));
  expect(formatCounts(sumCounts(parts))).toBe("9 passed, 0 failed, 1 skipped");
});

test("a runner without a report is a failure", () => {
  expect(countVitest(undefined, 0).failed).toBe(1);
  expect(countPlaywright(undefined, 0).failed).toBe(1);
});

test("a runner that ran nothing is a failure", () => {
  expect(countVitest(vitest({ numPassedTests: 0 }), 0).failed).toBe(1);
  expect(countPlaywright(stats({ expected: 0, skipped: 4 }), 0).failed).toBe(1);
});

test("a runner that fails without a failed test is a failure", () => {
  expect(countVitest(vitest(), 1)).toEqual({ passed: 3, failed: 1, skipped: 0 });
  expect(countRun(2).failed).toBe(1);
});

test("a file that fails to load counts as a failure", () => {
  const testResults = [{ status: "failed", assertionResults: [] }];
  expect(countVitest(vitest({ numFailedTests: 1, testResults }), 1).failed).toBe(2);
});

test("a flaky test is a failed one", () => {
  expect(countPlaywright(stats({ flaky: 1 }), 0).failed).toBe(1);
});

test("failures are listed with the first lines of their messages", () => {
  const assertionResults = [
    { status: "passed", fullName: "holds", failureMessages: [] },
    {
      status: "failed",
      fullName: "gives way",
      failureMessages: ["\x1b[31m1 is not 2\x1b[39m\n  at x"],
    },
  ];
  const testResults = [
    { name: "a.test.ts", status: "failed", assertionResults, message: "" },
    { name: "b.test.ts", status: "failed", assertionResults: [], message: "no such module" },
    { name: "c.test.ts", status: "passed", assertionResults: [], message: "" },
  ];
  expect(listVitestFailures(vitest({ testResults }))).toEqual([
    "a.test.ts gives way\n    1 is not 2\n      at x",
    "b.test.ts\n    no such module",
  ]);

  const spec = (title, line, status, results) => ({
    file: "a.spec.ts",
    title,
    line,
    tests: [{ status, results }],
  });
  const stdout = [{ text: "On the page:\n- a dialog\n" }];
  const late = { error: { message: "too late" }, stdout };
  const suites = [
    {
      specs: [spec("holds", 1, "expected", [{}])],
      suites: [{ specs: [spec("late", 7, "unexpected", [late])] }],
    },
    { specs: [spec("shaky", 9, "flaky", [{ error: { message: "once" } }, {}])] },
  ];
  expect(listPlaywrightFailures({ suites })).toEqual([
    "a.spec.ts:7 late\n    too late\n    On the page:\n    - a dialog",
    "a.spec.ts:9 shaky\n    once",
  ]);
  expect([listVitestFailures(undefined), listPlaywrightFailures(undefined)]).toEqual([[], []]);
});

test("a failed browser test is listed with its step and the line of the assertion", () => {
  const location = { file: "/loupe/e2e/panels/timeline.ts", line: 95, column: 5 };
  const error = { message: "2 is not 3", location };
  const timeout = { message: "Test timeout of 90000ms exceeded." };
  const steps = [
    { title: "opens" },
    { title: "closes", error, steps: [{ title: "at once", error }] },
  ];
  const createSpec = (title, result) => ({
    file: "a.spec.ts",
    line: 7,
    title,
    tests: [{ status: "unexpected", results: [result] }],
  });
  const specs = [
    createSpec("a panel", { error, errors: [error], steps }),
    createSpec("slow", { error: timeout, errors: [timeout, error] }),
  ];
  expect(
    listPlaywrightFailures({ config: { rootDir: "/loupe/e2e" }, suites: [{ specs }] }),
  ).toEqual([
    "a.spec.ts:7 a panel › closes › at once\n    at panels/timeline.ts:95\n    2 is not 3",
    "a.spec.ts:7 slow\n    Test timeout of 90000ms exceeded.\n    at panels/timeline.ts:95\n    2 is not 3",
  ]);
});
