// Problems of a run as rows: one per rule, most severe first, with counts before and after the
// playhead.
import type { Interpretation } from "../../lib/dialects/interpretation.ts";
import { RULES_BY_ID } from "../../lib/lint/all-rules.ts";
import { getCardProblemsAt } from "../../lib/lint/card-problems.ts";
import { findProblemDetail, getSpecClauses } from "../../lib/lint/problem-detail.ts";
import { collectProblemHistories } from "../../lib/lint/problem-history.ts";
import type { ProblemEvidence, Severity } from "../../lib/lint/problems.ts";
import type { Rule } from "../../lib/lint/rules/rule.ts";
import type { Scope } from "../../lib/timeline/scope.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { SEVERITIES } from "./severity-meta.ts";

export interface ProblemRow {
  /** With the clauses of the version in use; for a card, as broken in that card. */
  readonly rule: Pick<Rule, "id" | "severity" | "title" | "message" | "spec">;
  /** What exactly is wrong in the first violation. `null` if the rule says it. */
  readonly detail: string | null;
  /** Number of violations up to the playhead, and after it. */
  readonly count: number;
  readonly later: number;
  /** The first and last violation up to the playhead, or else after it. */
  readonly evidence: readonly ProblemEvidence[];
}

/** Includes the problems of agent cards. */
export function createProblemRows(
  interpretation: Interpretation,
  playhead: number,
  scope: Scope = "all",
): ProblemRow[] {
  const { timeline } = interpretation;
  const cards = createCardProblemRows(timeline, playhead).filter(({ evidence }) =>
    evidence.some((one) => scope === "all" || timeline.exchanges[scope]?.id === one.exchange),
  );
  return [...createRunProblemRows(interpretation, playhead, scope), ...cards].sort(
    (a, b) =>
      SEVERITIES.indexOf(a.rule.severity) - SEVERITIES.indexOf(b.rule.severity) ||
      getFirstEvidenceEvent(a) - getFirstEvidenceEvent(b),
  );
}

function createRunProblemRows(
  interpretation: Interpretation,
  playhead: number,
  scope: Scope,
): ProblemRow[] {
  const { timeline } = interpretation;
  const last = timeline.lastEvent;
  return collectProblemHistories(timeline, interpretation, scope).flatMap(
    ({ rule, countAt, evidenceAt }) => {
      const count = countAt(playhead);
      const all = countAt(last);
      const evidence = evidenceAt(count > 0 ? playhead : last);
      const [first] = evidence;
      if (all === 0 || !first) return [];
      const cited = { ...rule, spec: getSpecClauses(timeline, rule, first) };
      const detail = getCachedDetail(timeline, rule, first);
      return [{ rule: cited, detail, count, later: all - count, evidence }];
    },
  );
}

/** Details by rule and location. Finding one parses the frame again, but frames never change. */
const DETAIL_CACHE = new WeakMap<Timeline, Map<string, string | null>>();

function getCachedDetail(timeline: Timeline, rule: Rule, evidence: ProblemEvidence): string | null {
  const details = DETAIL_CACHE.get(timeline) ?? new Map<string, string | null>();
  DETAIL_CACHE.set(timeline, details);
  const key = `${rule.id} ${evidence.event} ${evidence.exchange} ${evidence.phase ?? ""}`;
  const known = details.get(key);
  if (known !== undefined) return known;
  const detail = findProblemDetail(timeline, rule, evidence);
  details.set(key, detail);
  return detail;
}

function createCardProblemRows(timeline: Timeline, playhead: number): ProblemRow[] {
  const now = new Map(getCardProblemsAt(timeline, playhead).map((one) => [one.rule, one]));
  return getCardProblemsAt(timeline, timeline.lastEvent).map((finding) => {
    const { rule, severity, message, spec } = finding;
    const count = now.get(rule)?.count ?? 0;
    return {
      rule: { id: rule, title: RULES_BY_ID.get(rule)?.title ?? rule, severity, message, spec },
      detail: null,
      count,
      later: Math.max(0, finding.count - count),
      evidence: (now.get(rule) ?? finding).evidence,
    };
  });
}

function getFirstEvidenceEvent({ evidence }: ProblemRow): number {
  return evidence[0]?.event ?? 0;
}

export interface ProblemFilter {
  /** Severities that are hidden. */
  readonly hidden: readonly Severity[];
  readonly query: string;
}

/** Whether the texts of a row contain all words of the query. */
export function matchesProblemFilter(
  { rule, detail }: ProblemRow,
  { hidden, query }: ProblemFilter,
): boolean {
  if (hidden.includes(rule.severity)) return false;
  const texts = [rule.id, rule.title, rule.message, rule.spec, detail ?? ""];
  const text = texts.join(" ").toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Whether two rows look the same, so that rendering can be skipped. */
export function isSameProblemRow(a: ProblemRow, b: ProblemRow): boolean {
  return (
    a.rule.id === b.rule.id &&
    a.rule.severity === b.rule.severity &&
    a.rule.message === b.rule.message &&
    a.rule.spec === b.rule.spec &&
    a.detail === b.detail &&
    a.count === b.count &&
    a.later === b.later &&
    a.evidence.length === b.evidence.length &&
    a.evidence.every((one, index) => isSameEvidence(one, b.evidence[index]))
  );
}

function isSameEvidence(a: ProblemEvidence, b: ProblemEvidence | undefined): boolean {
  return a.event === b?.event && a.exchange === b.exchange && a.phase === b.phase;
}
