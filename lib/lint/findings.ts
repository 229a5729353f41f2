/**
 * Findings: what the decoder and the fold noticed, said as rules, with the events as evidence.
 * A flood of one rule is one finding.
 */

import type { Item } from "../dialects/item.ts";
import type { DialectReading } from "../dialects/reading.ts";
import { REMARK_RULES } from "../dialects/remark.ts";
import type { Entry, Timeline } from "../timeline/timeline.ts";
import type { Track } from "../timeline/track.ts";
import { DECODING } from "./rules/decoding.ts";
import { DIALECTS } from "./rules/dialects.ts";
import { ORDER } from "./rules/order.ts";
import type { Rule, Severity } from "./rules/rule.ts";

export type { Severity };

export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  /** How many events show it, and the first and last of them. */
  readonly count: number;
  readonly events: readonly number[];
  readonly message: string;
  /** Where the specification says so. */
  readonly spec: string;
}

/** What one entry shows of rules, worst first. */
export interface EntryFinding {
  readonly rule: string;
  readonly label: string;
  readonly severity: Severity;
  readonly message: string;
  /** The first event that showed it. */
  readonly event: number;
}

const SEVERITIES: readonly Severity[] = ["error", "warning", "info"];

/** The findings of an item as of event `n`: its entry's, and what the dialects remarked on it. */
export function findingsOfItem({ entry, isInside, remarks }: Item, n: number): EntryFinding[] {
  const found = isInside ? [] : findingsOf(entry, n);
  for (const { rule, birth } of remarks) {
    const { label, severity, message } = DIALECTS[rule];
    if (birth <= n) found.push({ rule, label, severity, message, event: birth });
  }
  return found.sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
}

/** The findings of an entry as of event `n`. */
export function findingsOf(entry: Entry, n: number): EntryFinding[] {
  const found: EntryFinding[] = [];
  for (const { of, bit, birth } of entry.problems) {
    const known = (of === "irregular" ? DECODING : ORDER).find((rule) => rule.bit === bit);
    if (!known || birth > n) continue;
    const { rule, label, severity, message } = known;
    found.push({ rule, label, severity, message, event: birth });
  }
  return found.sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
}

/** The name of every rule there is. */
export const RULES: readonly string[] = [
  ...[...DECODING, ...ORDER].map(({ rule }) => rule),
  ...REMARK_RULES,
];

/** All findings as of event `n`, with what the dialects remarked where a reading is given. */
export function findingsAt(timeline: Timeline, n: number, reading?: DialectReading): Finding[] {
  const found: Finding[] = [];
  collect(found, DECODING, timeline.irregular, n);
  collect(found, ORDER, timeline.disorder, n);
  for (const rule of REMARK_RULES) {
    const track = reading?.remarks.get(rule);
    if (track) add(found, { rule, ...DIALECTS[rule] }, track, n);
  }
  return found.sort((a, b) => (a.events[0] ?? 0) - (b.events[0] ?? 0));
}

function collect(
  found: Finding[],
  rules: readonly Rule[],
  tracks: readonly Track[],
  n: number,
): void {
  for (const rule of rules) {
    const track = tracks[31 - Math.clz32(rule.bit)];
    if (track) add(found, rule, track, n);
  }
}

function add(found: Finding[], of: Omit<Rule, "bit">, track: Track, n: number): void {
  const { rule, severity, message, spec } = of;
  const count = track.countAt(n);
  if (count === 0) return;
  const first = track.at(0);
  const last = track.at(count - 1);
  const events = count === 1 ? [first] : [first, last];
  found.push({ rule, severity, count, events, message, spec });
}
