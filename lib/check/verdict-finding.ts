/** A run that ended badly is a finding too: its verdict, under a name of its own. */

import type { DialectReading } from "../dialects/reading.ts";
import { reviewedCardsAt } from "../lint/card-findings.ts";
import { exchangeVerdict } from "../lint/verdict/exchange.ts";
import { type RunVerdict, type Verdict, type VerdictKind, verdictAt } from "../lint/verdict.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { CheckFinding } from "./finding.ts";
import type { LogLines } from "./lines.ts";
import { kindOf, spotOf } from "./spots.ts";

export const VERDICT = "verdict/";

/** Where nobody was called, it is the card that counts, not where else it was looked for. */
export function runVerdict(timeline: Timeline, reading?: DialectReading): RunVerdict {
  const { calls, exchangeById, lastEvent } = timeline;
  const card = calls === 0 ? reviewedCardsAt(timeline, lastEvent).at(-1) : undefined;
  const read = exchangeById.get(card?.evidence.at(-1)?.exchange ?? "");
  return read
    ? exchangeVerdict(timeline, read, lastEvent)
    : verdictAt(timeline, lastEvent, reading);
}

export type BadEnd = Exclude<
  VerdictKind,
  "completed" | "input-required" | "auth-required" | "message" | "answered"
>;

const LABELS: Readonly<Record<BadEnd, string>> = {
  failed: "task failed",
  canceled: "task canceled",
  rejected: "task rejected",
  cut: "cut off",
  "ended-while-working": "ended while working",
  timeout: "timed out",
  "http-error": "HTTP error",
  "rpc-error": "error answered",
  "unknown-state": "not a state of A2A",
  empty: "nothing said",
  "not-a2a": "not A2A",
  mixed: "ended differently",
};

/** The kinds of verdicts that may be a finding, with a tag for each. */
export const BAD_ENDS = Object.entries(LABELS) as [BadEnd, string][];

/** One for each way in which turns of the run ended badly, the newest of them in full. */
export function verdictFindings(
  timeline: Timeline,
  verdict: RunVerdict,
  lines: LogLines,
): CheckFinding[] {
  const bad = verdict.turns?.filter(({ clean, superseded }) => !clean && !superseded) ?? [verdict];
  const kinds = new Set(bad.map(({ kind }) => kind));
  return [...kinds].flatMap((kind) => {
    const alike = bad.filter((one) => one.kind === kind);
    const found = alike.flatMap((one) => verdictFinding(timeline, one, lines) ?? []);
    const [first, last] = [found[0], found.at(-1)];
    if (!first || !last) return [];
    if (first === last) return [first];
    return [{ ...last, count: found.length, first: first.first, last: last.first }];
  });
}

export function verdictFinding(
  timeline: Timeline,
  { kind, clean, because, evidence }: Pick<Verdict, "kind" | "clean" | "because" | "evidence">,
  lines: LogLines,
): CheckFinding | null {
  if (clean) return null;
  const [shown] = evidence;
  const exchange = shown && timeline.exchangeById.get(shown.exchange);
  const nowhere = { exchange: null, event: null, happening: null, path: null, line: null };
  const at = (what: NonNullable<typeof shown>) =>
    what.what === "event"
      ? { event: what.event ?? -1, exchange: what.exchange }
      : { event: -1, exchange: what.exchange, happening: HAPPENINGS[what.what] };
  return {
    rule: `${VERDICT}${kind}`,
    severity: "error",
    label: BAD_ENDS.find(([bad]) => bad === kind)?.[1] ?? kind,
    message: because,
    detail: null,
    spec: null,
    consequence: null,
    remedy: null,
    dispute: null,
    in: kindOf(exchange),
    at: null,
    count: 1,
    first: shown ? spotOf(timeline, at(shown), lines) : nowhere,
    last: null,
  };
}

const HAPPENINGS = { request: "open", head: "head", end: "end" } as const;
