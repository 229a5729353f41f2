/** A rule, as it is told in a line. What breaking it means to clients is told by `explained/`. */

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
  /** The versions that have it, where not all do. */
  readonly versions?: readonly Version[];
  /** Where each version's specification says so, newest first: `1.0 §4.1.4, 0.3 §6.4`. */
  readonly spec: string;
  readonly message: string;
  /**
   * Where a log has the response alone, the rule is broken only if that is all of it; or what to
   * say there instead.
   */
  readonly alone?: true | string;
  /** The member of the event's payload that shows it: the first of these paths that is there. */
  readonly at?: readonly (readonly string[])[];
  /** The header that shows it, where a request or a response does. */
  readonly header?: string;
}

/** A rule that the decoder or the fold notices in passing: a bit of `Irregular` or `Disorder`. */
export interface FlagRule extends Rule {
  readonly bit: number;
}

export const VERSIONS_0: readonly Version[] = ["0.1", "0.2", "0.3"];
export const VERSIONS_FROM_02: readonly Version[] = ["0.2", "0.3", "1.0", "1.1"];
/** Those with events that have a kind. */
export const VERSIONS_WITH_KIND: readonly Version[] = ["0.2", "0.3"];
export const VERSIONS_FROM_1: readonly Version[] = ["1.0", "1.1"];
