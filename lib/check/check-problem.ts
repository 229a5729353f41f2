/** A finding of a check: a rule that is broken in one kind of exchange, and where it shows. */

import type { Severity } from "../lint/rules/rule.ts";
import type { ExchangePhase } from "../timeline/violations.ts";

/** Where a finding shows, as far as that can be told. */
export interface ProblemLocation {
  readonly exchange: string | null;
  /** `null` for what is no event. */
  readonly event: number | null;
  readonly happening: ExchangePhase | null;
  /** The members that lead to it, in the event's frame or in the card. */
  readonly path: string | null;
  /** Its line in the log's file, from 1. */
  readonly line: number | null;
}

export interface CheckProblem {
  readonly rule: string;
  readonly severity: Severity;
  /** Two to four words. */
  readonly label: string;
  readonly message: string;
  /** What exactly is missing or odd where it shows first; `null` where the message says it. */
  readonly detail: string | null;
  /** Where the specification of the version that is spoken says so; `null` where Loupe does. */
  readonly spec: string | null;
  readonly consequence: string | null;
  readonly remedy: string | null;
  readonly dispute: string | null;
  /** The kind of exchange: an operation, `card`, `push`, or `answer` where nobody knows. */
  readonly in: string;
  /** In a card the member, without positions in lists. */
  readonly at: string | null;
  readonly count: number;
  readonly first: ProblemLocation;
  /** `null` where it shows once. */
  readonly last: ProblemLocation | null;
}

/** What makes a finding the same one in another run: neither ids nor numbers, which are never the same. */
export type ProblemKey = Pick<CheckProblem, "rule" | "in" | "at">;

export function formatProblemKey({ rule, in: where, at }: ProblemKey): string {
  return at === null ? `${rule} in ${where}` : `${rule} in ${where} at ${at}`;
}
