/**
 * The report of ACTS: one JSON document for each binding, which dashboards of the SDKs read.
 *
 * Guarantee: levels and results are a closed vocabulary, in what is written and in what is read;
 * other members may be added by anyone.
 */

import { z } from "zod";
import { isObject } from "../../protocol/json.ts";
import type { ActsProfile, TestedOutcome } from "./acts-profile.ts";
import { ACTS_LEVELS, ACTS_TRANSPORTS, parseBy } from "./document.ts";
import { ACTS_RESULTS } from "./outcome.ts";

const failure = z.looseObject({
  message: z.string(),
  step_id: z.string().optional(),
  expected: z.string().optional(),
  actual: z.string().optional(),
  assertion_path: z.string().optional(),
});

const counts = {
  total: z.number(),
  passed: z.number(),
  failed: z.number(),
  skipped: z.number(),
  errors: z.number(),
};

const test = z.looseObject({
  id: z.string(),
  name: z.string().optional(),
  level: z.enum(ACTS_LEVELS),
  result: z.enum(ACTS_RESULTS),
  duration_ms: z.number().optional(),
  skip_reason: z.string().optional(),
  /** The agent ran in another configuration than the rest of the report. */
  configuration: z.string().optional(),
  failure: failure.optional(),
  steps: z
    .array(
      z.looseObject({
        id: z.string(),
        result: z.enum(ACTS_RESULTS),
        duration_ms: z.number().optional(),
        failure: failure.optional(),
      }),
    )
    .optional(),
});
export type ReportedTest = z.infer<typeof test>;

const report = z.looseObject({
  acts_version: z.string().regex(/^1(?:\.|$)/, { error: "is not a version of ACTS 1" }),
  spec_version: z.string(),
  generated_at: z.string().refine((text) => !Number.isNaN(Date.parse(text)), "is no time"),
  sdk: z.looseObject({ name: z.string(), version: z.string(), language: z.string() }),
  transport: z.enum(ACTS_TRANSPORTS),
  environment: z.record(z.string(), z.unknown()).optional(),
  summary: z.looseObject({ ...counts, duration_ms: z.number().optional() }),
  suites: z.array(
    z.looseObject({ id: z.string(), name: z.string().optional(), tests: z.array(test) }),
  ),
});
export type ActsReport = z.infer<typeof report>;

/** Returns the report, or what is wrong with it. */
export function parseActsReport(value: unknown): ActsReport | string {
  const parsed = parseBy(report, value);
  if (typeof parsed === "string") return parsed;
  const counted = countResults(parsed.suites.flatMap(({ tests }) => tests));
  for (const name of ["total", "passed", "failed", "skipped", "errors"] as const) {
    if (parsed.summary[name] !== counted[name]) {
      return `summary.${name}: is ${parsed.summary[name]}, but the tests count ${counted[name]}`;
    }
  }
  return parsed;
}

interface ReportOptions {
  /** ISO 8601. */
  readonly at: string;
  /** `loupe/0.1.0`. */
  readonly by: string;
  /** The configuration of the agent, if it is not its ordinary one. */
  readonly configuration: string | null;
}

export interface NamedReport {
  /** `acts-report-agent-jsonrpc-20261126T120000Z.json`. */
  readonly name: string;
  readonly report: ActsReport;
}

/** A report for each binding. Tests of other bindings are left out of it. */
export function createActsReports(profile: ActsProfile, options: ReportOptions): NamedReport[] {
  const { suite, agent, outcomes, convention } = profile;
  const name = agent?.card?.name ?? "agent";
  const timestamp = options.at.replace(/[-:]|\.\d+/g, "");
  return ACTS_TRANSPORTS.flatMap((transport) => {
    const own = outcomes.filter(
      ({ subject, loaded }) =>
        subject.endpoint.binding === transport &&
        subject.endpoint.version === "1.0" &&
        (loaded.test.transport ?? [transport]).includes(transport),
    );
    if (own.length === 0) return [];
    const tests = own.map((one) => describeTest(one, options.configuration));
    const durationMs = tests.reduce((sum, one) => sum + (one.duration_ms ?? 0), 0);
    const created: ActsReport = {
      acts_version: suite.actsVersion,
      spec_version: suite.specVersion,
      generated_at: options.at,
      sdk: { name, version: getCardVersion(agent?.card?.raw), language: "unknown" },
      transport,
      environment: { runner: options.by, convention: convention.name },
      summary: {
        ...countResults(tests),
        duration_ms: durationMs,
        by_level: Object.fromEntries(
          ACTS_LEVELS.map((level) => [
            level,
            countResults(tests.filter((one) => one.level === level)),
          ]),
        ),
      },
      suites: groupBySuite(own, tests),
    };
    return [
      { name: `acts-report-${toFileName(name)}-${transport}-${timestamp}.json`, report: created },
    ];
  });
}

const getCardVersion = (card: unknown) =>
  isObject(card) && typeof card.version === "string" ? card.version : "unknown";

/** Any name as a part of a file's name. */
const toFileName = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60) || "agent";

function groupBySuite(
  outcomes: readonly TestedOutcome[],
  tests: readonly ReportedTest[],
): ActsReport["suites"] {
  const suites = new Map<string, { id: string; name: string; tests: ReportedTest[] }>();
  for (const [i, { loaded }] of outcomes.entries()) {
    const { id, name } = loaded.suite;
    const suite = suites.get(id) ?? { id, name, tests: [] };
    const described = tests[i];
    if (described) suite.tests.push(described);
    suites.set(id, suite);
  }
  return [...suites.values()];
}

function countResults(tests: readonly { readonly result: string }[]) {
  const count = (result: string) => tests.filter((one) => one.result === result).length;
  return {
    total: tests.length,
    passed: count("pass"),
    failed: count("fail"),
    skipped: count("skip"),
    errors: count("error"),
  };
}

type StepFailure = TestedOutcome["outcome"]["steps"][number]["failure"];

function describeFailure(one: NonNullable<StepFailure>, step: string | null) {
  const { message, path, expected, actual } = one;
  return {
    message,
    ...(step !== null && { step_id: step }),
    ...(expected !== undefined && { expected }),
    ...(actual !== undefined && { actual }),
    ...(path !== null && { assertion_path: path }),
  };
}

function describeTest(
  { loaded: { test: source }, outcome }: TestedOutcome,
  configuration: string | null,
): ReportedTest {
  const { result, skipReason, failure: found, steps } = outcome;
  const recording = steps.findLast(({ response }) => response)?.response?.recording;
  return {
    id: source.id,
    name: source.name,
    level: source.level,
    result,
    duration_ms: steps.reduce((sum, { durationMs }) => sum + durationMs, 0),
    ...(skipReason !== null && { skip_reason: skipReason }),
    ...(configuration !== null && { configuration }),
    ...(found && { failure: describeFailure(found, found.step) }),
    ...(recording !== undefined && { recording }),
    ...(steps.length > 0 && {
      steps: steps.map(({ id, result: of, durationMs, failure: own }) => ({
        id,
        result: of,
        duration_ms: durationMs,
        ...(own && { failure: describeFailure(own, id) }),
      })),
    }),
  };
}
