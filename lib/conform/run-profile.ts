/** Runs the checks of a profile one after the other and collects their results. */

import { getErrorMessage } from "../text/error-message.ts";
import type { CheckFindings, ConformCheck } from "./check.ts";
import {
  type ConformResult,
  createErrorResult,
  createResult,
  createRuleResult,
  isRequired,
} from "./grade.ts";
import { NotMeasuredError, notApplicable, notMeasured } from "./judgement.ts";
import type { AgentUnderTest, Effect, InterfaceUnderTest } from "./subject.ts";

export interface ProfileRun {
  readonly checks: readonly ConformCheck[];
  readonly agent: AgentUnderTest;
  /** What the checks may make the agent do. */
  readonly effects: ReadonlySet<Effect>;
  readonly signal: AbortSignal;
  onResult(result: ConformResult, progress: { readonly done: number; readonly all: number }): void;
}

/** Resolves with the results so far when stopped. */
export async function runProfile(run: ProfileRun): Promise<ConformResult[]> {
  const { checks, agent, signal } = run;
  const jobs = checks.flatMap((check) =>
    (check.of === "agent" ? [null] : agent.interfaces).map((subject) => ({ check, subject })),
  );
  const results: ConformResult[] = [];
  for (const [index, { check, subject }] of jobs.entries()) {
    if (signal.aborted) break;
    const found = await runCheck(run, check, subject);
    if (signal.aborted) break;
    for (const result of found) run.onResult(result, { done: index + 1, all: jobs.length });
    results.push(...found);
  }
  return results;
}

async function runCheck(
  { agent, effects }: ProfileRun,
  check: ConformCheck,
  subject: InterfaceUnderTest | null,
): Promise<ConformResult[]> {
  const text = (subject ?? agent.interfaces[0])?.text;
  if (text === undefined) return [];
  const source = { check, text, subject };
  if (!isRequired(source)) {
    return [createResult(source, notApplicable(`A2A ${text} does not ask for it.`))];
  }
  if (!effects.has(check.effect)) {
    return [createResult(source, notMeasured(NEEDS[check.effect]))];
  }
  try {
    const found = await (check.of === "agent" ? check.run(agent) : runOn(check, subject));
    if ("verdict" in found) return [createResult(source, found)];
    return found.map((one) => createRuleResult(source, one));
  } catch (error) {
    if (error instanceof NotMeasuredError) return [createResult(source, error.judgement)];
    const message = getErrorMessage(error);
    return [createErrorResult(source, `The check failed: ${message}`)];
  }
}

function runOn(
  check: Extract<ConformCheck, { of: "interface" }>,
  subject: InterfaceUnderTest | null,
): Promise<CheckFindings> {
  return subject ? check.run(subject) : Promise.reject(new Error("there is no interface"));
}

const NEEDS: Readonly<Record<Effect, string>> = {
  none: "",
  messages: "Measurable where messages may be sent.",
  cancels: "Measurable where tasks may be canceled.",
  pushes: "Measurable where push notifications may be configured.",
};
