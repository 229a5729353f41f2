/**
 * Sends spans with retries, for commands: as often as a time budget allows, no longer.
 *
 * Guarantees: waits at least as long as the backend asks for; never throws.
 */

import { setTimeout as sleep } from "node:timers/promises";
import type { OtlpTraces } from "../../otlp/span.ts";
import type { TargetPolicy } from "../ssrf-guard/resolve-target.ts";
import type { OtlpTarget } from "./otlp-environment.ts";
import { type PostOutcome, postTraces } from "./post-traces.ts";

const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 5 * 60_000;
/** Spread, so that many clients do not return at once. */
const JITTER = 0.2;

/** The delay before attempt number `attempt` + 1, counted from 1. */
export function getRetryDelay(attempt: number, retryAfterMs: number | null): number {
  const backoff = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempt - 1, 20));
  const spread = backoff * (1 + JITTER * (Math.random() * 2 - 1));
  return Math.round(Math.max(spread, retryAfterMs ?? 0));
}

export async function sendTraces(
  traces: OtlpTraces,
  target: OtlpTarget,
  policy: TargetPolicy,
  budgetMs: number,
  signal?: AbortSignal,
): Promise<PostOutcome> {
  const deadline = performance.now() + budgetMs;
  for (let attempt = 1; ; attempt++) {
    const left = Math.max(1, Math.ceil(deadline - performance.now()));
    const timeoutMs = Math.min(target.timeoutMs, left);
    const outcome = await postTraces(traces, { ...target, timeoutMs }, policy, signal);
    if (outcome.kind !== "unavailable" || signal?.aborted) return outcome;
    const delay = getRetryDelay(attempt, outcome.retryAfterMs);
    if (performance.now() + delay >= deadline) return outcome;
    await sleep(delay, undefined, { ...(signal && { signal }) }).catch(() => undefined);
  }
}
