/** Tool calls: begun, reported on, ended; paired by id, by tool, by agent, or by order. */

import { TERMINAL_STATES } from "../protocol/model.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { Item } from "./item.ts";
import type { ToolWords } from "./signal.ts";

export type ToolState = "running" | "completed" | "failed" | "never-ended";

export interface ToolSaying {
  readonly birth: number;
  readonly words: ToolWords;
  /** The item that said it. */
  readonly item: Item;
}

export class ToolCall {
  readonly item: Item;
  /** What began it; `null` where only its end was ever said. */
  readonly start: ToolSaying | null;
  readonly reports: ToolSaying[] = [];
  end: ToolSaying | null = null;

  constructor(item: Item, start: ToolSaying | null) {
    this.item = item;
    this.start = start;
  }

  get birth(): number {
    return this.item.birth;
  }

  /** All that was said of it by event `n`, the newest word for each thing. */
  wordsAt(n: number): ToolWords {
    let words: ToolWords = {};
    for (const saying of [this.start, ...this.reports, this.end]) {
      if (saying && saying.birth <= n) words = { ...words, ...given(saying.words) };
    }
    return words;
  }

  stateAt(timeline: Timeline, n: number): ToolState {
    const { end, item } = this;
    if (end && end.birth <= n) return end.words.failed === true ? "failed" : "completed";
    const state = timeline.tasks[item.taskAt(n)]?.transitionAt(n)?.state;
    const isOver = state !== undefined && TERMINAL_STATES.has(state);
    // Nobody had to answer after all.
    if (isOver && this.start?.words.waits && this.wordsAt(n).result !== undefined)
      return "completed";
    const isWaiting = state === "input-required" || state === "auth-required";
    const isCut = isCutAt(timeline, item, n);
    return isOver || (isCut && !isWaiting) ? "never-ended" : "running";
  }

  /** When it ended as far as is known by event `n`; NaN while it has not. */
  endTimeAt(timeline: Timeline, n: number): number {
    const { end } = this;
    return end && end.birth <= n && end.birth >= 0
      ? timeline.events.time.at(end.birth)
      : Number.NaN;
  }
}

/** Has the stream that told last of its task ended? A task may go on in another one. */
function isCutAt({ exchanges, events, tasks }: Timeline, item: Item, n: number): boolean {
  const last = tasks[item.taskAt(n)]?.events.lastAt(n) ?? -1;
  const exchange = last < 0 ? item.exchange : events.exchange.at(last);
  return exchanges[exchange]?.endAt(n) != null;
}

/** The calls of one task: those that have not ended, and all that have an id. */
export class OpenCalls {
  readonly #open: ToolCall[] = [];
  readonly #byId = new Map<string, ToolCall>();

  add(call: ToolCall, callId: string | undefined): void {
    this.#open.push(call);
    if (callId !== undefined) this.#byId.set(callId, call);
  }

  /** A call that has an id, ended or not. */
  byId(callId: string | undefined): ToolCall | null {
    return callId === undefined ? null : (this.#byId.get(callId) ?? null);
  }

  remove(call: ToolCall): void {
    const index = this.#open.indexOf(call);
    if (index >= 0) this.#open.splice(index, 1);
  }

  /** The call that these words are about: by id, else by tool, else by agent, else the oldest. */
  find(words: ToolWords): ToolCall | null {
    const { callId, name, agent } = words;
    if (callId !== undefined) return this.byId(callId);
    if (name !== undefined) {
      const found = this.#oldest((other) => isSameName(other.name, name));
      if (found) return found;
    }
    if (agent !== undefined) {
      const found = this.#oldest((other) => isSameName(other.agent ?? other.name, agent));
      if (found) return found;
    }
    if (name === undefined && agent === undefined) return this.#open[0] ?? null;
    return this.#ofName(name) ?? this.#oldest(isNameless);
  }

  /** The newest call of an agent, by its name as a tool or as an agent. */
  ofAgent(agent: string): ToolCall | null {
    const isIts = ({ name, agent: own }: ToolWords) =>
      isSameName(name, agent) || isSameName(own, agent);
    return this.#open.findLast((call) => isIts(call.wordsAt(Number.MAX_SAFE_INTEGER))) ?? null;
  }

  /** The end of an agent's work may be told by the agent's name alone. */
  #ofName(name: string | undefined): ToolCall | null {
    if (name === undefined) return null;
    return this.#oldest((other) => other.name === undefined && isSameName(other.agent, name));
  }

  #oldest(fits: (words: ToolWords) => boolean): ToolCall | null {
    return this.#open.find((call) => fits(call.wordsAt(Number.MAX_SAFE_INTEGER))) ?? null;
  }
}

function isSameName(a: string | undefined, b: string): boolean {
  return a !== undefined && a.trim().toLowerCase() === b.trim().toLowerCase();
}

/** Begun without a word on what it is. */
function isNameless({ name, agent, callId }: ToolWords): boolean {
  return name === undefined && agent === undefined && callId === undefined;
}

function given(words: ToolWords): ToolWords {
  return Object.fromEntries(Object.entries(words).filter(([, value]) => value !== undefined));
}
