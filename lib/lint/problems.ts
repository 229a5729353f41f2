/**
 * Problems: what the decoder, the fold and the checkers reported, by rule, with the evidence. All
 * violations of a rule are one problem.
 */

import type { Interpretation } from "../dialects/interpretation.ts";
import type { Item } from "../dialects/item.ts";
import type { Scope } from "../timeline/scope.ts";
import type { Entry, EntryIssue, Timeline } from "../timeline/timeline.ts";
import type { ExchangePhase } from "../timeline/violations.ts";
import { DECODER_RULES, FOLD_RULES, RULES_BY_ID } from "./all-rules.ts";
import { getCardProblemsAt } from "./card-problems.ts";
import { getSpecClauses } from "./problem-detail.ts";
import {
  collectProblemHistories,
  type ProblemEvidence,
  type ProblemHistory,
  type RunProblem,
} from "./problem-history.ts";
import { formatEntryMessage, formatProblemMessage } from "./problem-message.ts";
import type { Rule, Severity } from "./rules/rule.ts";

export type { ProblemEvidence, RunProblem, Severity };

/** Whether the problem is about an agent card and not about the traffic of the run. */
export function isCardProblem({ card }: RunProblem): boolean {
  return card !== undefined;
}

/** A broken rule that one entry shows. */
export interface EntryProblem {
  readonly rule: string;
  readonly label: string;
  readonly severity: Severity;
  readonly message: string;
  /** The first event that shows it; for a phase the last event before it, −1 before the first. */
  readonly event: number;
  /** The phase of the exchange that shows it, if no event does. */
  readonly phase?: ExchangePhase;
}

const SEVERITIES: readonly Severity[] = ["error", "warning", "info"];

/**
 * The problems of an item as of event `n`, most severe first: those of its entry, of the entries that
 * it represents, and those that dialects reported for it.
 */
export function getItemProblems(item: Item, n: number): EntryProblem[] {
  const { entry, isNested, inheritedIssues, violations } = item;
  const found = isNested ? [] : getEntryProblems(entry, n);
  for (const { issue, firstEvent } of inheritedIssues) {
    const finding = firstEvent <= n ? toEntryProblem(issue, entry) : undefined;
    if (finding && !found.some(({ rule }) => rule === finding.rule)) found.push(finding);
  }
  for (const { rule, firstEvent } of violations) {
    const known = firstEvent <= n ? RULES_BY_ID.get(rule) : undefined;
    if (!known) continue;
    const { title: label, severity, message } = known;
    found.push({ rule, label, severity, message, event: firstEvent });
  }
  return found.sort(compareSeverity);
}

/** The problems of an entry as of event `n`, most severe first. */
function getEntryProblems(entry: Entry, n: number): EntryProblem[] {
  const found: EntryProblem[] = [];
  for (const problem of entry.issues) {
    const finding = problem.firstEvent <= n ? toEntryProblem(problem, entry) : undefined;
    if (finding) found.push(finding);
  }
  return found.sort(compareSeverity);
}

function toEntryProblem(problem: EntryIssue, entry: Entry): EntryProblem | undefined {
  const known = findIssueRule(problem);
  if (!known) return undefined;
  const { id: rule, title: label, severity } = known;
  const message = formatEntryMessage(known, entry);
  const found = { rule, label, severity, message, event: problem.firstEvent };
  const phase = problem.of === "violation" ? problem.phase : undefined;
  return phase === undefined ? found : { ...found, phase };
}

function compareSeverity(a: EntryProblem, b: EntryProblem): number {
  return SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);
}

function findIssueRule(problem: EntryIssue): Rule | undefined {
  if (problem.of === "violation") return RULES_BY_ID.get(problem.rule);
  const rules = problem.of === "decode" ? DECODER_RULES : FOLD_RULES;
  return rules.find(({ bit }) => bit === problem.bit)?.rule;
}

/**
 * All problems as of event `n`, including those of dialects if an interpretation is given. With a
 * scope, only those of that exchange.
 */
export function getProblemsAt(
  timeline: Timeline,
  n: number,
  interpretation?: Interpretation,
  scope: Scope = "all",
): RunProblem[] {
  const histories = collectProblemHistories(timeline, interpretation, scope).filter(
    (one) => one.countAt(n) > 0,
  );
  return [
    ...histories.map((one) => toRunProblem(timeline, one, n)),
    ...getCardProblemsAt(timeline, n, scope),
  ].sort((a, b) => (a.evidence[0]?.event ?? 0) - (b.evidence[0]?.event ?? 0));
}

function toRunProblem(timeline: Timeline, history: ProblemHistory, n: number): RunProblem {
  const { id: rule, severity } = history.rule;
  const evidence = history.evidenceAt(n);
  const [first] = evidence;
  const message = formatProblemMessage(timeline, history.rule, first);
  const spec = first ? getSpecClauses(timeline, history.rule, first, n) : history.rule.spec;
  const events = evidence.map(({ event }) => event).filter((event) => event >= 0);
  const count = history.countAt(n);
  return { rule, severity, count, events: [...new Set(events)], message, spec, evidence };
}
