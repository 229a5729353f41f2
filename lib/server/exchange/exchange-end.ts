/**
 * Factory functions for the end record of an exchange: its cause, who caused it, and a message.
 *
 * Guarantees: the cause follows from the phase the exchange had reached; a system error message is
 * kept verbatim, and no other message is attributed to the system.
 */
import { getErrorMessage } from "../../text/error-message.ts";
import type { EndRecord } from "../../wire/record.ts";
import { type ExchangeLimit, formatExchangeLimit } from "./exchange-limits.ts";

export type EndDetails = Omit<EndRecord, "r" | "x" | "t">;

/** How far an exchange has come. */
export type ConnectionPhase = "resolve" | "connect" | "handshake" | "exchange";

const CAUSE_BY_PHASE = {
  resolve: "dns",
  connect: "refused",
  handshake: "tls",
  exchange: "reset",
} as const;

export function createRefusedEnd(reason: string, hint?: string): EndDetails {
  const message = hint === undefined ? reason : `${reason} ${hint}`;
  return { cause: "refused", error: { by: "loupe", message } };
}

/** End for redirects in a loop, or too many: the agent's fault, not a refusal of Loupe's. */
export function createRedirectsEnd(message: string): EndDetails {
  return { cause: "refused", error: { by: "agent", message } };
}

/** Reason to stop an exchange, with the end to record. */
export class StopReason extends Error {
  readonly end: EndDetails;

  constructor(end: EndDetails) {
    super(end.error?.message);
    this.end = end;
  }
}

export function createOverTimeEnd(ms: number, option: string): EndDetails {
  return createFixedLimitEnd(
    `The response was not complete after ${ms / 1000} s, the limit set by ${option}.`,
  );
}

export const ABORTED_END: EndDetails = {
  cause: "aborted",
  error: { by: "loupe", message: "Stopped on request; no cancel request was sent to the agent." },
};

/** End for a task that waits for input that will not come, while the agent keeps the stream open. */
export function createLeftWaitingEnd(state: string): EndDetails {
  const message = `Loupe closed the connection: the task waits in ${state}, and the stream stayed open; no cancel request was sent to the agent.`;
  return { cause: "aborted", error: { by: "loupe", message } };
}

export function createIdleTimeoutEnd(limit: ExchangeLimit): EndDetails {
  return createLimitEnd(
    "timeout",
    limit,
    `No data was received for ${formatExchangeLimit(limit, "ms")}.`,
  );
}

export function createConnectTimeoutEnd(limit: ExchangeLimit): EndDetails {
  return createLimitEnd(
    "timeout",
    limit,
    `No connection after ${formatExchangeLimit(limit, "ms")}.`,
  );
}

export function createBodyLimitEnd(limit: ExchangeLimit, what = "response"): EndDetails {
  return createLimitEnd(
    "limit",
    limit,
    `The ${what} is larger than ${formatExchangeLimit(limit, "bytes")}.`,
  );
}

/** End for a limit that users cannot change. */
export function createFixedLimitEnd(message: string): EndDetails {
  return createLimitEnd("limit", { value: 0 }, message);
}

function createLimitEnd(
  cause: "timeout" | "limit",
  { name: limit }: ExchangeLimit,
  message: string,
): EndDetails {
  return { cause, ...(limit && { limit }), error: { by: "loupe", message } };
}

/** End for a connection that the agent closed without a system error. */
export function createHangUpEnd(message: string): EndDetails {
  return { cause: "reset", error: { by: "agent", message } };
}

export function createFailedEnd(error: unknown, phase: ConnectionPhase): EndDetails {
  const { code, message, bySystem } = describeError(error);
  const cause = code === "ETIMEDOUT" ? "timeout" : CAUSE_BY_PHASE[phase];
  const by = bySystem || phase !== "exchange" ? "system" : "agent";
  return { cause, error: { by, ...(code !== undefined && { code }), message } };
}

/** True for the error that Node.js itself creates when a connection ends early. */
export function isHangUp(error: Error): boolean {
  return getErrorCode(error) === "ECONNRESET" && !("syscall" in error);
}

/** Joins the errors of all addresses that were tried. */
function describeError(error: unknown): { code?: string; message: string; bySystem: boolean } {
  const all = error instanceof AggregateError ? error.errors : [error];
  const messages = all.map((one) => getErrorMessage(one));
  const code = getErrorCode(all[0]);
  return {
    ...(code !== undefined && { code }),
    message: [...new Set(messages)].join("; "),
    bySystem: all.some((one) => one instanceof Error && "syscall" in one),
  };
}

function getErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
