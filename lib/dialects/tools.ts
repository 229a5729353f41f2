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
  readonly #reports: ToolSaying[] = [];
  #end: ToolSaying | null = null;
  /** All that was said of it so far: what `wordsAt` gives for the newest event. */
  #words: ToolWords;

  constructor(item: Item, start: ToolSaying | null) {
    this.item = item;
    this.start = start;
    this.#words = given(start?.words ?? {});
  }

  get birth(): number {
    return this.item.birth;
  }

  get reports(): readonly ToolSaying[] {
    return this.#reports;
  }

  get end(): ToolSaying | null {
    return this.#end;
  }

  get words(): ToolWords {
    return this.#words;
  }

  report(saying: ToolSaying): void {
    this.#reports.push(saying);
    this.#words = { ...this.#words, ...given(saying.words) };
  }

  finish(saying: ToolSaying): void {
    this.#end = saying;
    this.#words = { ...this.#words, ...given(saying.words) };
  }

  /** All that was said of it by event `n`, the newest word for each thing. */
  wordsAt(n: number): ToolWords {
    let words: ToolWords = {};
    for (const saying of [this.start, ...this.#reports, this.#end]) {
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

/**
 * The calls of one task: those that have not ended, and all that have an id. Each is found by what
 * it is called, so that any number of calls that never end costs the others nothing.
 */
export class OpenCalls {
  /** In the order in which they began. */
  readonly #open = new Set<ToolCall>();
  readonly #byId = new Map<string, ToolCall>();
  readonly #lines = new Map<string, Line>();

  add(call: ToolCall, callId: string | undefined): void {
    this.#open.add(call);
    if (callId !== undefined) this.#byId.set(callId, call);
    this.#list(call, []);
  }

  /** A call that has an id, ended or not. */
  byId(callId: string | undefined): ToolCall | null {
    return callId === undefined ? null : (this.#byId.get(callId) ?? null);
  }

  remove(call: ToolCall): void {
    this.#open.delete(call);
  }

  /** Something more is said of a call: it may be called otherwise now. */
  report(call: ToolCall, saying: ToolSaying): void {
    const before = signsOf(call.words);
    call.report(saying);
    if (this.#open.has(call)) this.#list(call, before);
  }

  /** The call that these words are about: by id, else by tool, else by agent, else the oldest. */
  find({ callId, name, agent }: ToolWords): ToolCall | null {
    if (callId !== undefined) return this.byId(callId);
    if (name === undefined && agent === undefined) {
      return this.#open.values().next().value ?? null;
    }
    return (
      this.#oldest(sign("tool", name)) ??
      this.#oldest(sign("by", agent)) ??
      // The end of an agent's work may be told by the agent's name alone.
      this.#oldest(sign("agent", name)) ??
      this.#oldest(NAMELESS)
    );
  }

  /** The newest call of an agent, which is called by its name. */
  ofAgent(agent: string): ToolCall | null {
    const called = sign("called", agent) ?? "";
    return this.#lines.get(called)?.newest((call) => this.#goesBy(call, called)) ?? null;
  }

  #oldest(by: string | null): ToolCall | null {
    if (by === null) return null;
    return this.#lines.get(by)?.oldest((call) => this.#goesBy(call, by)) ?? null;
  }

  #goesBy(call: ToolCall, by: string): boolean {
    return this.#open.has(call) && signsOf(call.words).includes(by);
  }

  #list(call: ToolCall, before: readonly string[]): void {
    for (const by of signsOf(call.words)) {
      if (before.includes(by)) continue;
      let line = this.#lines.get(by);
      if (!line) {
        line = new Line();
        this.#lines.set(by, line);
      }
      line.add(call);
    }
  }
}

/** Calls in the order in which they were listed; those that are gone are passed over once. */
class Line {
  readonly #calls: ToolCall[] = [];
  #first = 0;

  add(call: ToolCall): void {
    this.#calls.push(call);
  }

  oldest(isHere: (call: ToolCall) => boolean): ToolCall | null {
    for (; this.#first < this.#calls.length; this.#first++) {
      const call = this.#calls[this.#first];
      if (call && isHere(call)) return call;
    }
    return null;
  }

  newest(isHere: (call: ToolCall) => boolean): ToolCall | null {
    for (; this.#calls.length > this.#first; this.#calls.pop()) {
      const call = this.#calls[this.#calls.length - 1];
      if (call && isHere(call)) return call;
    }
    return null;
  }
}

/** Begun without a word on what it is. */
const NAMELESS = "nameless";

type Way = "tool" | "by" | "agent" | "called";

function sign(way: Way, word: string | undefined): string | null {
  return word === undefined ? null : `${way} ${word.trim().toLowerCase()}`;
}

/** Under what a call is listed: its tool, who does it, an agent without a tool, its title. */
function signsOf({ name, agent, callId }: ToolWords): string[] {
  if (name === undefined && agent === undefined) return callId === undefined ? [NAMELESS] : [];
  const alone = name === undefined ? sign("agent", agent) : null;
  const signs = [
    sign("tool", name),
    sign("by", agent ?? name),
    alone,
    sign("called", name ?? agent),
  ];
  return signs.filter((it) => it !== null);
}

function given(words: ToolWords): ToolWords {
  return Object.fromEntries(Object.entries(words).filter(([, value]) => value !== undefined));
}
