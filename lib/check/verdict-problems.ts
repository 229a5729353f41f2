/** A run that ended badly is a finding too: its verdict, under a name of its own. */

import type { Interpretation } from "../dialects/interpretation.ts";
import { getLintedCardsAt } from "../lint/card-problems.ts";
import { getExchangeVerdict } from "../lint/verdict/exchange-verdict.ts";
import { getVerdictAt, type RunVerdict, type Verdict, type VerdictKind } from "../lint/verdict.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { CheckProblem } from "./check-problem.ts";
import { getExchangeKind, locateEvidence } from "./locations.ts";
import type { LogLineIndex } from "./log-lines.ts";

export const VERDICT_RULE_PREFIX = "verdict/";

/** Where nobody was called, it is the card that counts, not where else it was looked for. */
export function getRunVerdict(timeline: Timeline, interpretation?: Interpretation): RunVerdict {
  const { calls, exchangeById, lastEvent } = timeline;
  const card = calls === 0 ? getLintedCardsAt(timeline, lastEvent).at(-1) : undefined;
  const read = exchangeById.get(card?.evidence.at(-1)?.exchange ?? "");
  return read
    ? getExchangeVerdict(timeline, read, lastEvent)
    : getVerdictAt(timeline, lastEvent, interpretation);
}

export type BadVerdictKind = Exclude<
  VerdictKind,
  "completed" | "input-required" | "auth-required" | "message" | "answered"
>;

const LABELS: Readonly<Record<BadVerdictKind, string>> = {
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
export const BAD_VERDICT_KINDS = Object.entries(LABELS) as [BadVerdictKind, string][];

/** One for each way in which turns of the run ended badly, the newest of them in full. */
export function collectVerdictProblems(
  timeline: Timeline,
  verdict: RunVerdict,
  lines: LogLineIndex,
): CheckProblem[] {
  const bad = verdict.turns?.filter(({ clean, superseded }) => !clean && !superseded) ?? [verdict];
  const kinds = new Set(bad.map(({ kind }) => kind));
  return [...kinds].flatMap((kind) => {
    const alike = bad.filter((one) => one.kind === kind);
    const found = alike.flatMap((one) => createVerdictProblem(timeline, one, lines) ?? []);
    const [first, last] = [found[0], found.at(-1)];
    if (!first || !last) return [];
    if (first === last) return [first];
    return [{ ...last, count: found.length, first: first.first, last: last.first }];
  });
}

export function createVerdictProblem(
  timeline: Timeline,
  { kind, clean, because, evidence }: Pick<Verdict, "kind" | "clean" | "because" | "evidence">,
  lines: LogLineIndex,
): CheckProblem | null {
  if (clean) return null;
  const [shown] = evidence;
  const exchange = shown && timeline.exchangeById.get(shown.exchange);
  const nowhere = { exchange: null, event: null, happening: null, path: null, line: null };
  const at = (what: NonNullable<typeof shown>) =>
    what.what === "event"
      ? { event: what.event ?? -1, exchange: what.exchange }
      : { event: -1, exchange: what.exchange, happening: PHASE_OF_EVIDENCE[what.what] };
  return {
    rule: `${VERDICT_RULE_PREFIX}${kind}`,
    severity: "error",
    label: BAD_VERDICT_KINDS.find(([bad]) => bad === kind)?.[1] ?? kind,
    message: because,
    detail: null,
    spec: null,
    consequence: null,
    remedy: null,
    dispute: null,
    in: getExchangeKind(exchange),
    at: null,
    count: 1,
    first: shown ? locateEvidence(timeline, at(shown), lines) : nowhere,
    last: null,
  };
}

const PHASE_OF_EVIDENCE = { request: "open", head: "head", end: "end" } as const;
