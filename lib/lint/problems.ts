/**
 * Findings: what the decoder, the fold and the watches noticed, said as rules, with the evidence.
 * A flood of one rule is one finding.
 */

import type { Interpretation } from "../dialects/interpretation.ts";
import type { Item } from "../dialects/item.ts";
import type { CardProblem } from "../protocol/card/lint.ts";
import type { Entry, EntryIssue, Timeline } from "../timeline/timeline.ts";
import type { ExchangePhase } from "../timeline/violations.ts";
import { RULES_BY_NAME } from "./all-rules.ts";
import { getCardProblemsAt } from "./card-problems.ts";
import { getSpecClauses } from "./problem-detail.ts";
import {
  collectProblemHistories,
  type ProblemEvidence,
  type ProblemHistory,
} from "./problem-history.ts";
import { formatEntryMessage, formatProblemMessage } from "./problem-message.ts";
import { DIALECT_RULES } from "./rules/dialects.ts";
import { ORDER_RULES } from "./rules/event-order.ts";
import { DECODING_RULES } from "./rules/frame-decoding.ts";
import type { Rule, Severity } from "./rules/rule.ts";

export type { ProblemEvidence, Severity };

export interface RunProblem {
  readonly rule: string;
  readonly severity: Severity;
  /** How often it is shown, and the first and last event that do. */
  readonly count: number;
  readonly events: readonly number[];
  readonly message: string;
  /** Where the specification of the version that is spoken says so. */
  readonly spec: string;
  /** The first and the last that show it. */
  readonly evidence: readonly ProblemEvidence[];
  /** Of a rule about cards: each place in a card that breaks it, with what is to be done there. */
  readonly card?: readonly CardProblem[];
}

/** Is it about what was done in the run, or about the card of an agent that was read in it? */
export function isCardProblem({ card }: RunProblem): boolean {
  return card !== undefined;
}

/** What one entry shows of rules, worst first. */
export interface EntryProblem {
  readonly rule: string;
  readonly label: string;
  readonly severity: Severity;
  readonly message: string;
  /** The first event that showed it; of what was no event, the one before: −1 before the first. */
  readonly event: number;
  /** What of the exchange showed it, where that was no event. */
  readonly happening?: ExchangePhase;
}

const SEVERITIES: readonly Severity[] = ["error", "warning", "info"];

/**
 * The findings of an item as of event `n`: its entry's, those of the entries that it tells, and
 * what the dialects remarked on it.
 */
export function getItemProblems(item: Item, n: number): EntryProblem[] {
  const { entry, isNested, inheritedIssues, violations } = item;
  const found = isNested ? [] : getEntryProblems(entry, n);
  for (const { issue, firstEvent } of inheritedIssues) {
    const finding = firstEvent <= n ? toEntryProblem(issue, entry) : undefined;
    if (finding && !found.some(({ rule }) => rule === finding.rule)) found.push(finding);
  }
  for (const { rule, firstEvent } of violations) {
    const { label, severity, message } = DIALECT_RULES[rule];
    if (firstEvent <= n) found.push({ rule, label, severity, message, event: firstEvent });
  }
  return found.sort(compareSeverity);
}

/** The findings of an entry as of event `n`. */
export function getEntryProblems(entry: Entry, n: number): EntryProblem[] {
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
  const { rule, label, severity } = known;
  const message = formatEntryMessage(known, entry);
  const found = { rule, label, severity, message, event: problem.firstEvent };
  const happening = problem.of === "breach" ? problem.happening : undefined;
  return happening === undefined ? found : { ...found, happening };
}

function compareSeverity(a: EntryProblem, b: EntryProblem): number {
  return SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);
}

function findIssueRule(problem: EntryIssue): Rule | undefined {
  if (problem.of === "breach") return RULES_BY_NAME.get(problem.rule);
  return (problem.of === "irregular" ? DECODING_RULES : ORDER_RULES).find(
    ({ bit }) => bit === problem.bit,
  );
}

/** All findings as of event `n`, with what the dialects remarked where a reading is given. */
export function getProblemsAt(
  timeline: Timeline,
  n: number,
  interpretation?: Interpretation,
): RunProblem[] {
  const noticed = collectProblemHistories(timeline, interpretation).filter(
    (one) => one.countAt(n) > 0,
  );
  return [
    ...noticed.map((one) => toRunProblem(timeline, one, n)),
    ...getCardProblemsAt(timeline, n),
  ].sort((a, b) => (a.evidence[0]?.event ?? 0) - (b.evidence[0]?.event ?? 0));
}

function toRunProblem(timeline: Timeline, noticed: ProblemHistory, n: number): RunProblem {
  const { rule, severity } = noticed.rule;
  const evidence = noticed.evidenceAt(n);
  const [first] = evidence;
  const message = formatProblemMessage(timeline, noticed.rule, first);
  const spec = first ? getSpecClauses(timeline, noticed.rule, first, n) : noticed.rule.spec;
  const events = evidence.map(({ event }) => event).filter((event) => event >= 0);
  const count = noticed.countAt(n);
  return { rule, severity, count, events: [...new Set(events)], message, spec, evidence };
}
