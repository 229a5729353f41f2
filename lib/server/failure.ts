/**
 * Names how an exchange failed.
 *
 * Guarantees: the cause follows from how far the exchange had come; what the system said is kept
 * word for word, and nothing is ascribed to the system that it did not say.
 */
import type { EndRecord } from "../wire/record.ts";
import { type Bound, boundInWords } from "./bounds.ts";

export type Ending = Omit<EndRecord, "r" | "x" | "t">;

/** How far an exchange has come. */
export type Phase = "resolve" | "connect" | "handshake" | "exchange";

const CAUSE = {
  resolve: "dns",
  connect: "refused",
  handshake: "tls",
  exchange: "reset",
} as const;

export function refusal(reason: string, hint?: string): Ending {
  const message = hint === undefined ? reason : `${reason} ${hint}`;
  return { cause: "refused", error: { by: "loupe", message } };
}

/** As a reason to stop an exchange: how it ends then. */
export class Stopped extends Error {
  readonly ending: Ending;

  constructor(ending: Ending) {
    super(ending.error?.message);
    this.ending = ending;
  }
}

export function overTime(ms: number, option: string): Ending {
  return fixedLimit(`The answer had not ended after ${ms / 1000} s, the most by ${option}.`);
}

export const ABORTED: Ending = {
  cause: "aborted",
  error: { by: "loupe", message: "Stopped on request; the agent was not told to stop." },
};

/** The task waits for somebody who is not there, and the agent keeps the stream open. */
export function leftWaiting(state: string): Ending {
  const message = `Loupe closed the connection: the task waits in ${state}, and the stream stayed open; the agent was not told to stop.`;
  return { cause: "aborted", error: { by: "loupe", message } };
}

export function idleTimeout(bound: Bound): Ending {
  return atLimit("timeout", bound, `Nothing was received for ${boundInWords(bound, "ms")}.`);
}

export function notConnected(bound: Bound): Ending {
  return atLimit("timeout", bound, `There was no connection after ${boundInWords(bound, "ms")}.`);
}

export function bodyLimit(bound: Bound, what = "answer"): Ending {
  return atLimit("limit", bound, `The ${what} is longer than ${boundInWords(bound, "bytes")}.`);
}

/** A limit that nobody can change. */
export function fixedLimit(message: string): Ending {
  return atLimit("limit", { value: 0 }, message);
}

function atLimit(cause: "timeout" | "limit", { limit }: Bound, message: string): Ending {
  return { cause, ...(limit && { limit }), error: { by: "loupe", message } };
}

/** The agent hung up; the system saw nothing wrong with that. */
export function hungUp(message: string): Ending {
  return { cause: "reset", error: { by: "agent", message } };
}

export function failed(error: unknown, phase: Phase): Ending {
  const { code, message, bySystem } = describe(error);
  const cause = code === "ETIMEDOUT" ? "timeout" : CAUSE[phase];
  const by = bySystem || phase !== "exchange" ? "system" : "agent";
  return { cause, error: { by, ...(code !== undefined && { code }), message } };
}

/** True for an error that Node.js made up because the connection ended early. */
export function isHangUp(error: Error): boolean {
  return codeOf(error) === "ECONNRESET" && !("syscall" in error);
}

/** When several addresses were tried, each has an error of its own. */
function describe(error: unknown): { code?: string; message: string; bySystem: boolean } {
  const all = error instanceof AggregateError ? error.errors : [error];
  const messages = all.map((one) => (one instanceof Error ? one.message : String(one)));
  const code = codeOf(all[0]);
  return {
    ...(code !== undefined && { code }),
    message: [...new Set(messages)].join("; "),
    bySystem: all.some((one) => one instanceof Error && "syscall" in one),
  };
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
