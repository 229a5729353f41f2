/**
 * What counts as a problem: errors and warnings that nobody muted. Rows, strip, overview, filter
 * and keys all ask here, so that they agree.
 */

import type { Interpretation } from "../dialects/interpretation.ts";
import type { Item } from "../dialects/item.ts";
import type { Scope } from "../timeline/scope.ts";
import { collectProblemHistories, type ProblemHistory } from "./problem-history.ts";
import { type EntryProblem, getItemProblems, type Severity } from "./problems.ts";

/** Rules that are not heard of. */
export type MutedRules = ReadonlySet<string>;

export function isActiveProblem(
  { rule, severity }: { readonly rule: string; readonly severity: Severity },
  muted: MutedRules,
): boolean {
  return severity !== "info" && !muted.has(rule);
}

export function getActiveItemProblems(item: Item, n: number, muted: MutedRules): EntryProblem[] {
  return getItemProblems(item, n).filter((finding) => isActiveProblem(finding, muted));
}

/** The problems of a run or of one of its exchanges, to be counted at many events. */
export function collectActiveProblems(
  interpretation: Interpretation,
  muted: MutedRules,
  scope: Scope = "all",
): ProblemHistory[] {
  return collectProblemHistories(interpretation.timeline, interpretation, scope).filter(
    ({ rule }) => isActiveProblem(rule, muted),
  );
}

/** Does its row show a problem, or is it one? */
export function hasActiveProblem(item: Item, muted: MutedRules): boolean {
  if (item.kind === "error" || item.entry.kind === "error") return true;
  return getActiveItemProblems(item, Number.POSITIVE_INFINITY, muted).length > 0;
}
