/**
 * What ACTS leaves to its runners: credentials, undeclared behaviors, limits of time. Loupe's own
 * answers, and those of the runner in a2a-itk, which its agents are written for.
 */

import type { ActsConventionName } from "../../api/grading.ts";
import type { HeaderList } from "../../wire/record.ts";

export interface ActsConvention {
  readonly name: string;
  /** Sent with operations, but not with raw steps. */
  readonly headers: HeaderList;
  readonly variables: ReadonlyMap<string, string>;
  /** A test that needs a behavior which the agent does not declare fails. */
  readonly failsUndeclared: boolean;
  /** Without a list of behaviors, tests that need one run. */
  readonly trustsUnlisted: boolean;
  /** Only what the response names is its error; a status alone is not enough. */
  readonly needsErrorName: boolean;
  /** The message that asks an agent what its SDK's client reads; `null` if there is no way to ask. */
  readonly clientPrefix: string | null;
  /** How long a stream may take whose step does not say. */
  readonly streamMs: number;
}

/** The task of somebody else: no agent has one with this id. */
const OTHER_TASK = "00000000-0000-4000-8000-0000000000af";

const LOUPE: ActsConvention = {
  name: "loupe",
  headers: [],
  variables: new Map([["otherUserTaskId", OTHER_TASK]]),
  failsUndeclared: false,
  trustsUnlisted: false,
  needsErrorName: false,
  clientPrefix: null,
  streamMs: 60_000,
};

const ITK: ActsConvention = {
  name: "itk",
  headers: [["Authorization", "Bearer itk-valid-token"]],
  variables: new Map([
    ["insufficientAuthToken", "itk-insufficient-token"],
    ["otherUserTaskId", OTHER_TASK],
  ]),
  failsUndeclared: true,
  trustsUnlisted: true,
  needsErrorName: true,
  clientPrefix: "tck-client-parse",
  streamMs: 30_000,
};

export const ACTS_CONVENTIONS: Readonly<Record<ActsConventionName, ActsConvention>> = {
  loupe: LOUPE,
  itk: ITK,
};
