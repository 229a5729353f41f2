/**
 * The closed vocabulary of a grade.
 *
 * Guarantee: what was not measured is never a pass, and a fault of the grader is never a fault of
 * the agent.
 */

import type { Response } from "./response.ts";

export const CONFORM_STATUSES = [
  "fail",
  "error",
  "warning",
  "not-measured",
  "pass",
  "not-applicable",
] as const;
/**
 * fail: breaks a MUST; warning: breaks a SHOULD; not-measured: nothing the agent did shows it;
 * not-applicable: its version or card asks for none of it; error: the grader's own fault.
 */
export type ConformStatus = (typeof CONFORM_STATUSES)[number];

/** What a check found. The level of the requirement decides whether `broken` fails the agent. */
export interface Judgement {
  readonly verdict: "kept" | "broken" | "not-measured" | "not-applicable";
  /** One sentence: what was seen; for `not-measured`, what would make it measurable. */
  readonly message: string;
  /** The response that shows it. */
  readonly response: Response | null;
  /** The event of the response that shows it; `null` for the response as a whole. */
  readonly event: number | null;
  /** Requirements of the check that are kept although it is broken. */
  readonly keeps?: readonly string[];
}

const judge =
  (verdict: Judgement["verdict"]) =>
  (message: string, response: Response | null = null, event: number | null = null): Judgement => ({
    verdict,
    message,
    response,
    event,
  });

export const kept = judge("kept");
export const broken = judge("broken");
export const notMeasured = judge("not-measured");
export const notApplicable = judge("not-applicable");

/** Broken, but only what else the check measures: these requirements are kept. */
export const brokenBut = (
  keeps: readonly string[],
  ...args: Parameters<typeof broken>
): Judgement => ({ ...broken(...args), keeps });

/** Ends a check or a probe whose precondition does not hold. */
export class NotMeasuredError extends Error {
  readonly judgement: Judgement;

  constructor(judgement: Judgement) {
    super(judgement.message);
    this.judgement = judgement;
  }
}

/** Throws the judgement, where a check cannot go on. */
export function stopWith(judgement: Judgement): never {
  throw new NotMeasuredError(judgement);
}
