/** What a timeline shows of each rule, whoever noticed it: counted and pointed at as of any event. */

import type { DialectReading } from "../dialects/reading.ts";
import { REMARK_RULES } from "../dialects/remark.ts";
import type { Breaches, Happening } from "../timeline/breaches.ts";
import type { Scope } from "../timeline/scope.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { Track } from "../timeline/track.ts";
import { CATALOGUE } from "./catalogue.ts";
import { DECODING } from "./rules/decoding.ts";
import { DIALECTS } from "./rules/dialects.ts";
import { ORDER } from "./rules/order.ts";
import type { NoticedRule, Rule } from "./rules/rule.ts";

/** What shows that a rule is broken: an event, or a part of an exchange that is none. */
export interface Evidence {
  /** The event; of a happening the last one before it, −1 before the first. */
  readonly event: number;
  readonly exchange: string;
  readonly happening?: Happening;
}

export interface Noticed {
  readonly rule: Rule;
  /** How often it was shown by event `n`: by bisection, however often that is. */
  countAt(n: number): number;
  /** The first and the last that showed it by then. */
  evidenceAt(n: number): readonly Evidence[];
}

/**
 * With what the dialects remarked where a reading is given. Of one exchange it is what that shows,
 * counted by itself.
 */
export function noticedIn(
  timeline: Timeline,
  reading?: DialectReading,
  scope: Scope = "all",
): Noticed[] {
  const found: Noticed[] = [
    ...noticedBits(timeline, DECODING, timeline.irregular, scope),
    ...noticedBits(timeline, ORDER, timeline.disorder, scope),
  ];
  const exchangeOf = (event: number) => timeline.events.exchange.at(event);
  for (const [name, all] of timeline.breaches) {
    const rule = CATALOGUE.get(name);
    const breaches = scope === "all" ? all : all.within(scope, exchangeOf);
    const isBroken = scope === "all" || breaches.countAt(Number.POSITIVE_INFINITY) > 0;
    if (rule && isBroken) found.push(ofBreaches(timeline, rule, breaches));
  }
  for (const rule of REMARK_RULES) {
    const all = reading?.remarks.get(rule);
    const track = all && trackWithin(timeline, all, scope);
    if (track && (scope === "all" || track.count > 0)) {
      found.push(ofTrack(timeline, { rule, ...DIALECTS[rule] }, track));
    }
  }
  return found;
}

function noticedBits(
  timeline: Timeline,
  rules: readonly NoticedRule[],
  tracks: readonly Track[],
  scope: Scope,
): Noticed[] {
  return rules.flatMap((rule) => {
    const all = tracks[31 - Math.clz32(rule.bit)];
    const track = all && trackWithin(timeline, all, scope);
    return track && track.count > 0 ? [ofTrack(timeline, rule, track)] : [];
  });
}

/** The events of a track that came in an exchange. */
function trackWithin({ events }: Timeline, track: Track, scope: Scope): Track {
  if (scope === "all") return track;
  const own = new Track();
  for (let i = 0; i < track.count; i++) {
    const event = track.at(i);
    if (event >= 0 && events.exchange.at(event) === scope) own.add(event, 0);
  }
  return own;
}

function ofTrack(timeline: Timeline, rule: Rule, track: Track): Noticed {
  return {
    rule,
    countAt: (n) => track.countAt(n),
    evidenceAt(n) {
      const count = track.countAt(n);
      if (count === 0) return [];
      const first = eventEvidence(timeline, track.at(0));
      return count === 1 ? [first] : [first, eventEvidence(timeline, track.at(count - 1))];
    },
  };
}

function ofBreaches(timeline: Timeline, rule: Rule, breaches: Breaches): Noticed {
  return {
    rule,
    countAt: (n) => breaches.countAt(n),
    evidenceAt: (n) => endsOf(timeline, breaches, n),
  };
}

function endsOf(timeline: Timeline, breaches: Breaches, n: number): Evidence[] {
  const events = breaches.eventsAt(n);
  const happenings = breaches.happeningsAt(n);
  const ends: Evidence[] = [];
  if (events > 0) ends.push(eventEvidence(timeline, breaches.eventAt(0)));
  if (events > 1) ends.push(eventEvidence(timeline, breaches.eventAt(events - 1)));
  for (const breach of new Set([happenings.at(0), happenings.at(-1)])) {
    if (!breach) continue;
    const { birth, exchange, happening } = breach;
    ends.push({ event: birth, exchange: timeline.exchanges[exchange]?.id ?? "", happening });
  }
  ends.sort((a, b) => a.event - b.event);
  const evidence = ends.length > 2 ? [ends[0], ends.at(-1)] : ends;
  return evidence.filter((it) => it !== undefined);
}

function eventEvidence({ events, exchanges }: Timeline, event: number): Evidence {
  return { event, exchange: exchanges[events.exchange.at(event)]?.id ?? "" };
}
