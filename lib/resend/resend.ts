/**
 * Resends the requests of a recorded run to a live agent, in the recorded order and overlap: each
 * one once the live responses have reached the point at which it was recorded. Time matters only in
 * two cases: before getting a task, the recorded pause is repeated, and responses have a timeout.
 */

import type { Exchange } from "../timeline/exchange.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { IdMapping } from "./id-mapping.ts";
import { fillMaskedSecrets, type ResendContent } from "./masked-secrets.ts";
import type { ResendStep } from "./resend-steps.ts";

/** The agent to resend to, and the run that its responses are recorded in. */
export interface LiveAgent {
  /** The timeline of the new run so far; the same object for the same run. */
  getTimeline(): Timeline;
  /** Resolves to the exchange's id, or to the reason if it could not be sent. */
  send(sending: ResendContent): Promise<{ readonly exchange: string } | string>;
  /** Stops watching an exchange. */
  hangUp(exchange: string): Promise<void>;
  /** Resolves to true once the condition holds, to false on timeout or when stopped. */
  waitUntil(condition: () => boolean, ms: number): Promise<boolean>;
  pause(ms: number): Promise<void>;
  createId(): string;
  readonly signal: AbortSignal;
}

export type ResendStepState = "waiting" | "running" | "ended" | "left-out" | "failed" | "stopped";

export interface ResendProgress {
  readonly step: number;
  readonly state: ResendStepState;
  readonly notes: readonly string[];
}

interface ResendOptions {
  /** The secrets to fill in, by their masks. */
  readonly secrets: ReadonlyMap<string, string>;
  /** Maximum duration of an exchange before it is closed. */
  readonly timeoutMs: number;
}

/** Maximum pause before getting a task. */
const MAX_PAUSE_MS = 5_000;

/**
 * Resolves when all requests are sent and their responses have ended, or when stopped. Never
 * throws.
 */
export async function resendRequests(
  steps: readonly ResendStep[],
  recorded: Timeline,
  agent: LiveAgent,
  onProgress: (progress: ResendProgress) => void,
  { secrets, timeoutMs }: ResendOptions,
): Promise<void> {
  const ids = new IdMapping(recorded, () => agent.createId());
  const sent: SentRequest[] = [];
  for (const step of steps) {
    const { sending, exchange, index } = step;
    const report = (state: ResendStepState, ...notes: readonly string[]) =>
      onProgress({ step: index, state, notes: [...step.notes, ...notes] });
    if (!sending) {
      report("left-out");
      continue;
    }
    report("waiting");
    for (const previous of sent) {
      await waitUntilCaughtUp(previous, exchange, agent, timeoutMs);
      previous.recordIds(ids);
    }
    if (sending.kind === "call" && sending.call.operation === "get") {
      await agent.pause(getPauseBefore(recorded, exchange));
    }
    if (agent.signal.aborted) {
      report("stopped");
      continue;
    }
    const { value, notes } = ids.translate(fillMaskedSecrets(sending, secrets), exchange);
    const started = await agent.send(value);
    if (typeof started === "string") {
      report("failed", ...notes, started);
      continue;
    }
    report("running", ...notes);
    const reportEnd = (state: ResendStepState, ...more: readonly string[]) =>
      report(state, ...notes, ...more);
    sent.push(new SentRequest(exchange, started.exchange, agent, reportEnd));
  }
  for (const request of sent) await request.waitForEnd(timeoutMs);
}

/** Waits until a request has as many events as when the next request was recorded. */
async function waitUntilCaughtUp(
  previous: SentRequest,
  next: Exchange,
  agent: LiveAgent,
  timeoutMs: number,
): Promise<void> {
  if (hasEndedBefore(previous.recorded, next)) return previous.waitForEnd(timeoutMs);
  const count = previous.recorded.events.countAt(next.firstEvent);
  await agent.waitUntil(() => previous.hasEnded || previous.eventCount >= count, timeoutMs);
}

function hasEndedBefore({ end }: Exchange, next: Exchange): boolean {
  if (!end) return false;
  if (Number.isNaN(end.time) || Number.isNaN(next.open.time))
    return end.firstEvent <= next.firstEvent;
  return end.time <= next.open.time;
}

/** How long the recorded client waited before this request. */
function getPauseBefore({ exchanges }: Timeline, { open, index }: Exchange): number {
  const before = exchanges[index - 1];
  const from = before?.end?.time ?? before?.open.time ?? Number.NaN;
  const waited = open.time - from;
  return waited > 0 ? Math.min(waited, MAX_PAUSE_MS) : 0;
}

/** A request that was resent, with the recorded exchange that it repeats. */
class SentRequest {
  readonly recorded: Exchange;
  readonly #id: string;
  readonly #agent: LiveAgent;
  readonly #report: (state: ResendStepState, ...notes: readonly string[]) => void;
  #isReported = false;

  constructor(
    recorded: Exchange,
    id: string,
    agent: LiveAgent,
    report: (state: ResendStepState, ...notes: readonly string[]) => void,
  ) {
    this.recorded = recorded;
    this.#id = id;
    this.#agent = agent;
    this.#report = report;
  }

  get #live(): Exchange | undefined {
    return this.#agent.getTimeline().exchangeById.get(this.#id);
  }

  get hasEnded(): boolean {
    return this.#live?.end != null;
  }

  get eventCount(): number {
    return this.#live?.events.count ?? 0;
  }

  recordIds(ids: IdMapping): void {
    const live = this.#live;
    if (live) ids.addExchange(this.recorded, live, this.#agent.getTimeline());
  }

  /** Waits for its end. If the recorded client stopped watching, stops after as many events. */
  async waitForEnd(timeoutMs: number): Promise<void> {
    if (this.#isReported) return;
    this.#isReported = true;
    const { recorded } = this;
    const wasStopped = recorded.end?.record.cause === "aborted";
    const isEnough = () =>
      this.hasEnded || (wasStopped && this.eventCount >= recorded.events.count);
    const isComplete = await this.#agent.waitUntil(isEnough, timeoutMs);
    if (this.hasEnded) return this.#report("ended");
    await this.#agent.hangUp(this.#id);
    if (this.#agent.signal.aborted) return this.#report("stopped");
    const why = isComplete
      ? "Stopped watching after as many events as were recorded."
      : `Stopped watching: not ended after ${Math.round(timeoutMs / 1000)} s.`;
    await this.#agent.waitUntil(() => this.hasEnded, HANG_UP_TIMEOUT_MS);
    this.#report("ended", why);
  }
}

/** Maximum wait for the end record after closing an exchange. */
const HANG_UP_TIMEOUT_MS = 5_000;
