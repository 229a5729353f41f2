/**
 * Sends the requests of a recorded run to a live agent, in the order and overlap in which they were
 * recorded: each when what had come before it has come again. Nothing waits for a clock but a look
 * at a task, which somebody had waited before, and an agent that never ends.
 */

import type { Exchange } from "../timeline/exchange.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { LiveIds } from "./ids.ts";
import { withSecrets } from "./masks.ts";
import type { Sending, Step } from "./steps.ts";

/** The agent that is talked to, and what it says. */
export interface LiveAgent {
  /** What has come of the new run so far: the same object as long as it is the same run. */
  timeline(): Timeline;
  /** Resolves to the exchange's id; to a sentence where it could not be sent. */
  send(sending: Sending): Promise<{ readonly exchange: string } | string>;
  /** Stops watching an exchange. */
  hangUp(exchange: string): Promise<void>;
  /** Resolves to true once it is so; to false after so long, or when it is stopped. */
  until(isSo: () => boolean, ms: number): Promise<boolean>;
  pause(ms: number): Promise<void>;
  makeId(): string;
  readonly signal: AbortSignal;
}

export type StepState = "waiting" | "running" | "ended" | "left-out" | "failed" | "stopped";

export interface Progress {
  readonly step: number;
  readonly state: StepState;
  readonly notes: readonly string[];
}

export interface AgainOptions {
  /** What was given for masked secrets, by their marks. */
  readonly secrets: ReadonlyMap<string, string>;
  /** So long an exchange may take before it is hung up. */
  readonly patienceMs: number;
}

/** A look at a task is waited for as long as it was, within reason. */
const LONGEST_PAUSE_MS = 5_000;

/** Resolves when all is sent and over, or stopped. Never throws. */
export async function sendAgain(
  steps: readonly Step[],
  recorded: Timeline,
  agent: LiveAgent,
  tell: (progress: Progress) => void,
  { secrets, patienceMs }: AgainOptions,
): Promise<void> {
  const ids = new LiveIds(recorded, () => agent.makeId());
  const sent: Sent[] = [];
  for (const step of steps) {
    const { sending, exchange, index } = step;
    const say = (state: StepState, ...notes: readonly string[]) =>
      tell({ step: index, state, notes: [...step.notes, ...notes] });
    if (!sending) {
      say("left-out");
      continue;
    }
    say("waiting");
    for (const before of sent) {
      await caughtUp(before, exchange, agent, patienceMs);
      before.learn(ids);
    }
    if (sending.kind === "call" && sending.call.operation === "get") {
      await agent.pause(pauseBefore(recorded, exchange));
    }
    if (agent.signal.aborted) {
      say("stopped");
      continue;
    }
    const { value, notes } = ids.translate(withSecrets(sending, secrets), exchange);
    const started = await agent.send(value);
    if (typeof started === "string") {
      say("failed", ...notes, started);
      continue;
    }
    say("running", ...notes);
    const ended = (word: StepState, ...more: readonly string[]) => say(word, ...notes, ...more);
    sent.push(new Sent(exchange, started.exchange, agent, ended));
  }
  for (const one of sent) await one.over(patienceMs);
}

/** As far as it had come when the next request was recorded. */
async function caughtUp(
  before: Sent,
  next: Exchange,
  agent: LiveAgent,
  patienceMs: number,
): Promise<void> {
  if (isOver(before.recorded, next)) return before.over(patienceMs);
  const count = before.recorded.events.countAt(next.firstEvent);
  await agent.until(() => before.isOver || before.events >= count, patienceMs);
}

function isOver({ end: ended }: Exchange, next: Exchange): boolean {
  if (!ended) return false;
  if (Number.isNaN(ended.time) || Number.isNaN(next.open.time))
    return ended.firstEvent <= next.firstEvent;
  return ended.time <= next.open.time;
}

/** How long the client had waited before it looked. */
function pauseBefore({ exchanges }: Timeline, { open, index }: Exchange): number {
  const before = exchanges[index - 1];
  const from = before?.end?.time ?? before?.open.time ?? Number.NaN;
  const waited = open.time - from;
  return waited > 0 ? Math.min(waited, LONGEST_PAUSE_MS) : 0;
}

/** A request that was sent, beside the recorded one that it repeats. */
class Sent {
  readonly recorded: Exchange;
  readonly #id: string;
  readonly #agent: LiveAgent;
  readonly #tell: (state: StepState, ...notes: readonly string[]) => void;
  #isTold = false;

  constructor(
    recorded: Exchange,
    id: string,
    agent: LiveAgent,
    tell: (state: StepState, ...notes: readonly string[]) => void,
  ) {
    this.recorded = recorded;
    this.#id = id;
    this.#agent = agent;
    this.#tell = tell;
  }

  get #live(): Exchange | undefined {
    return this.#agent.timeline().exchangeById.get(this.#id);
  }

  get isOver(): boolean {
    return this.#live?.end != null;
  }

  get events(): number {
    return this.#live?.events.count ?? 0;
  }

  learn(ids: LiveIds): void {
    const live = this.#live;
    if (live) ids.learn(this.recorded, live, this.#agent.timeline());
  }

  /** Waits for its end; where the client had stopped watching, it stops after as much. */
  async over(patienceMs: number): Promise<void> {
    if (this.#isTold) return;
    this.#isTold = true;
    const { recorded } = this;
    const hungUp = recorded.end?.record.cause === "aborted";
    const isEnough = () => this.isOver || (hungUp && this.events >= recorded.events.count);
    const came = await this.#agent.until(isEnough, patienceMs);
    if (this.isOver) return this.#tell("ended");
    await this.#agent.hangUp(this.#id);
    if (this.#agent.signal.aborted) return this.#tell("stopped");
    const why = came
      ? "Stopped watching after as much as was recorded."
      : `Stopped watching: it had not ended after ${Math.round(patienceMs / 1000)} s.`;
    await this.#agent.until(() => this.isOver, HANG_UP_MS);
    this.#tell("ended", why);
  }
}

/** To write down that it was hung up takes no longer. */
const HANG_UP_MS = 5_000;
