/**
 * Active problems: errors and warnings that are not muted. Rows, the verdict strip, the overview, the
 * filter and keys all use these functions, so that they agree.
 */

import type { Interpretation } from "../dialects/interpretation.ts";
import type { Item } from "../dialects/item.ts";
import type { Scope } from "../timeline/scope.ts";
import { collectProblemHistories, type ProblemHistory } from "./problem-history.ts";
import { type EntryProblem, getItemProblems, type Severity } from "./problems.ts";

/** Names of muted rules. */
export type MutedRules = ReadonlySet<string>;

function isActive(rule: string, severity: Severity, muted: MutedRules): boolean {
  return severity !== "info" && !muted.has(rule);
}

export function getActiveItemProblems(item: Item, n: number, muted: MutedRules): EntryProblem[] {
  return getItemProblems(item, n).filter(({ rule, severity }) => isActive(rule, severity, muted));
}

/** The active problems of a run or of one exchange, which can be counted at any event. */
export function collectActiveProblems(
  interpretation: Interpretation,
  muted: MutedRules,
  scope: Scope = "all",
): ProblemHistory[] {
  return collectProblemHistories(interpretation.timeline, interpretation, scope).filter(
    ({ rule: { id, severity } }) => isActive(id, severity, muted),
  );
}

interface ProblemCounts {
  readonly all: number;
  readonly errors: number;
  readonly warnings: number;
}

/** How many rules are broken: the one number that the screen says, wherever it says it. */
export function countProblems(
  problems: readonly { readonly rule: { readonly severity: Severity } }[],
): ProblemCounts {
  const errors = problems.filter(({ rule }) => rule.severity === "error").length;
  return { all: problems.length, errors, warnings: problems.length - errors };
}

/** Whether the row of an item shows an active problem, or is an error itself. */
export function hasActiveProblem(item: Item, muted: MutedRules): boolean {
  if (item.kind === "error" || item.entry.kind === "error") return true;
  return getActiveItemProblems(item, Number.POSITIVE_INFINITY, muted).length > 0;
}
