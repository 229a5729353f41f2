/** The profile `acts`: a check for each test of the files, and the reports that ACTS asks for. */

import { getErrorMessage } from "../../text/error-message.ts";
import { type ConformCheck, defineCheck } from "../check.ts";
import {
  broken,
  type Judgement,
  kept,
  NotMeasuredError,
  notApplicable,
  notMeasured,
} from "../judgement.ts";
import type { Requirement, RequirementLevel } from "../requirements/requirement.ts";
import type { AgentUnderTest, Effect, InterfaceUnderTest } from "../subject.ts";
import type { ActsConvention } from "./convention.ts";
import type { ActsLevel, ActsStep, ActsTest, ActsTransport } from "./document.ts";
import type { ActsOutcome } from "./outcome.ts";
import { findMissingMeans, findUnmetPrecondition } from "./preconditions.ts";
import { runActsTest } from "./run-test.ts";

/** A test with what its file says about all of its tests. */
export interface LoadedTest {
  readonly suite: { readonly id: string; readonly name: string };
  readonly test: ActsTest;
  readonly variables: ReadonlyMap<string, string>;
}

export interface ActsSuite {
  readonly actsVersion: string;
  readonly specVersion: string;
  readonly tests: readonly LoadedTest[];
}

/** What the tests ask of an agent: the first words of messages that it must understand. */
export const listBehaviors = ({ tests }: ActsSuite): ReadonlySet<string> =>
  new Set(tests.flatMap(({ test }) => test.requires_behaviors ?? []));

export interface ActsOptions {
  readonly convention: ActsConvention;
  /** The prefixes that the agent declares; `null` if nobody listed them. */
  readonly behaviors: ReadonlySet<string> | null;
  readonly variables: ReadonlyMap<string, string>;
  /** Only interfaces of this binding are tested. */
  readonly transport?: ActsTransport;
}

/** What became of a test on an interface. */
export interface TestedOutcome {
  readonly loaded: LoadedTest;
  readonly subject: InterfaceUnderTest;
  readonly outcome: ActsOutcome;
}

export class ActsProfile {
  readonly suite: ActsSuite;
  readonly convention: ActsConvention;
  readonly checks: readonly ConformCheck[];
  readonly #outcomes = new Map<string, TestedOutcome>();

  constructor(suite: ActsSuite, options: ActsOptions) {
    this.suite = suite;
    this.convention = options.convention;
    this.checks = suite.tests.map((loaded) => this.#createCheck(loaded, options));
  }

  /** The newest outcome of each test on each interface. */
  get outcomes(): readonly TestedOutcome[] {
    return [...this.#outcomes.values()];
  }

  /** The agent whose outcomes they are; `null` before the first. */
  get agent(): AgentUnderTest | null {
    return this.outcomes[0]?.subject.agent ?? null;
  }

  #createCheck(loaded: LoadedTest, options: ActsOptions): ConformCheck {
    const { test, suite } = loaded;
    return defineCheck({
      id: test.id,
      group: suite.name,
      title: test.name,
      effect: getEffect(test),
      requirement: toRequirement(test),
      run: async (subject) => {
        const outcome = await runWhereItApplies(loaded, subject, options).catch(toOutcome);
        const { binding, url } = subject.endpoint;
        this.#outcomes.set(`${test.id} ${binding} ${url}`, { loaded, subject, outcome });
        return toJudgement(outcome);
      },
    });
  }
}

async function runWhereItApplies(
  { test, variables }: LoadedTest,
  subject: InterfaceUnderTest,
  options: ActsOptions,
): Promise<ActsOutcome> {
  const { convention, behaviors, transport } = options;
  if (transport !== undefined && transport !== subject.endpoint.binding) {
    return createSkip(`The report is about ${transport}.`, false);
  }
  const unmet = findUnmetPrecondition(test, subject);
  if (unmet) return createSkip(unmet.reason, false);
  const missing = findMissingMeans(test, behaviors, convention);
  if (missing && !(convention.failsUndeclared && behaviors))
    return createSkip(missing.reason, true);
  if (missing) {
    const failure = { message: missing.reason, path: null, step: null };
    return { result: "fail", skipReason: null, isMeasurable: true, failure, steps: [] };
  }
  const all = new Map([...variables, ...convention.variables, ...options.variables]);
  return runActsTest({ test, subject, convention, variables: all });
}

const createSkip = (skipReason: string, isMeasurable: boolean): ActsOutcome => ({
  result: "skip",
  skipReason,
  isMeasurable,
  failure: null,
  steps: [],
});

/** What a test ends with that could not be finished. Every test has its place in the report. */
function toOutcome(error: unknown): ActsOutcome {
  const message = getErrorMessage(error);
  if (error instanceof NotMeasuredError) return createSkip(message, true);
  const failure = { message, path: null, step: null };
  return { result: "error", skipReason: null, isMeasurable: true, failure, steps: [] };
}

function toJudgement({ result, skipReason, isMeasurable, failure, steps }: ActsOutcome): Judgement {
  const last = steps.at(-1);
  const response = last?.response ?? steps.findLast((one) => one.response)?.response ?? null;
  if (result === "skip") {
    return isMeasurable
      ? notMeasured(skipReason ?? "", response)
      : notApplicable(skipReason ?? "", response);
  }
  if (result === "pass") {
    const { length } = steps;
    return kept(
      length === 1 ? "Its step is as expected." : `Its ${length} steps are as expected.`,
      response,
    );
  }
  const step = failure?.step ?? null;
  const message = `${step === null ? "" : `Step ${step}: `}${failure?.message ?? ""}`;
  if (result === "error") throw new Error(message);
  return broken(message, response);
}

const LEVELS: Readonly<Record<ActsLevel, RequirementLevel>> = {
  must: "MUST",
  should: "SHOULD",
  may: "MAY",
};

export const toRequirementLevel = (level: ActsLevel): RequirementLevel => LEVELS[level];

function toRequirement({ id, name, level, spec_ref: ref }: ActsTest): Requirement {
  const [, section] = /#(?:section-)?(\d[\d.]*)$/.exec(ref ?? "") ?? [];
  const clause = section === undefined ? (ref ?? `ACTS ${id}`) : `§${section}`;
  return { id, clause, level: LEVELS[level], text: name, acts: [id], checks: [id] };
}

/** The most that one of its steps makes the agent do. */
function getEffect({ steps }: ActsTest): Effect {
  const effects = steps.map(getStepEffect);
  return (
    (["pushes", "cancels", "messages"] as const).find((one) => effects.includes(one)) ?? "none"
  );
}

function getStepEffect({ operation, raw, client_response: client }: ActsStep): Effect {
  if (client) return "messages";
  // What a raw request does is not known.
  if (raw) return raw.method === "GET" ? "none" : "messages";
  switch (operation) {
    case "send_message":
    case "send_streaming_message":
      return "messages";
    case "cancel_task":
      return "cancels";
    case "create_push_config":
    case "delete_push_config":
      return "pushes";
    default:
      return "none";
  }
}
