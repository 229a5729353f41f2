/** What a run breaks of the rules, by rule and by the kind of exchange that shows it. */

import { DIALECT_RULE_NAMES } from "../dialects/dialect-violation.ts";
import type { Interpretation } from "../dialects/interpretation.ts";
import { RULES_BY_NAME } from "../lint/all-rules.ts";
import { EXPLANATIONS } from "../lint/explanations/all.ts";
import { findProblemDetail, getSpecClauses } from "../lint/problem-detail.ts";
import { formatProblemMessage } from "../lint/problem-message.ts";
import type { ProblemEvidence } from "../lint/problems.ts";
import { ORDER_RULES } from "../lint/rules/event-order.ts";
import { DECODING_RULES } from "../lint/rules/frame-decoding.ts";
import type { Rule } from "../lint/rules/rule.ts";
import type { EventIndex } from "../timeline/event-index.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { RuleViolations } from "../timeline/violations.ts";
import type { CheckProblem } from "./check-problem.ts";
import { getExchangeKind, locateEvidence } from "./locations.ts";
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
  const kindIn = (id: string): string => {
    const kind = kinds.get(id) ?? getExchangeKind(timeline.exchangeById.get(id));
    kinds.set(id, kind);
    return kind;
  };
  const found: CheckProblem[] = [];
  for (const [name, shown] of collectEvidence(timeline, interpretation)) {
    const rule = RULES_BY_NAME.get(name);
    if (!rule) continue;
    const groups = new Map<string, ProblemGroup>();
    for (const evidence of shown) {
      const where = kindIn(evidence.exchange);
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

/** Every place that shows a rule broken, rule by rule. */
function* collectEvidence(
  timeline: Timeline,
  interpretation: Interpretation,
): Generator<[rule: string, shown: Iterable<ProblemEvidence>]> {
  const { decodeIssueEvents, orderIssueEvents, violations, exchanges, events, lastEvent } =
    timeline;
  const idOf = (index: number) => exchanges[index]?.id ?? "";
  const ofEvent = (event: number) => ({ event, exchange: idOf(events.exchange.at(event)) });
  function* ofTrack(track: EventIndex | undefined): Generator<ProblemEvidence> {
    for (let i = 0; i < (track?.count ?? 0); i++) yield ofEvent(track?.at(i) ?? -1);
  }
  function* ofBreaches(broken: RuleViolations): Generator<ProblemEvidence> {
    const count = broken.eventsAt(lastEvent);
    for (let i = 0; i < count; i++) yield ofEvent(broken.eventAt(i));
    for (const { firstEvent, exchange, happening } of broken.phasesAt(lastEvent)) {
      yield { event: firstEvent, exchange: idOf(exchange), happening };
    }
  }
  for (const { rule, bit } of DECODING_RULES)
    yield [rule, ofTrack(decodeIssueEvents[31 - Math.clz32(bit)])];
  for (const { rule, bit } of ORDER_RULES)
    yield [rule, ofTrack(orderIssueEvents[31 - Math.clz32(bit)])];
  for (const rule of DIALECT_RULE_NAMES) yield [rule, ofTrack(interpretation.violations.get(rule))];
  for (const [rule, broken] of violations) yield [rule, ofBreaches(broken)];
}

function toCheckProblem(
  timeline: Timeline,
  group: ProblemGroup,
  lines: LogLineIndex,
): CheckProblem {
  const { rule, severity, label } = group.rule;
  const message = formatProblemMessage(timeline, group.rule, group.first);
  const { consequence = null, remedy = null, dispute = null } = EXPLANATIONS.get(rule) ?? {};
  const spot = (evidence: ProblemEvidence) => locateEvidence(timeline, evidence, lines, rule);
  return {
    rule,
    severity,
    label,
    message,
    detail: findProblemDetail(timeline, group.rule, group.first),
    spec: getSpecClauses(timeline, group.rule, group.first),
    consequence,
    remedy,
    dispute,
    in: group.in,
    at: null,
    count: group.count,
    first: spot(group.first),
    last: group.count > 1 ? spot(group.last) : null,
  };
}
