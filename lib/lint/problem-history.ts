/** The history of each broken rule in a timeline: its count and evidence as of any event. */

import { getOrCreate, mapValues } from "../collections/maps.ts";
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
  readonly phase?: ExchangePhase;
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

/** The violations of a rule: events that carry a mark of it, or what an observer reported. */
type RuleTrack =
  | { readonly rule: Rule; readonly events: EventIndex }
  | { readonly rule: Rule; readonly violations: RuleViolations };

/**
 * Collects the histories of all broken rules, including those of the dialects if an interpretation is
 * given. With a scope, only the violations in that exchange count.
 */
export function collectProblemHistories(
  timeline: Timeline,
  interpretation?: Interpretation,
  scope: Scope = "all",
): ProblemHistory[] {
  const tracks = [...listRuleTracks(timeline, interpretation)];
  if (scope === "all") return tracks.map((track) => createHistory(timeline, track));
  const isInScope = (exchange: number) => exchange === scope;
  return tracks.flatMap((track) =>
    [...splitByExchange(timeline, track, isInScope).values()].map((own) =>
      createHistory(timeline, own),
    ),
  );
}

/**
 * The histories of the rules that each exchange breaks, by its index. The cost is that of all
 * violations, however many exchanges there are.
 */
export function groupProblemHistories(
  timeline: Timeline,
  interpretation?: Interpretation,
): ReadonlyMap<number, readonly ProblemHistory[]> {
  const groups = new Map<number, ProblemHistory[]>();
  for (const track of listRuleTracks(timeline, interpretation)) {
    for (const [exchange, own] of splitByExchange(timeline, track)) {
      getOrCreate(groups, exchange, () => []).push(createHistory(timeline, own));
    }
  }
  return groups;
}

function* listRuleTracks(
  timeline: Timeline,
  interpretation?: Interpretation,
): Generator<RuleTrack> {
  yield* listFlagTracks(DECODER_RULES, timeline.decodeIssueEvents);
  yield* listFlagTracks(FOLD_RULES, timeline.orderIssueEvents);
  for (const [name, violations] of timeline.violations) {
    const rule = RULES_BY_ID.get(name);
    if (rule) yield { rule, violations };
  }
  const reported: ReadonlyMap<string, EventIndex> | undefined = interpretation?.violations;
  for (const rule of DIALECT_RULES) {
    const events = reported?.get(rule.id);
    if (events) yield { rule, events };
  }
}

function* listFlagTracks(
  rules: readonly FlagRule[],
  tracks: readonly EventIndex[],
): Generator<RuleTrack> {
  for (const { rule, bit } of rules) {
    const events = tracks[31 - Math.clz32(bit)];
    if (events && events.count > 0) yield { rule, events };
  }
}

/** The violations of each wanted exchange that has any. */
function splitByExchange(
  timeline: Timeline,
  track: RuleTrack,
  isWanted: (exchange: number) => boolean = () => true,
): ReadonlyMap<number, RuleTrack> {
  const { rule } = track;
  const exchangeOf = (event: number) => timeline.events.exchange.at(event);
  if ("violations" in track) {
    const parts = track.violations.splitByExchange(exchangeOf, isWanted);
    return mapValues(parts, (violations) => ({ rule, violations }));
  }
  const parts = new Map<number, EventIndex>();
  for (let i = 0; i < track.events.count; i++) {
    const event = track.events.at(i);
    const exchange = event >= 0 ? exchangeOf(event) : -1;
    if (exchange >= 0 && isWanted(exchange)) {
      getOrCreate(parts, exchange, () => new EventIndex()).add(event, 0);
    }
  }
  return mapValues(parts, (events) => ({ rule, events }));
}

function createHistory(timeline: Timeline, track: RuleTrack): ProblemHistory {
  return "events" in track
    ? createEventHistory(timeline, track.rule, track.events)
    : createViolationHistory(timeline, track.rule, track.violations);
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
    const { firstEvent, exchange, phase } = violation;
    ends.push({ event: firstEvent, exchange: timeline.exchanges[exchange]?.id ?? "", phase });
  }
  ends.sort((a, b) => a.event - b.event);
  const evidence = ends.length > 2 ? [ends[0], ends.at(-1)] : ends;
  return evidence.filter((it) => it !== undefined);
}

function createEvidence({ events, exchanges }: Timeline, event: number): ProblemEvidence {
  return { event, exchange: exchanges[events.exchange.at(event)]?.id ?? "" };
}
