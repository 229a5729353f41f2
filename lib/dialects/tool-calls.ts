/** Tool calls: started, updated and ended; paired by id, tool, agent, or order. */

import { TERMINAL_STATES } from "../protocol/model.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { ToolFields } from "./detector.ts";
import type { Item } from "./item.ts";

export type ToolState = "running" | "completed" | "failed" | "never-ended";

interface ToolEvent {
  readonly firstEvent: number;
  readonly fields: ToolFields;
  /** The item that reported it. */
  readonly item: Item;
}

export class ToolCall {
  readonly item: Item;
  /** Its start; `null` if only its end was reported. */
  readonly start: ToolEvent | null;
  readonly #reports: ToolEvent[] = [];
  #end: ToolEvent | null = null;
  /** All fields so far: the value of `fieldsAt` at the newest event. */
  #fields: ToolFields;

  constructor(item: Item, start: ToolEvent | null) {
    this.item = item;
    this.start = start;
    this.#fields = omitUndefined(start?.fields ?? {});
  }

  get firstEvent(): number {
    return this.item.firstEvent;
  }

  get reports(): readonly ToolEvent[] {
    return this.#reports;
  }

  get end(): ToolEvent | null {
    return this.#end;
  }

  get fields(): ToolFields {
    return this.#fields;
  }

  addReport(report: ToolEvent): void {
    this.#reports.push(report);
    const end = omitUndefined(this.#end?.fields ?? {});
    this.#fields = { ...this.#fields, ...omitUndefined(report.fields), ...end };
  }

  finish(report: ToolEvent): void {
    this.#end = report;
    this.#fields = { ...this.#fields, ...omitUndefined(report.fields) };
  }

  /** All fields as of event `n`; the newest value of each wins. */
  fieldsAt(n: number): ToolFields {
    let fields: ToolFields = {};
    for (const report of [this.start, ...this.#reports, this.#end]) {
      if (report && report.firstEvent <= n) fields = { ...fields, ...omitUndefined(report.fields) };
    }
    return fields;
  }

  stateAt(timeline: Timeline, n: number): ToolState {
    const { end, item } = this;
    if (end && end.firstEvent <= n) return end.fields.failed === true ? "failed" : "completed";
    const state = timeline.tasks[item.taskAt(n)]?.transitionAt(n)?.state;
    const isOver = state !== undefined && TERMINAL_STATES.has(state);
    // No response was needed after all.
    if (isOver && this.start?.fields.waits && this.fieldsAt(n).result !== undefined)
      return "completed";
    const isWaiting = state === "input-required" || state === "auth-required";
    const isCut = isStreamEndedAt(timeline, item, n);
    return isOver || (isCut && !isWaiting) ? "never-ended" : "running";
  }

  /** The time of its end as of event `n`; NaN if it has not ended. */
  endTimeAt(timeline: Timeline, n: number): number {
    const { end } = this;
    return end && end.firstEvent <= n && end.firstEvent >= 0
      ? timeline.events.time.at(end.firstEvent)
      : Number.NaN;
  }
}

/** Whether the latest stream of its task has ended; a task may continue in another stream. */
function isStreamEndedAt({ exchanges, events, tasks }: Timeline, item: Item, n: number): boolean {
  const last = tasks[item.taskAt(n)]?.events.lastAt(n) ?? -1;
  const exchange = last < 0 ? item.exchange : events.exchange.at(last);
  return exchanges[exchange]?.endAt(n) != null;
}

/**
 * The calls of one task: those that have not ended, and all with an id. Calls are indexed by name,
 * so that any number of calls that never end does not slow down the others.
 */
export class OpenToolCalls {
  /** In order of start. */
  readonly #open = new Set<ToolCall>();
  readonly #byId = new Map<string, ToolCall>();
  readonly #queues = new Map<string, CallQueue>();

  add(call: ToolCall, callId: string | undefined): void {
    this.#open.add(call);
    if (callId !== undefined) this.#byId.set(callId, call);
    this.#addToQueues(call, []);
  }

  /** The call with an id, ended or not. */
  findById(callId: string | undefined): ToolCall | null {
    return callId === undefined ? null : (this.#byId.get(callId) ?? null);
  }

  remove(call: ToolCall): void {
    this.#open.delete(call);
  }

  /** Adds a report to a call and updates its index, because its name may have changed. */
  addReport(call: ToolCall, report: ToolEvent): void {
    const before = getCallKeys(call.fields);
    call.addReport(report);
    if (this.#open.has(call)) this.#addToQueues(call, before);
  }

  /** The call that these fields are about: by id, else by tool, else by agent, else the oldest. */
  find({ callId, name, agent }: ToolFields): ToolCall | null {
    if (callId !== undefined) return this.findById(callId);
    if (name === undefined && agent === undefined) {
      return this.#open.values().next().value ?? null;
    }
    return (
      this.#findOldest(createCallKey("tool", name)) ??
      this.#findOldest(createCallKey("by", agent)) ??
      // The end of an agent's work may be reported with the agent's name alone.
      this.#findOldest(createCallKey("agent", name)) ??
      this.#findOldest(NAMELESS)
    );
  }

  /** The newest call of an agent by its name. */
  findByAgent(agent: string): ToolCall | null {
    const called = createCallKey("called", agent) ?? "";
    return this.#queues.get(called)?.findNewest((call) => this.#isOpenUnder(call, called)) ?? null;
  }

  #findOldest(by: string | null): ToolCall | null {
    if (by === null) return null;
    return this.#queues.get(by)?.findOldest((call) => this.#isOpenUnder(call, by)) ?? null;
  }

  #isOpenUnder(call: ToolCall, by: string): boolean {
    return this.#open.has(call) && getCallKeys(call.fields).includes(by);
  }

  #addToQueues(call: ToolCall, before: readonly string[]): void {
    for (const by of getCallKeys(call.fields)) {
      if (before.includes(by)) continue;
      let line = this.#queues.get(by);
      if (!line) {
        line = new CallQueue();
        this.#queues.set(by, line);
      }
      line.add(call);
    }
  }
}

/** Queue of calls in insertion order; removed calls are skipped once. */
class CallQueue {
  readonly #calls: ToolCall[] = [];
  #first = 0;

  add(call: ToolCall): void {
    this.#calls.push(call);
  }

  findOldest(isHere: (call: ToolCall) => boolean): ToolCall | null {
    for (; this.#first < this.#calls.length; this.#first++) {
      const call = this.#calls[this.#first];
      if (call && isHere(call)) return call;
    }
    return null;
  }

  findNewest(isHere: (call: ToolCall) => boolean): ToolCall | null {
    for (; this.#calls.length > this.#first; this.#calls.pop()) {
      const call = this.#calls[this.#calls.length - 1];
      if (call && isHere(call)) return call;
    }
    return null;
  }
}

/** Started without any description. */
const NAMELESS = "nameless";

type CallKeyKind = "tool" | "by" | "agent" | "called";

function createCallKey(kind: CallKeyKind, word: string | undefined): string | null {
  return word === undefined ? null : `${kind} ${word.trim().toLowerCase()}`;
}

/** The index keys of a call: tool, performer, agent without a tool, title. */
function getCallKeys({ name, agent, callId }: ToolFields): string[] {
  if (name === undefined && agent === undefined) return callId === undefined ? [NAMELESS] : [];
  const alone = name === undefined ? createCallKey("agent", agent) : null;
  const keys = [
    createCallKey("tool", name),
    createCallKey("by", agent ?? name),
    alone,
    createCallKey("called", name ?? agent),
  ];
  return keys.filter((it) => it !== null);
}

function omitUndefined(fields: ToolFields): ToolFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
