/**
 * Findings: what the decoder, the fold and the watches noticed, said as rules, with the evidence.
 * A flood of one rule is one finding.
 */

import type { Item } from "../dialects/item.ts";
import type { DialectReading } from "../dialects/reading.ts";
import type { CardProblem } from "../protocol/card/lint.ts";
import type { Happening } from "../timeline/breaches.ts";
import type { Entry, Problem, Timeline } from "../timeline/timeline.ts";
import { cardFindingsAt } from "./card-findings.ts";
import { CATALOGUE } from "./catalogue.ts";
import { clausesFor } from "./detail.ts";
import { formatEntryMessage, formatFindingMessage } from "./finding-message.ts";
import { type Evidence, type Noticed, noticedIn } from "./noticed.ts";
import { DECODING } from "./rules/decoding.ts";
import { DIALECTS } from "./rules/dialects.ts";
import { ORDER } from "./rules/order.ts";
import type { Rule, Severity } from "./rules/rule.ts";

export type { Evidence, Severity };

export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  /** How often it is shown, and the first and last event that do. */
  readonly count: number;
  readonly events: readonly number[];
  readonly message: string;
  /** Where the specification of the version that is spoken says so. */
  readonly spec: string;
  /** The first and the last that show it. */
  readonly evidence: readonly Evidence[];
  /** Of a rule about cards: each place in a card that breaks it, with what is to be done there. */
  readonly card?: readonly CardProblem[];
}

/** Is it about what was done in the run, or about the card of an agent that was read in it? */
export function isOfCard({ card }: Finding): boolean {
  return card !== undefined;
}

/** What one entry shows of rules, worst first. */
export interface EntryFinding {
  readonly rule: string;
  readonly label: string;
  readonly severity: Severity;
  readonly message: string;
  /** The first event that showed it; of what was no event, the one before: −1 before the first. */
  readonly event: number;
  /** What of the exchange showed it, where that was no event. */
  readonly happening?: Happening;
}

const SEVERITIES: readonly Severity[] = ["error", "warning", "info"];

/**
 * The findings of an item as of event `n`: its entry's, those of the entries that it tells, and
 * what the dialects remarked on it.
 */
export function findingsOfItem(item: Item, n: number): EntryFinding[] {
  const { entry, isInside, told, remarks } = item;
  const found = isInside ? [] : findingsOf(entry, n);
  for (const { problem, birth } of told) {
    const finding = birth <= n ? findingFrom(problem, entry) : undefined;
    if (finding && !found.some(({ rule }) => rule === finding.rule)) found.push(finding);
  }
  for (const { rule, birth } of remarks) {
    const { label, severity, message } = DIALECTS[rule];
    if (birth <= n) found.push({ rule, label, severity, message, event: birth });
  }
  return found.sort(bySeverity);
}

/** The findings of an entry as of event `n`. */
export function findingsOf(entry: Entry, n: number): EntryFinding[] {
  const found: EntryFinding[] = [];
  for (const problem of entry.problems) {
    const finding = problem.birth <= n ? findingFrom(problem, entry) : undefined;
    if (finding) found.push(finding);
  }
  return found.sort(bySeverity);
}

function findingFrom(problem: Problem, entry: Entry): EntryFinding | undefined {
  const known = ruleOf(problem);
  if (!known) return undefined;
  const { rule, label, severity } = known;
  const message = formatEntryMessage(known, entry);
  const found = { rule, label, severity, message, event: problem.birth };
  const happening = problem.of === "breach" ? problem.happening : undefined;
  return happening === undefined ? found : { ...found, happening };
}

function bySeverity(a: EntryFinding, b: EntryFinding): number {
  return SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);
}

function ruleOf(problem: Problem): Rule | undefined {
  if (problem.of === "breach") return CATALOGUE.get(problem.rule);
  return (problem.of === "irregular" ? DECODING : ORDER).find(({ bit }) => bit === problem.bit);
}

/** All findings as of event `n`, with what the dialects remarked where a reading is given. */
export function findingsAt(timeline: Timeline, n: number, reading?: DialectReading): Finding[] {
  const noticed = noticedIn(timeline, reading).filter((one) => one.countAt(n) > 0);
  return [
    ...noticed.map((one) => findingOf(timeline, one, n)),
    ...cardFindingsAt(timeline, n),
  ].sort((a, b) => (a.evidence[0]?.event ?? 0) - (b.evidence[0]?.event ?? 0));
}

function findingOf(timeline: Timeline, noticed: Noticed, n: number): Finding {
  const { rule, severity } = noticed.rule;
  const evidence = noticed.evidenceAt(n);
  const [first] = evidence;
  const message = formatFindingMessage(timeline, noticed.rule, first);
  const spec = first ? clausesFor(timeline, noticed.rule, first, n) : noticed.rule.spec;
  const events = evidence.map(({ event }) => event).filter((event) => event >= 0);
  const count = noticed.countAt(n);
  return { rule, severity, count, events: [...new Set(events)], message, spec, evidence };
}
