// Reports of ACTS as grades: what is read from the words of another runner.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { looksLikeActsReport } from "./detect-report.ts";
import { parseActsReport } from "./report.ts";
import { createReportGrade } from "./report-grade.ts";

const TEXT = readFileSync(
  new URL("../../../fixtures/acts/acts-report-scripted-jsonrpc.json", import.meta.url),
  "utf8",
);

function open(text: string) {
  const report = parseActsReport(JSON.parse(text));
  if (typeof report === "string") throw new Error(report);
  return createReportGrade(report, "20261127-100000-abcdef");
}

describe("a report as a grade", () => {
  test("says what its runner saw, and passes nothing that was skipped", () => {
    const grade = open(TEXT);
    expect(grade).toMatchObject({
      agent: "scripted 1.3.0",
      by: "another-runner/2.0",
      at: "2026-11-26T12:00:00.000Z",
      profile: "acts",
      text: "1.0",
      interfaces: ["JSON-RPC"],
      requests: null,
    });
    expect(grade.results.map(({ id, status, message }) => [id, status, message])).toEqual([
      ["T-SEND-001", "pass", "Reported as passed."],
      [
        "T-WRONG-001",
        "fail",
        "Step send: is not as expected. At: task.status.state. Expected: TASK_STATE_REJECTED. Actual: TASK_STATE_COMPLETED.",
      ],
      ["T-STREAM-002", "warning", "only one stream came."],
      ["T-NONE-001", "not-measured", "The agent streams."],
      ["T-GONE-001", "error", "the runner broke."],
    ]);
  });

  test("a broken MAY fails nobody", () => {
    const { results } = open(TEXT.replace('"level": "should"', '"level": "may"'));
    expect(results[2]?.status).toBe("not-applicable");
  });
});

describe("a report is told from", () => {
  test.each([
    ["the tests of ACTS", '{"acts_version":"1.0","spec_version":"1.0","suites":[]}'],
    ["a log that quotes one", `${JSON.stringify({ text: "acts_version" })}\n{}`],
    ["an agent card", '{"name":"A","url":"http://a.example/","skills":[]}'],
  ])("%s", (_, text) => {
    expect(looksLikeActsReport(text)).toBe(false);
  });

  test("nothing else, even if it cannot be read", () => {
    expect(looksLikeActsReport(TEXT)).toBe(true);
    expect(looksLikeActsReport(`\ufeff${TEXT}`)).toBe(true);
    expect(looksLikeActsReport(TEXT.replace('"pass"', '"passed"'))).toBe(true);
  });
});
