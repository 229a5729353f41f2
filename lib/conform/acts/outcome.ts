/** What became of a test of ACTS on one interface. */

import type { Response } from "../response.ts";
import type { ActsFailure } from "./assertions.ts";

export const ACTS_RESULTS = ["pass", "fail", "skip", "error"] as const;
/** `error` is a fault of the run, not of the agent. */
export type ActsResult = (typeof ACTS_RESULTS)[number];

export interface StepOutcome {
  readonly id: string;
  readonly result: Exclude<ActsResult, "skip">;
  readonly durationMs: number;
  readonly failure: ActsFailure | null;
  /** The response that was judged; `null` if the step sends nothing. */
  readonly response: Response | null;
}

export interface ActsOutcome {
  readonly result: ActsResult;
  /** Why it was skipped. */
  readonly skipReason: string | null;
  /** It was skipped, but would run with another agent or with more options. */
  readonly isMeasurable: boolean;
  readonly failure: (ActsFailure & { readonly step: string | null }) | null;
  readonly steps: readonly StepOutcome[];
}
