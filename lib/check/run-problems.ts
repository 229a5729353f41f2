/** Collects the problems of a run, by rule and kind of exchange. */

import type { Interpretation } from "../dialects/interpretation.ts";
import { DECODER_RULES, DIALECT_RULES, FOLD_RULES, RULES_BY_ID } from "../lint/all-rules.ts";
import { findProblemDetail, getSpecClauses } from "../lint/problem-detail.ts";
import { formatProblemMessage } from "../lint/problem-message.ts";
import type { ProblemEvidence } from "../lint/problems.ts";
import type { Rule } from "../lint/rules/rule.ts";
import type { EventIndex } from "../timeline/event-index.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { RuleViolations } from "../timeline/violations.ts";
import { type CheckProblem, getExchangeKind, locateEvidence } from "./check-problem.ts";
import type { LogLineIndex } from "./log-lines.ts";

interface ProblemGroup {
  readonly rule: Rule;
  readonly in: string;
  count: number;
  readonly first: ProblemEvidence;
  last: ProblemEvidence;
}

export function collectRunProblems(
  interpretation: Interpretation,
  lines: LogLineIndex,
): CheckProblem[] {
  const { timeline } = interpretation;
  const kinds = new Map<string, string>();
  const getKind = (id: string): string => {
    const kind = kinds.get(id) ?? getExchangeKind(timeline.exchangeById.get(id));
    kinds.set(id, kind);
    return kind;
  };
  const found: CheckProblem[] = [];
  for (const [name, allEvidence] of collectEvidence(timeline, interpretation)) {
    const rule = RULES_BY_ID.get(name);
    if (!rule) continue;
    const groups = new Map<string, ProblemGroup>();
    for (const evidence of allEvidence) {
      const where = getKind(evidence.exchange);
      const group = groups.get(where);
      if (!group) groups.set(where, { rule, in: where, count: 1, first: evidence, last: evidence });
      else {
        group.count++;
        group.last = evidence;
      }
    }
    for (const group of groups.values()) found.push(toCheckProblem(timeline, group, lines));
  }
  return found;
}

/** All evidence of broken rules, rule by rule. */
function* collectEvidence(
  timeline: Timeline,
  interpretation: Interpretation,
): Generator<[rule: string, evidence: Iterable<ProblemEvidence>]> {
  const { decodeIssueEvents, orderIssueEvents, violations, exchanges, events, lastEvent } =
    timeline;
  const getId = (exchange: number) => exchanges[exchange]?.id ?? "";
  const ofEvent = (event: number) => ({ event, exchange: getId(events.exchange.at(event)) });
  function* ofIndex(index: EventIndex | undefined): Generator<ProblemEvidence> {
    for (let i = 0; i < (index?.count ?? 0); i++) yield ofEvent(index?.at(i) ?? -1);
  }
  function* ofViolations(all: RuleViolations): Generator<ProblemEvidence> {
    const count = all.eventsAt(lastEvent);
    for (let i = 0; i < count; i++) yield ofEvent(all.eventAt(i));
    for (const { firstEvent, exchange, phase } of all.phasesAt(lastEvent)) {
      yield { event: firstEvent, exchange: getId(exchange), phase };
    }
  }
  for (const { rule, bit } of DECODER_RULES)
    yield [rule.id, ofIndex(decodeIssueEvents[31 - Math.clz32(bit)])];
  for (const { rule, bit } of FOLD_RULES)
    yield [rule.id, ofIndex(orderIssueEvents[31 - Math.clz32(bit)])];
  const reported: ReadonlyMap<string, EventIndex> = interpretation.violations;
  for (const { id } of DIALECT_RULES) yield [id, ofIndex(reported.get(id))];
  for (const [rule, all] of violations) yield [rule, ofViolations(all)];
}

function toCheckProblem(
  timeline: Timeline,
  group: ProblemGroup,
  lines: LogLineIndex,
): CheckProblem {
  const { id: rule, severity, title: label, clients, remedy, dispute = null } = group.rule;
  const message = formatProblemMessage(timeline, group.rule, group.first);
  const locate = (evidence: ProblemEvidence) => locateEvidence(timeline, evidence, lines, rule);
  return {
    rule,
    severity,
    label,
    message,
    detail: findProblemDetail(timeline, group.rule, group.first),
    spec: getSpecClauses(timeline, group.rule, group.first),
    consequence: clients,
    remedy,
    dispute,
    in: group.in,
    at: null,
    count: group.count,
    first: locate(group.first),
    last: group.count > 1 ? locate(group.last) : null,
  };
}
