/** A problem of a check: a rule that is broken in one kind of exchange, with its locations. */

import { formatPath } from "../lint/problem-detail.ts";
import type { ProblemEvidence } from "../lint/problems.ts";
import type { Severity } from "../lint/rules/rule.ts";
import { findViolationLocations } from "../lint/violation-locations.ts";
import type { Exchange } from "../timeline/exchange.ts";
import { isDiscovery } from "../timeline/exchange-queries.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { ExchangePhase } from "../timeline/violations.ts";
import type { LogLineIndex } from "./log-lines.ts";

/** Where a problem shows, as far as known. */
export interface ProblemLocation {
  readonly exchange: string | null;
  /** `null` if a head, request or end shows the problem. */
  readonly event: number | null;
  readonly phase: ExchangePhase | null;
  /** The path of the member in the event's frame or in the card. */
  readonly path: string | null;
  /** The line in the log file, from 1. */
  readonly line: number | null;
}

export interface CheckProblem {
  readonly rule: string;
  readonly severity: Severity;
  /** Two to four words. */
  readonly label: string;
  readonly message: string;
  /** What exactly is missing or wrong at the first location; `null` if the message says it. */
  readonly detail: string | null;
  /** The clause in the specification of the exchange's version; `null` if the rule is Loupe's own. */
  readonly spec: string | null;
  readonly consequence: string | null;
  readonly remedy: string | null;
  readonly dispute: string | null;
  /** The kind of exchange: an operation, `card`, `push`, or `answer` if unknown. */
  readonly in: string;
  /** In a card: the member, without list indexes. */
  readonly at: string | null;
  readonly count: number;
  readonly first: ProblemLocation;
  /** `null` if it shows once. */
  readonly last: ProblemLocation | null;
}

/** Identifies the same problem in another run: without IDs and numbers, which differ in every run. */
export type ProblemKey = Pick<CheckProblem, "rule" | "in" | "at">;

export function formatProblemKey({ rule, in: where, at }: ProblemKey): string {
  return at === null ? `${rule} in ${where}` : `${rule} in ${where} at ${at}`;
}

/** The kind of an exchange by its operation, the same for every version and binding. */
export function getExchangeKind(exchange: Exchange | undefined): string {
  if (!exchange) return "answer";
  if (exchange.open.record.inbound) return "push";
  const request = exchange.request ?? exchange.inlineRequest?.request ?? null;
  if (request?.operation === "extended-card") return "extended-card";
  if (isDiscovery(exchange) && exchange.open.record.method !== "") return "card";
  return request?.operation ?? (exchange.isStream ? "stream" : "answer");
}

export function locateEvidence(
  timeline: Timeline,
  { event, exchange: id, phase }: ProblemEvidence,
  lines: LogLineIndex,
  rule?: string,
): ProblemLocation {
  const exchange = timeline.exchangeById.get(id);
  if (phase !== undefined) {
    const line = exchange ? findPhaseLine(exchange, phase, lines) : null;
    return { exchange: id, event: null, phase, path: null, line };
  }
  const line = exchange ? lines.findPositionLine(exchange, timeline.events.start.at(event)) : null;
  const [location] = rule === undefined ? [] : findViolationLocations(timeline, rule, event);
  const path = location && location.path.length > 0 ? formatPath(location.path) : null;
  return { exchange: id, event, phase: null, path, line };
}

type EvidencePhase = NonNullable<ProblemEvidence["phase"]>;

function findPhaseLine(exchange: Exchange, phase: EvidencePhase, lines: LogLineIndex) {
  const { open, head, end } = exchange;
  return lines.findRecordLine({ open, head, end }[phase]?.record);
}
