/** Finds the location of a problem: the kind of exchange, the event, the member and the line. */

import { formatPath } from "../lint/problem-detail.ts";
import type { ProblemEvidence } from "../lint/problems.ts";
import { findViolationLocations } from "../lint/violation-locations.ts";
import type { Exchange } from "../timeline/exchange.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { isDiscovery } from "../timeline/timeline-queries.ts";
import type { ProblemLocation } from "./check-problem.ts";
import type { LogLineIndex } from "./log-lines.ts";

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
  { event, exchange: id, happening }: ProblemEvidence,
  lines: LogLineIndex,
  rule?: string,
): ProblemLocation {
  const exchange = timeline.exchangeById.get(id);
  if (happening !== undefined) {
    const line = exchange ? findPhaseLine(exchange, happening, lines) : null;
    return { exchange: id, event: null, happening, path: null, line };
  }
  const line = exchange ? lines.findPositionLine(exchange, timeline.events.start.at(event)) : null;
  const [location] = rule === undefined ? [] : findViolationLocations(timeline, rule, event);
  const path = location && location.path.length > 0 ? formatPath(location.path) : null;
  return { exchange: id, event, happening: null, path, line };
}

type EvidencePhase = NonNullable<ProblemEvidence["happening"]>;

function findPhaseLine(exchange: Exchange, happening: EvidencePhase, lines: LogLineIndex) {
  const { open, head, end } = exchange;
  return lines.findRecordLine({ open, head, end }[happening]?.record);
}
