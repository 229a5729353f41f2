// Runs scripts for an SDK: the part of an agent that all versions share. A cancel stops the running
// script immediately, not at its next token.
import { setTimeout as sleep } from "node:timers/promises";
import type { ScriptStep } from "../../lib/server/demo/script.ts";
import { type GetSteps, getScript } from "./script.ts";

export interface AgentTurn<Message, Task> {
  readonly taskId: string;
  readonly contextId: string;
  readonly userMessage: Message;
  readonly task?: Task;
}

interface Bus<Event> {
  publish(event: Event): void;
  finished(): void;
}

/** How one protocol version encodes events. */
export interface MessageFormat<Message, Task, Event> {
  getText(message: Message): string;
  /** Undefined if the version has no such event. */
  createEvent(step: ScriptStep, turn: AgentTurn<Message, Task>): Event | undefined;
}

interface Run {
  stop: AbortController;
  ended: Promise<void>;
}

export class Executor<Message, Task, Event> {
  readonly #format: MessageFormat<Message, Task, Event>;
  readonly #getSteps: GetSteps;
  readonly #runs = new Map<string, Run>();

  constructor(words: MessageFormat<Message, Task, Event>, getSteps: GetSteps = getScript) {
    this.#format = words;
    this.#getSteps = getSteps;
  }

  execute = async (turn: AgentTurn<Message, Task>, bus: Bus<Event>): Promise<void> => {
    const stop = new AbortController();
    const playing = this.#play(turn, bus, stop.signal);
    this.#runs.set(turn.taskId, { stop, ended: playing.catch(() => {}) });
    try {
      await playing;
      bus.finished();
    } finally {
      this.#runs.delete(turn.taskId);
    }
  };

  cancelTask = async (taskId: string): Promise<void> => {
    const run = this.#runs.get(taskId);
    run?.stop.abort();
    await run?.ended;
  };

  stopAll(): void {
    for (const { stop } of this.#runs.values()) stop.abort();
  }

  async #play(turn: AgentTurn<Message, Task>, bus: Bus<Event>, signal: AbortSignal): Promise<void> {
    const say = (step: ScriptStep) => {
      const event = this.#format.createEvent(step, turn);
      if (event !== undefined) bus.publish(event);
    };
    const text = this.#format.getText(turn.userMessage);
    for await (const step of this.#getSteps(text, turn.task !== undefined)) {
      if (step.kind === "wait") await sleep(step.ms, undefined, { signal }).catch(() => {});
      else say(step);
      if (signal.aborted) return say({ kind: "state", state: "canceled", text: "Stopped." });
    }
  }
}
