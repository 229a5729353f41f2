/** What a run breaks of the rules, by rule and by the kind of exchange that shows it. */

import type { DialectReading } from "../dialects/reading.ts";
import { REMARK_RULES } from "../dialects/remark.ts";
import { CATALOGUE } from "../lint/catalogue.ts";
import { clausesFor, findDetail } from "../lint/detail.ts";
import { EXPLAINED } from "../lint/explained/all.ts";
import { formatFindingMessage } from "../lint/finding-message.ts";
import type { Evidence } from "../lint/findings.ts";
import { DECODING } from "../lint/rules/decoding.ts";
import { ORDER } from "../lint/rules/order.ts";
import type { Rule } from "../lint/rules/rule.ts";
import type { Breaches } from "../timeline/breaches.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { Track } from "../timeline/track.ts";
import type { CheckFinding } from "./finding.ts";
import type { LogLines } from "./lines.ts";
import { kindOf, spotOf } from "./spots.ts";

interface Group {
  readonly rule: Rule;
  readonly in: string;
  count: number;
  readonly first: Evidence;
  last: Evidence;
}

export function runFindings(reading: DialectReading, lines: LogLines): CheckFinding[] {
  const { timeline } = reading;
  const kinds = new Map<string, string>();
  const kindIn = (id: string): string => {
    const kind = kinds.get(id) ?? kindOf(timeline.exchangeById.get(id));
    kinds.set(id, kind);
    return kind;
  };
  const found: CheckFinding[] = [];
  for (const [name, shown] of showings(timeline, reading)) {
    const rule = CATALOGUE.get(name);
    if (!rule) continue;
    const groups = new Map<string, Group>();
    for (const evidence of shown) {
      const where = kindIn(evidence.exchange);
      const group = groups.get(where);
      if (!group) groups.set(where, { rule, in: where, count: 1, first: evidence, last: evidence });
      else {
        group.count++;
        group.last = evidence;
      }
    }
    for (const group of groups.values()) found.push(findingOf(timeline, group, lines));
  }
  return found;
}

/** Every place that shows a rule broken, rule by rule. */
function* showings(
  timeline: Timeline,
  reading: DialectReading,
): Generator<[rule: string, shown: Iterable<Evidence>]> {
  const { irregular, disorder, breaches, exchanges, events, lastEvent } = timeline;
  const idOf = (index: number) => exchanges[index]?.id ?? "";
  const ofEvent = (event: number) => ({ event, exchange: idOf(events.exchange.at(event)) });
  function* ofTrack(track: Track | undefined): Generator<Evidence> {
    for (let i = 0; i < (track?.count ?? 0); i++) yield ofEvent(track?.at(i) ?? -1);
  }
  function* ofBreaches(broken: Breaches): Generator<Evidence> {
    const count = broken.eventsAt(lastEvent);
    for (let i = 0; i < count; i++) yield ofEvent(broken.eventAt(i));
    for (const { birth, exchange, happening } of broken.happeningsAt(lastEvent)) {
      yield { event: birth, exchange: idOf(exchange), happening };
    }
  }
  for (const { rule, bit } of DECODING) yield [rule, ofTrack(irregular[31 - Math.clz32(bit)])];
  for (const { rule, bit } of ORDER) yield [rule, ofTrack(disorder[31 - Math.clz32(bit)])];
  for (const rule of REMARK_RULES) yield [rule, ofTrack(reading.remarks.get(rule))];
  for (const [rule, broken] of breaches) yield [rule, ofBreaches(broken)];
}

function findingOf(timeline: Timeline, group: Group, lines: LogLines): CheckFinding {
  const { rule, severity, label } = group.rule;
  const message = formatFindingMessage(timeline, group.rule, group.first);
  const { consequence = null, remedy = null, dispute = null } = EXPLAINED.get(rule) ?? {};
  const spot = (evidence: Evidence) => spotOf(timeline, evidence, lines, rule);
  return {
    rule,
    severity,
    label,
    message,
    detail: findDetail(timeline, group.rule, group.first),
    spec: clausesFor(timeline, group.rule, group.first),
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
