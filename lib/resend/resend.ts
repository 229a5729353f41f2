/**
 * Sends the requests of a recorded run to a live agent, in the order and overlap in which they were
 * recorded: each when what had come before it has come again. Nothing waits for a clock but a look
 * at a task, which somebody had waited before, and an agent that never ends.
 */

import type { Exchange } from "../timeline/exchange.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { IdMapping } from "./id-mapping.ts";
import { fillMaskedSecrets } from "./masked-secrets.ts";
import type { ResendContent, ResendStep } from "./resend-steps.ts";

/** The agent that is talked to, and what it says. */
export interface LiveAgent {
  /** What has come of the new run so far: the same object as long as it is the same run. */
  getTimeline(): Timeline;
  /** Resolves to the exchange's id; to a sentence where it could not be sent. */
  send(sending: ResendContent): Promise<{ readonly exchange: string } | string>;
  /** Stops watching an exchange. */
  hangUp(exchange: string): Promise<void>;
  /** Resolves to true once it is so; to false after so long, or when it is stopped. */
  waitUntil(isSo: () => boolean, ms: number): Promise<boolean>;
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

export interface ResendOptions {
  /** What was given for masked secrets, by their marks. */
  readonly secrets: ReadonlyMap<string, string>;
  /** So long an exchange may take before it is hung up. */
  readonly timeoutMs: number;
}

/** A look at a task is waited for as long as it was, within reason. */
const MAX_PAUSE_MS = 5_000;

/** Resolves when all is sent and over, or stopped. Never throws. */
export async function resendRequests(
  steps: readonly ResendStep[],
  recorded: Timeline,
  agent: LiveAgent,
  tell: (progress: ResendProgress) => void,
  { secrets, timeoutMs }: ResendOptions,
): Promise<void> {
  const ids = new IdMapping(recorded, () => agent.createId());
  const sent: SentRequest[] = [];
  for (const step of steps) {
    const { sending, exchange, index } = step;
    const say = (state: ResendStepState, ...notes: readonly string[]) =>
      tell({ step: index, state, notes: [...step.notes, ...notes] });
    if (!sending) {
      say("left-out");
      continue;
    }
    say("waiting");
    for (const before of sent) {
      await waitUntilCaughtUp(before, exchange, agent, timeoutMs);
      before.recordIds(ids);
    }
    if (sending.kind === "call" && sending.call.operation === "get") {
      await agent.pause(getPauseBefore(recorded, exchange));
    }
    if (agent.signal.aborted) {
      say("stopped");
      continue;
    }
    const { value, notes } = ids.translate(fillMaskedSecrets(sending, secrets), exchange);
    const started = await agent.send(value);
    if (typeof started === "string") {
      say("failed", ...notes, started);
      continue;
    }
    say("running", ...notes);
    const ended = (word: ResendStepState, ...more: readonly string[]) =>
      say(word, ...notes, ...more);
    sent.push(new SentRequest(exchange, started.exchange, agent, ended));
  }
  for (const one of sent) await one.waitForEnd(timeoutMs);
}

/** As far as it had come when the next request was recorded. */
async function waitUntilCaughtUp(
  before: SentRequest,
  next: Exchange,
  agent: LiveAgent,
  patienceMs: number,
): Promise<void> {
  if (hasEndedBefore(before.recorded, next)) return before.waitForEnd(patienceMs);
  const count = before.recorded.events.countAt(next.firstEvent);
  await agent.waitUntil(() => before.hasEnded || before.eventCount >= count, patienceMs);
}

function hasEndedBefore({ end }: Exchange, next: Exchange): boolean {
  if (!end) return false;
  if (Number.isNaN(end.time) || Number.isNaN(next.open.time))
    return end.firstEvent <= next.firstEvent;
  return end.time <= next.open.time;
}

/** How long the client had waited before it looked. */
function getPauseBefore({ exchanges }: Timeline, { open, index }: Exchange): number {
  const before = exchanges[index - 1];
  const from = before?.end?.time ?? before?.open.time ?? Number.NaN;
  const waited = open.time - from;
  return waited > 0 ? Math.min(waited, MAX_PAUSE_MS) : 0;
}

/** A request that was sent, beside the recorded one that it repeats. */
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
    tell: (state: ResendStepState, ...notes: readonly string[]) => void,
  ) {
    this.recorded = recorded;
    this.#id = id;
    this.#agent = agent;
    this.#report = tell;
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

  /** Waits for its end; where the client had stopped watching, it stops after as much. */
  async waitForEnd(patienceMs: number): Promise<void> {
    if (this.#isReported) return;
    this.#isReported = true;
    const { recorded } = this;
    const hungUp = recorded.end?.record.cause === "aborted";
    const isEnough = () => this.hasEnded || (hungUp && this.eventCount >= recorded.events.count);
    const came = await this.#agent.waitUntil(isEnough, patienceMs);
    if (this.hasEnded) return this.#report("ended");
    await this.#agent.hangUp(this.#id);
    if (this.#agent.signal.aborted) return this.#report("stopped");
    const why = came
      ? "Stopped watching after as many events as were recorded."
      : `Stopped watching: not ended after ${Math.round(patienceMs / 1000)} s.`;
    await this.#agent.waitUntil(() => this.hasEnded, HANG_UP_TIMEOUT_MS);
    this.#report("ended", why);
  }
}

/** To write down that it was hung up takes no longer. */
const HANG_UP_TIMEOUT_MS = 5_000;
