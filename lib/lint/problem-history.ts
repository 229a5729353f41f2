/** The history of each broken rule in a timeline: its count and evidence as of any event. */

import type { Interpretation } from "../dialects/interpretation.ts";
import { EventIndex } from "../timeline/event-index.ts";
import type { Scope } from "../timeline/scope.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { ExchangePhase, RuleViolations } from "../timeline/violations.ts";
import {
  DECODER_RULES,
  DIALECT_RULES,
  type FlagRule,
  FOLD_RULES,
  RULES_BY_ID,
} from "./all-rules.ts";
import type { CardProblem } from "./cards/lint-card.ts";
import type { Rule, Severity } from "./rules/rule.ts";

/** Shows that a rule is broken: an event, or a phase of an exchange. */
export interface ProblemEvidence {
  /** The event; for a phase the last event before it, −1 before the first. */
  readonly event: number;
  readonly exchange: string;
  readonly happening?: ExchangePhase;
}

export interface RunProblem {
  readonly rule: string;
  readonly severity: Severity;
  /** The number of violations, and the first and last event that show one. */
  readonly count: number;
  readonly events: readonly number[];
  readonly message: string;
  /** The clauses of the specification version that the exchange uses. */
  readonly spec: string;
  /** The first and the last evidence. */
  readonly evidence: readonly ProblemEvidence[];
  /** For card rules: each violation in a card, with its remedy. */
  readonly card?: readonly CardProblem[];
}

export interface ProblemHistory {
  readonly rule: Rule;
  /** The number of violations by event `n`, by binary search. */
  countAt(n: number): number;
  /** The first and the last evidence by event `n`. */
  evidenceAt(n: number): readonly ProblemEvidence[];
}

/**
 * Collects the histories of all broken rules, including those of the dialects if an interpretation is
 * given. With a scope, only the violations in that exchange count.
 */
export function collectProblemHistories(
  timeline: Timeline,
  interpretation?: Interpretation,
  scope: Scope = "all",
): ProblemHistory[] {
  const found: ProblemHistory[] = [
    ...collectFlagHistories(timeline, DECODER_RULES, timeline.decodeIssueEvents, scope),
    ...collectFlagHistories(timeline, FOLD_RULES, timeline.orderIssueEvents, scope),
  ];
  const exchangeOf = (event: number) => timeline.events.exchange.at(event);
  for (const [name, all] of timeline.violations) {
    const rule = RULES_BY_ID.get(name);
    const violations = scope === "all" ? all : all.filterByExchange(scope, exchangeOf);
    const isBroken = scope === "all" || violations.countAt(Number.POSITIVE_INFINITY) > 0;
    if (rule && isBroken) found.push(createViolationHistory(timeline, rule, violations));
  }
  const reported: ReadonlyMap<string, EventIndex> | undefined = interpretation?.violations;
  for (const rule of DIALECT_RULES) {
    const all = reported?.get(rule.id);
    const track = all && filterByExchange(timeline, all, scope);
    if (track && (scope === "all" || track.count > 0)) {
      found.push(createEventHistory(timeline, rule, track));
    }
  }
  return found;
}

function collectFlagHistories(
  timeline: Timeline,
  rules: readonly FlagRule[],
  tracks: readonly EventIndex[],
  scope: Scope,
): ProblemHistory[] {
  return rules.flatMap(({ rule, bit }) => {
    const all = tracks[31 - Math.clz32(bit)];
    const track = all && filterByExchange(timeline, all, scope);
    return track && track.count > 0 ? [createEventHistory(timeline, rule, track)] : [];
  });
}

/** The events of an index that belong to an exchange. */
function filterByExchange({ events }: Timeline, track: EventIndex, scope: Scope): EventIndex {
  if (scope === "all") return track;
  const own = new EventIndex();
  for (let i = 0; i < track.count; i++) {
    const event = track.at(i);
    if (event >= 0 && events.exchange.at(event) === scope) own.add(event, 0);
  }
  return own;
}

function createEventHistory(timeline: Timeline, rule: Rule, track: EventIndex): ProblemHistory {
  return {
    rule,
    countAt: (n) => track.countAt(n),
    evidenceAt(n) {
      const count = track.countAt(n);
      if (count === 0) return [];
      const first = createEvidence(timeline, track.at(0));
      return count === 1 ? [first] : [first, createEvidence(timeline, track.at(count - 1))];
    },
  };
}

function createViolationHistory(
  timeline: Timeline,
  rule: Rule,
  violations: RuleViolations,
): ProblemHistory {
  return {
    rule,
    countAt: (n) => violations.countAt(n),
    evidenceAt: (n) => getFirstAndLast(timeline, violations, n),
  };
}

function getFirstAndLast(
  timeline: Timeline,
  violations: RuleViolations,
  n: number,
): ProblemEvidence[] {
  const events = violations.eventsAt(n);
  const phases = violations.phasesAt(n);
  const ends: ProblemEvidence[] = [];
  if (events > 0) ends.push(createEvidence(timeline, violations.eventAt(0)));
  if (events > 1) ends.push(createEvidence(timeline, violations.eventAt(events - 1)));
  for (const violation of new Set([phases.at(0), phases.at(-1)])) {
    if (!violation) continue;
    const { firstEvent, exchange, happening } = violation;
    ends.push({ event: firstEvent, exchange: timeline.exchanges[exchange]?.id ?? "", happening });
  }
  ends.sort((a, b) => a.event - b.event);
  const evidence = ends.length > 2 ? [ends[0], ends.at(-1)] : ends;
  return evidence.filter((it) => it !== undefined);
}

function createEvidence({ events, exchanges }: Timeline, event: number): ProblemEvidence {
  return { event, exchange: exchanges[events.exchange.at(event)]?.id ?? "" };
}
