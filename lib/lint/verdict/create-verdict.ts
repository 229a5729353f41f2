/** Creates verdicts and their evidence. */

import type { Exchange } from "../../timeline/exchange.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import type { EndingParty, Verdict, VerdictEvidence, VerdictKind } from "./verdict-model.ts";

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
  const clean = CLEAN_KINDS.has(kind);
  const verdict = { kind, clean, because, by, caveats: [], evidence: shown };
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
