/**
 * Sends spans with retries, for commands: as often as a time budget allows, no longer.
 *
 * Guarantees: waits at least as long as the backend asks for; never throws.
 */

import { setTimeout as sleep } from "node:timers/promises";
import type { OtlpTraces } from "../../otlp/span.ts";
import { getRetryDelay } from "../http/retry-delay.ts";
import type { TargetPolicy } from "../ssrf-guard/resolve-target.ts";
import type { OtlpTarget } from "./otlp-environment.ts";
import { type PostOutcome, postTraces } from "./post-traces.ts";

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
