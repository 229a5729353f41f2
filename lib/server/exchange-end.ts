/**
 * Names how an exchange failed.
 *
 * Guarantees: the cause follows from how far the exchange had come; what the system said is kept
 * word for word, and nothing is ascribed to the system that it did not say.
 */
import type { EndRecord } from "../wire/record.ts";
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

/** As a reason to stop an exchange: how it ends then. */
export class StopReason extends Error {
  readonly end: EndDetails;

  constructor(ending: EndDetails) {
    super(ending.error?.message);
    this.end = ending;
  }
}

export function createOverTimeEnd(ms: number, option: string): EndDetails {
  return createFixedLimitEnd(
    `The answer had not ended after ${ms / 1000} s, the most by ${option}.`,
  );
}

export const ABORTED_END: EndDetails = {
  cause: "aborted",
  error: { by: "loupe", message: "Stopped on request; the agent was not told to stop." },
};

/** The task waits for somebody who is not there, and the agent keeps the stream open. */
export function createLeftWaitingEnd(state: string): EndDetails {
  const message = `Loupe closed the connection: the task waits in ${state}, and the stream stayed open; the agent was not told to stop.`;
  return { cause: "aborted", error: { by: "loupe", message } };
}

export function createIdleTimeoutEnd(bound: ExchangeLimit): EndDetails {
  return createLimitEnd(
    "timeout",
    bound,
    `Nothing was received for ${formatExchangeLimit(bound, "ms")}.`,
  );
}

export function createConnectTimeoutEnd(bound: ExchangeLimit): EndDetails {
  return createLimitEnd(
    "timeout",
    bound,
    `There was no connection after ${formatExchangeLimit(bound, "ms")}.`,
  );
}

export function createBodyLimitEnd(bound: ExchangeLimit, what = "answer"): EndDetails {
  return createLimitEnd(
    "limit",
    bound,
    `The ${what} is longer than ${formatExchangeLimit(bound, "bytes")}.`,
  );
}

/** A limit that nobody can change. */
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

/** The agent hung up; the system saw nothing wrong with that. */
export function createHangUpEnd(message: string): EndDetails {
  return { cause: "reset", error: { by: "agent", message } };
}

export function createFailedEnd(error: unknown, phase: ConnectionPhase): EndDetails {
  const { code, message, bySystem } = describeError(error);
  const cause = code === "ETIMEDOUT" ? "timeout" : CAUSE_BY_PHASE[phase];
  const by = bySystem || phase !== "exchange" ? "system" : "agent";
  return { cause, error: { by, ...(code !== undefined && { code }), message } };
}

/** True for an error that Node.js made up because the connection ended early. */
export function isHangUp(error: Error): boolean {
  return getErrorCode(error) === "ECONNRESET" && !("syscall" in error);
}

/** When several addresses were tried, each has an error of its own. */
function describeError(error: unknown): { code?: string; message: string; bySystem: boolean } {
  const all = error instanceof AggregateError ? error.errors : [error];
  const messages = all.map((one) => (one instanceof Error ? one.message : String(one)));
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
