/**
 * An answer in its time: one step after another, each at its moment or, where the client was slow
 * to take what came before, as soon as it has.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { ReplayHead, ReplayResponse } from "./replay-response.ts";

export type ReplayStep =
  | { readonly kind: "head"; readonly head: ReplayHead }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "end" | "cut" | "hold" };

/** Waits shorter than this are none: no timer is so exact. */
const MIN_WAIT_MS = 1;

/** Stops without a word when the signal says that nobody listens any more. */
export async function* playResponse(
  answer: ReplayResponse,
  signal: AbortSignal,
): AsyncGenerator<ReplayStep> {
  const clock = new ReplayClock(signal);
  if (answer.head) {
    await clock.waitUntil(answer.headAt);
    if (signal.aborted) return;
    yield { kind: "head", head: answer.head };
  }
  for (const { bytes, at } of answer.writes) {
    await clock.waitUntil(at);
    if (signal.aborted) return;
    yield { kind: "bytes", bytes };
  }
  if (answer.ending !== "hold") await clock.waitUntil(answer.endAt);
  if (!signal.aborted) yield { kind: answer.ending };
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
