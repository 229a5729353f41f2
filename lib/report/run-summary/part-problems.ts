/** The problems of a part of a run as of an event, most severe first. */

import type { Interpretation } from "../../dialects/interpretation.ts";
import { collectActiveProblems, type MutedRules } from "../../lint/active-problems.ts";
import type { ProblemEvidence } from "../../lint/problem-history.ts";
import type { Rule } from "../../lint/rules/rule.ts";
import type { PartContent } from "./summary-part.ts";

export interface SummaryProblem {
  readonly rule: Rule;
  /** The number of violations. */
  readonly count: number;
  /** The first violation. */
  readonly evidence: ProblemEvidence;
}

/** Errors and warnings that are not muted. Those of a task are those of its exchanges. */
export function collectPartProblems(
  interpretation: Interpretation,
  { scope, task, exchanges }: PartContent,
  muted: MutedRules,
  n: number,
): readonly SummaryProblem[] {
  const scopes = task === null ? [scope] : exchanges.map(({ index }) => index);
  const found = new Map<string, SummaryProblem>();
  for (const one of scopes) {
    for (const history of collectActiveProblems(interpretation, muted, one)) {
      const [evidence] = history.evidenceAt(n);
      if (!evidence) continue;
      const { rule } = history;
      const known = found.get(rule.id);
      const count = history.countAt(n) + (known?.count ?? 0);
      found.set(rule.id, { rule, count, evidence: known?.evidence ?? evidence });
    }
  }
  return [...found.values()].sort(
    (a, b) =>
      Number(b.rule.severity === "error") - Number(a.rule.severity === "error") ||
      a.evidence.event - b.evidence.event,
  );
}
