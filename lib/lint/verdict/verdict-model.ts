/** A verdict: its kind, the reason, who ended the exchange, and the evidence. */

import type { Exchange } from "../../timeline/exchange.ts";
import type { Timeline } from "../../timeline/timeline.ts";

export type VerdictKind =
  | "completed"
  | "failed"
  | "canceled"
  | "rejected"
  | "input-required"
  | "auth-required"
  | "message"
  | "answered"
  | "cut"
  | "ended-while-working"
  | "timeout"
  | "http-error"
  | "rpc-error"
  | "unknown-state"
  | "empty"
  | "not-a2a"
  | "mixed";

/**
 * Who ended it, as far as known. `network`: the connection itself. `proxy`: likely a proxy. `client`:
 * the user or the client program. `loupe`: one of Loupe's own limits.
 */
export type EndingParty = "agent" | "network" | "proxy" | "client" | "loupe";

/** Evidence of a verdict: an event, or the request, head or end of an exchange. */
export interface VerdictEvidence {
  /** The id of the exchange. */
  readonly exchange: string;
  readonly what: "event" | "request" | "head" | "end";
  /** `null` if `what` is not an event. */
  readonly event: number | null;
}

/** The agent at fault, if a call failed because one that was made for it failed. */
export interface Fault {
  /** The ID of the exchange that failed first. */
  readonly exchange: string;
  /** The agent that it called: the name on its card, else its address. */
  readonly agent: string;
  /** The agents that called it, one for the other. The last one was called by the user. */
  readonly calledBy: readonly string[];
  /** One sentence. */
  readonly because: string;
}

/**
 * `tool-failed`: a tool call failed. `append-lost`: a chunk was appended to an artifact that was never
 * sent. `unreadable`: a response had events that are not JSON. `stream-open`: the stream was not closed. `connection-lost`: it broke off. `edited`: Loupe changed
 * what the caller received, so how it ended is not the agent's doing alone.
 */
export type CaveatKind =
  | "tool-failed"
  | "append-lost"
  | "unreadable"
  | "stream-open"
  | "connection-lost"
  | "edited";

/** What went wrong although the task completed, or what Loupe did to it. */
export interface Caveat {
  readonly kind: CaveatKind;
  /** One line, without a full stop. */
  readonly text: string;
  /** The event that shows it. */
  readonly event: number | null;
}

/** A task as a sentence names it. */
export interface NamedTask {
  readonly id: string;
  /** The event of its last state. */
  readonly event: number;
}

export interface Verdict {
  readonly kind: VerdictKind;
  /** Whether it ended well and as the protocol defines. */
  readonly clean: boolean;
  readonly because: string;
  /** Why a task failed or waits, or the error message, as the agent sent it. */
  readonly reason?: string;
  /** The error in the response, by its name and code. */
  readonly error?: string;
  /** The tool that gave the reason by failing; absent if the agent itself gave it. */
  readonly tool?: string;
  readonly fault?: Fault;
  /** Of several tasks, those that the sentence names because they did not complete. */
  readonly tasks?: readonly NamedTask[];
  /** Failed tools first. Of what did not end well: only that it was edited. */
  readonly caveats: readonly Caveat[];
  /** `null` if it has not ended, or how it ended is unknown. */
  readonly by: EndingParty | null;
  /** Strongest evidence first. */
  readonly evidence: readonly VerdictEvidence[];
}

/** Creates verdicts and their evidence. */
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
  const verdict = { kind, clean: CLEAN_KINDS.has(kind), because, by, caveats: [], evidence: shown };
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
