/**
 * Plays a replay response step by step, each at its time, or later if the client was slow to read
 * the steps before.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { ReplayHead, ReplayResponse } from "./replay-response.ts";

export type ReplayStep =
  | { readonly kind: "head"; readonly head: ReplayHead }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "end" | "cut" | "hold" };

/** Timers are not exact enough for shorter waits, so these are skipped. */
const MIN_WAIT_MS = 1;

/** Stops silently when the signal aborts, because the client has disconnected. */
export async function* playResponse(
  response: ReplayResponse,
  signal: AbortSignal,
): AsyncGenerator<ReplayStep> {
  const clock = new ReplayClock(signal);
  if (response.head) {
    await clock.waitUntil(response.headAt);
    if (signal.aborted) return;
    yield { kind: "head", head: response.head };
  }
  for (const { bytes, at } of response.writes) {
    await clock.waitUntil(at);
    if (signal.aborted) return;
    yield { kind: "bytes", bytes };
  }
  if (response.ending !== "hold") await clock.waitUntil(response.endAt);
  if (!signal.aborted) yield { kind: response.ending };
}

class ReplayClock {
  readonly #signal: AbortSignal;
  readonly #startTime = performance.now();

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  async waitUntil(at: number): Promise<void> {
    const wait = at - (performance.now() - this.#startTime);
    if (wait < MIN_WAIT_MS) return;
    await sleep(wait, undefined, { signal: this.#signal }).catch(() => undefined);
  }
}
