/**
 * A report of ACTS as a grade, so that it is read, kept and exported as those of Loupe are.
 *
 * Guarantee: nothing is judged again; what a report skips is not measured, and never passed.
 */

import { BINDING_NAMES } from "../../protocol/card/card.ts";
import { type ConformResult, type Grade, toBrokenStatus } from "../grade.ts";
import type { ConformStatus } from "../judgement.ts";
import { toRequirementLevel } from "./acts-profile.ts";
import type { ActsReport, ReportedTest } from "./report.ts";

/** `id`: of the grade, by which it is kept. */
export function createReportGrade(report: ActsReport, id: string): Grade {
  const { sdk, transport, suites, environment, spec_version: text, generated_at: at } = report;
  const runner = environment?.runner;
  const binding = BINDING_NAMES[transport];
  return {
    id,
    // A report has no address. Reports of one agent over one binding are compared with each other.
    address: `${sdk.name} over ${binding}`,
    agent: `${sdk.name} ${sdk.version}`,
    at: new Date(at).toISOString(),
    by: typeof runner === "string" ? runner : "another runner",
    profile: "acts",
    text,
    interfaces: [binding],
    notGraded: [],
    results: suites.flatMap(({ id: suite, name = suite, tests }) =>
      tests.map((test) => toResult(test, { group: name, binding })),
    ),
    requests: null,
    leftBehind: [],
    stale: [],
  };
}

interface ReportedPlace {
  readonly group: string;
  readonly binding: string;
}

function toResult(test: ReportedTest, { group, binding }: ReportedPlace): ConformResult {
  return {
    id: test.id,
    title: test.name ?? test.id,
    group,
    status: toStatus(test),
    message: describeOutcome(test),
    level: toRequirementLevel(test.level),
    clause: null,
    requirements: [test.id],
    tck: [],
    acts: [test.id],
    dispute: null,
    interface: binding,
    recording: null,
    exchange: null,
    event: null,
    curl: null,
    link: null,
  };
}

function toStatus({ result, level }: ReportedTest): ConformStatus {
  if (result === "skip") return "not-measured";
  return result === "fail" ? toBrokenStatus(toRequirementLevel(level)) : result;
}

function describeOutcome({ result, failure, skip_reason: skipped, steps }: ReportedTest): string {
  if (result === "pass") return "Reported as passed.";
  if (result === "skip") return skipped ?? "Skipped, without a reason.";
  const {
    message,
    step_id: step,
    assertion_path: path,
    expected,
    actual,
  } = failure ?? steps?.find((one) => one.failure)?.failure ?? { message: "No reason is given." };
  const seen = { At: path, Expected: expected, Actual: actual };
  const sentences = Object.entries(seen).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}`],
  );
  const first = step === undefined ? message : `Step ${step}: ${message}`;
  return [first, ...sentences].map((text) => `${text.replace(/\.$/, "")}.`).join(" ");
}
