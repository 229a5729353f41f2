/** How a verdict is put together, and what it points at. */

import type { Exchange } from "../../timeline/exchange.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import type { Ender, Evidence, Verdict, VerdictKind } from "../verdict.ts";

export const CLEAN: ReadonlySet<VerdictKind> = new Set([
  "completed",
  "input-required",
  "auth-required",
  "message",
  "answered",
]);

export function judged(
  kind: VerdictKind,
  because: string,
  by: Ender | null,
  evidence: readonly (Evidence | null)[] = [],
  reason: string | null = null,
): Verdict {
  const shown = evidence.filter((one) => one !== null);
  const verdict = { kind, clean: CLEAN.has(kind), because, by, evidence: shown };
  return reason === null ? verdict : { ...verdict, reason };
}

/** An event, wherever it was told. */
export function byEvent({ events, exchanges }: Timeline, event: number | null): Evidence | null {
  if (event === null || event < 0) return null;
  const exchange = exchanges[events.exchange.at(event)];
  return exchange ? { exchange: exchange.id, what: "event", event } : null;
}

export function byRequest({ id }: Exchange): Evidence {
  return { exchange: id, what: "request", event: null };
}

export function byHead(exchange: Exchange, n: number): Evidence | null {
  return exchange.headAt(n) ? { exchange: exchange.id, what: "head", event: null } : null;
}

export function byEnd(exchange: Exchange, n: number): Evidence | null {
  return exchange.endAt(n) ? { exchange: exchange.id, what: "end", event: null } : null;
}
