/**
 * One task of a scripted agent: its state, artifacts, history and listeners.
 *
 * Guarantees: every listener gets the same steps in the same order; a canceled task sends nothing
 * more; a slow listener slows the task down.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep, setImmediate as yieldToEventLoop } from "node:timers/promises";
import {
  type ChunkStep,
  isTerminal,
  isTurnOver,
  type ScriptStep,
  type StateStep,
  state,
} from "./script.ts";

/** A step that listeners get. */
export type SentStep = Exclude<ScriptStep, { kind: "wait" | "cut" }>;

export interface TaskListener {
  /** The task waits for the returned promise before it sends more. */
  onStep(step: SentStep): Promise<void> | undefined;
  /** This turn sends no more steps. */
  end(): void;
  /** The connection breaks without notice. */
  cut(): void;
}

interface TaskStatus extends StateStep {
  readonly timestamp: string;
  readonly messageId: string;
}

type TaskArtifact = Pick<ChunkStep, "artifact" | "name" | "description" | "text">;

/** A script that has begun, and its next step. */
export interface StartedScript {
  readonly next: IteratorResult<ScriptStep, unknown>;
  readonly steps: Iterator<ScriptStep> | AsyncIterator<ScriptStep>;
}

export class ScriptedTask {
  readonly id: string;
  readonly contextId: string;
  /** The messages of the client, as they came. */
  readonly history: object[] = [];
  readonly #artifacts = new Map<string, TaskArtifact>();
  readonly #listeners = new Set<TaskListener>();
  #status = createStatus(state("submitted"));
  readonly #run = new AbortController();

  constructor(id: string, contextId: string) {
    this.id = id;
    this.contextId = contextId;
  }

  get status(): TaskStatus {
    return this.#status;
  }

  get artifacts(): readonly TaskArtifact[] {
    return [...this.#artifacts.values()];
  }

  /** Fires when the task is canceled. */
  get signal(): AbortSignal {
    return this.#run.signal;
  }

  addListener(listener: TaskListener): void {
    this.#listeners.add(listener);
  }

  removeListener(listener: TaskListener): void {
    this.#listeners.delete(listener);
  }

  /** Plays a script until it ends or the task is canceled. One that throws breaks the connections. */
  async play(message: object, { next, steps }: StartedScript): Promise<void> {
    this.history.push(message);
    try {
      for (let step = next; !step.done; step = await steps.next()) {
        this.signal.throwIfAborted();
        await this.#playStep(step.value);
      }
      for (const listener of this.#takeListeners()) listener.end();
    } catch {
      if (!this.signal.aborted) this.#cutConnections();
    } finally {
      await steps.return?.();
    }
  }

  async cancel(): Promise<void> {
    if (isTerminal(this.#status.state)) return;
    this.#run.abort();
    await this.#playStep(state("canceled"));
  }

  async #playStep(step: ScriptStep): Promise<void> {
    if (step.kind === "cut") return this.#cutConnections();
    if (step.kind === "wait") return this.#wait(step.ms);
    if (step.kind === "state") this.#status = createStatus(step);
    if (step.kind === "chunk") {
      const text = step.append ? (this.#artifacts.get(step.artifact)?.text ?? "") : "";
      this.#artifacts.set(step.artifact, { ...step, text: text + step.text });
    }
    const waits = Array.from(this.#listeners, (listener) => listener.onStep(step));
    if (waits.some((wait) => wait !== undefined)) await Promise.all(waits);
    if (step.kind === "state" && isTurnOver(step.state))
      for (const listener of this.#takeListeners()) listener.end();
  }

  async #wait(ms: number): Promise<void> {
    if (ms === 0) await yieldToEventLoop();
    else await sleep(ms, undefined, { signal: this.signal });
  }

  #cutConnections(): void {
    for (const listener of this.#takeListeners()) listener.cut();
  }

  #takeListeners(): TaskListener[] {
    const all = [...this.#listeners];
    this.#listeners.clear();
    return all;
  }
}

const createStatus = (step: StateStep): TaskStatus => ({
  messageId: randomUUID(),
  ...step,
  timestamp: new Date().toISOString(),
});
