/**
 * Releases the held streams of taps when no page asks for them any more: it was closed, or lost the
 * server.
 */

import type { TapPlan } from "./tap-plan.ts";

/** Browsers let pages in the background ask once a minute. */
const MAX_SILENCE_MS = 90_000;

export class HoldWatch {
  readonly #plans = new Set<TapPlan>();
  readonly #maxSilenceMs: number;
  #seenAt = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(maxSilenceMs = MAX_SILENCE_MS) {
    this.#maxSilenceMs = maxSilenceMs;
  }

  /** A page has asked what is held. */
  onSeen(): void {
    this.#seenAt = performance.now();
  }

  add(plan: TapPlan): void {
    if (this.#plans.has(plan)) return;
    this.#plans.add(plan);
    this.onSeen();
    plan.subscribe(() => this.#check());
  }

  #check(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const held = [...this.#plans].filter((plan) => plan.held.length > 0);
    if (held.length === 0) return;
    const left = this.#seenAt + this.#maxSilenceMs - performance.now();
    if (left <= 0) for (const plan of held) plan.abandon();
    else this.#timer = setTimeout(() => this.#check(), left).unref();
  }
}
