/**
 * An answer in its time: one step after another, each at its moment or, where the client was slow
 * to take what came before, as soon as it has.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Answer, Head } from "./answer.ts";

export type Step =
  | { readonly kind: "head"; readonly head: Head }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "end" | "cut" | "hold" };

/** Waits shorter than this are none: no timer is so exact. */
const SHORTEST_MS = 1;

/** Stops without a word when the signal says that nobody listens any more. */
export async function* playing(answer: Answer, signal: AbortSignal): AsyncGenerator<Step> {
  const clock = new Clock(signal);
  if (answer.head) {
    await clock.until(answer.headAt);
    if (signal.aborted) return;
    yield { kind: "head", head: answer.head };
  }
  for (const { bytes, at } of answer.writes) {
    await clock.until(at);
    if (signal.aborted) return;
    yield { kind: "bytes", bytes };
  }
  if (answer.ending !== "hold") await clock.until(answer.endAt);
  if (!signal.aborted) yield { kind: answer.ending };
}

class Clock {
  readonly #signal: AbortSignal;
  readonly #begun = performance.now();

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  async until(at: number): Promise<void> {
    const wait = at - (performance.now() - this.#begun);
    if (wait < SHORTEST_MS) return;
    await sleep(wait, undefined, { signal: this.#signal }).catch(() => undefined);
  }
}
