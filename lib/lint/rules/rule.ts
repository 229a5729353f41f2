/** A rule with its one-line message. Consequences and remedies are in `explanations/`. */

import type { Version } from "../../protocol/versions.ts";

/**
 * error: breaks a MUST or a reference client; warning: breaks a SHOULD or loses data; info: a habit
 * worth knowing, shown as a note.
 */
export type Severity = "error" | "warning" | "info";

export interface Rule {
  readonly rule: string;
  /** Two to four words, for a tag. */
  readonly label: string;
  readonly severity: Severity;
  /** The versions that have the rule; absent if all do. */
  readonly versions?: readonly Version[];
  /** The clauses of each version's specification, newest first: `1.0 §4.1.4, 0.3 §6.4`. */
  readonly spec: string;
  readonly message: string;
  /**
   * For logs that contain only a response: `true` if the rule is broken only if the response is
   * whole; or the message to use instead.
   */
  readonly alone?: true | string;
  /** The member of the payload that shows the violation: the first of these paths that exists. */
  readonly at?: readonly (readonly string[])[];
  /** The header that shows the violation, if a request or response head does. */
  readonly header?: string;
}

/** A rule that the decoder or the fold checks: a bit of `DecodeIssue` or `OrderIssue`. */
export interface FlagRule extends Rule {
  readonly bit: number;
}

export const VERSIONS_0: readonly Version[] = ["0.1", "0.2", "0.3"];
export const VERSIONS_FROM_02: readonly Version[] = ["0.2", "0.3", "1.0", "1.1"];
/** The versions whose events have a `kind`. */
export const VERSIONS_WITH_KIND: readonly Version[] = ["0.2", "0.3"];
export const VERSIONS_FROM_1: readonly Version[] = ["1.0", "1.1"];
