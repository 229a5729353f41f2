/**
 * Names how an exchange failed.
 *
 * Guarantees: the cause follows from how far the exchange had come; what the system said is kept
 * word for word, and nothing is ascribed to the system that it did not say.
 */
import type { EndRecord } from "../wire/record.ts";

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

export const ABORTED: Ending = {
  cause: "aborted",
  error: { by: "loupe", message: "Stopped on request; the agent was not told to stop." },
};

export function idleTimeout(ms: number): Ending {
  const message = `Nothing was received for ${ms / 1000} s.`;
  return { cause: "timeout", error: { by: "loupe", message } };
}

export function bodyLimit(bytes: number): Ending {
  const message = `The answer is longer than the ${bytes} bytes that are recorded at most.`;
  return { cause: "limit", error: { by: "loupe", message } };
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
