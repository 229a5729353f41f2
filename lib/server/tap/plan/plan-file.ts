/** Reads a plan from a file: JSON or YAML. */

import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import { type Plan, parsePlan, parseStep, type TapStep } from "../../../api/schemas/plan.ts";
import { getErrorMessage } from "../../../text/error-message.ts";
import { checkStep } from "./conditions.ts";

/** Returns why the file is no plan, in a sentence. */
export async function readPlanFile(path: string): Promise<Plan | string> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    return `cannot read ${path}: ${getErrorMessage(error)}`;
  }
  const plan = readPlan(text);
  return typeof plan === "string" ? `${path} is no plan: ${plan}` : plan;
}

/** YAML includes JSON. Returns what is wrong. */
export function readPlan(text: string): Plan | string {
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    return getErrorMessage(error);
  }
  const plan = parsePlan(value);
  if (typeof plan === "string") return plan;
  for (const [i, step] of plan.steps.entries()) {
    const problem = checkStep(step);
    if (problem !== null) return `Step ${i + 1}: ${problem}`;
  }
  return plan;
}

/** A breakpoint or another step that was given alone. Returns what is wrong. */
export function readStep(value: unknown): TapStep | string {
  const step = parseStep(value);
  return typeof step === "string" ? step : (checkStep(step) ?? step);
}

/** The logs from which steps answer. */
export const listAnswers = (steps: readonly TapStep[]): string[] =>
  steps.flatMap((step) => (step.do === "answer" ? [step.from] : []));
