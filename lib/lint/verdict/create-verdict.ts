/** Creates verdicts and their evidence, and finds the entry that shows it. */

import type { Exchange } from "../../timeline/exchange.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import type { EndingParty, Verdict, VerdictEvidence, VerdictKind } from "../verdict.ts";

export const CLEAN_KINDS: ReadonlySet<VerdictKind> = new Set([
  "completed",
  "input-required",
  "auth-required",
  "message",
  "answered",
]);

export function createVerdict(
  kind: VerdictKind,
  because: string,
  by: EndingParty | null,
  evidence: readonly (VerdictEvidence | null)[] = [],
  reason: string | null = null,
): Verdict {
  const shown = evidence.filter((one) => one !== null);
  const verdict = { kind, clean: CLEAN_KINDS.has(kind), because, by, evidence: shown };
  return reason === null ? verdict : { ...verdict, reason };
}

/** An event in any exchange. */
export function createEventEvidence(
  { events, exchanges }: Timeline,
  event: number | null,
): VerdictEvidence | null {
  if (event === null || event < 0) return null;
  const exchange = exchanges[events.exchange.at(event)];
  return exchange ? { exchange: exchange.id, what: "event", event } : null;
}

export function createRequestEvidence({ id }: Exchange): VerdictEvidence {
  return { exchange: id, what: "request", event: null };
}

export function createHeadEvidence(exchange: Exchange, n: number): VerdictEvidence | null {
  return exchange.headAt(n) ? { exchange: exchange.id, what: "head", event: null } : null;
}

export function createEndEvidence(exchange: Exchange, n: number): VerdictEvidence | null {
  return exchange.endAt(n) ? { exchange: exchange.id, what: "end", event: null } : null;
}

/** The index of the entry that shows the evidence; −1 if there is none. */
export function findEvidenceEntry(
  timeline: Timeline,
  { exchange: id, what, event }: VerdictEvidence,
): number {
  if (event !== null) return timeline.events.entry.at(event);
  const exchange = timeline.exchangeById.get(id);
  if (!exchange) return -1;
  // The request is the first entry of an exchange. The end is the last, if it has its own row.
  if (what === "request") return findFirstEntry(timeline, exchange);
  const end = what === "end" ? findEndEntry(timeline, exchange) : -1;
  if (end >= 0) return end;
  return exchange.entry < 0 ? findFirstEntry(timeline, exchange) : exchange.entry;
}

function findFirstEntry({ entries }: Timeline, { index }: Exchange): number {
  return entries.findIndex(({ exchange }) => exchange === index);
}

function findEndEntry({ entries }: Timeline, { index, end }: Exchange): number {
  if (!end) return -1;
  return entries.findLastIndex(
    ({ exchange, kind, firstEvent, time }) =>
      exchange === index &&
      (kind === "http" || kind === "error") &&
      firstEvent >= end.firstEvent &&
      (time === end.time || Number.isNaN(time)),
  );
}
