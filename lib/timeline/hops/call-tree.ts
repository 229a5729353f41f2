/**
 * The calls between agents that passed a tap, as a tree: each below the call that it was made for.
 *
 * Guarantees: it grows when a call begins, and looks only at those that are running then. So the tree
 * as of event n is that of the first n + 1 events, and a run without taps costs nothing. Decisions of
 * the user hold at every event, whether they are set before or after the calls were added.
 */

import type { Exchange } from "../exchange.ts";
import type { CallEdge, DecidedConnection, TappedCall } from "./tapped-call.ts";

/** A call that is deeper inside others is made for none. No tree is too deep to be walked. */
const MAX_DEPTH = 64;

/** By the exchange ID of a call: that of the call it was made for, or `null` for none. */
export type EdgeDecisions = ReadonlyMap<string, string | null>;

const CUT: CallEdge = {
  kind: "cut",
  rule: "user",
  certainty: "certain",
  because: "A user decided that it was made for no other call.",
};

const CONNECTED: CallEdge = {
  kind: "connected",
  rule: "user",
  certainty: "certain",
  because: "A user decided that it was made for that call.",
};

export class CallTree {
  /** In the order they began. */
  readonly calls: TappedCall[] = [];
  /** Where agents were called, and the first event before it. */
  readonly targets = new Map<string, number>();
  readonly #byExchange = new Map<number, TappedCall>();
  readonly #byId = new Map<string, TappedCall>();
  #decisions: EdgeDecisions | null = null;
  /** Those that an exported log contains. */
  readonly #recordedDecisions = new Map<string, string | null>();
  /** Those that had not ended when the newest call began. */
  #running: TappedCall[] = [];

  /** Adds a call that begins. Returns those that are running and that it may have been made for. */
  add(call: TappedCall): TappedCall[] {
    this.#running = this.#running.filter((other) => isRunning(other, call.begin));
    const others = this.#running.filter(({ depth }) => depth < MAX_DEPTH);
    this.calls.push(call);
    const { target } = call.hop;
    if (!this.targets.has(target)) this.targets.set(target, call.firstEvent);
    this.#byExchange.set(call.exchange.index, call);
    if (!this.#byId.has(call.exchange.id)) this.#byId.set(call.exchange.id, call);
    call.decide(this.#findDecision(call));
    this.#running.push(call);
    return others;
  }

  find(exchange: number): TappedCall | undefined {
    return this.#byExchange.get(exchange);
  }

  /** Replaces all decisions of the user. Returns whether that changes the tree. */
  setDecisions(decisions: EdgeDecisions): boolean {
    const before = this.#decisions ?? new Map<string, string | null>();
    this.#decisions = decisions;
    const changed = new Set(
      [...before, ...decisions]
        .map(([id]) => id)
        .filter((id) => before.get(id) !== decisions.get(id)),
    );
    for (const id of changed) {
      const call = this.#byId.get(id);
      call?.decide(this.#findDecision(call));
    }
    return changed.size > 0;
  }

  /** Adds a decision that the log contains. Those that are set replace it. */
  addRecordedDecision(id: string, parent: string | null): void {
    this.#recordedDecisions.set(id, parent);
    const call = this.#byId.get(id);
    call?.decide(this.#findDecision(call));
  }

  /** `null` until they are set. */
  get decisions(): EdgeDecisions | null {
    return this.#decisions;
  }

  /** `null` if there is none, or if it names a call that cannot be the reason. */
  #findDecision(call: TappedCall): DecidedConnection | null {
    const { id } = call.exchange;
    const set = this.#decisions?.get(id);
    const parentId = set === undefined ? this.#recordedDecisions.get(id) : set;
    if (parentId === undefined || this.#byId.get(id) !== call) return null;
    const isInLog = set === undefined;
    if (parentId === null) return { parent: null, edge: CUT, isInLog };
    const parent = this.#byId.get(parentId);
    return parent && wasRunning(parent, call) ? { parent, edge: CONNECTED, isInLog } : null;
  }

  /** The calls that a call may have been made for: those that were running when it began. */
  listPossibleParents(call: TappedCall): TappedCall[] {
    return this.calls.filter((other) => wasRunning(other, call));
  }

  /** Without the exchanges that were made for others. */
  listRootCalls(exchanges: readonly Exchange[], n: number): readonly Exchange[] {
    if (this.calls.length === 0) return exchanges;
    return exchanges.filter((exchange) => !this.isSubCall(exchange, n));
  }

  /** Whether an exchange was made for another call, as of event `n`. */
  isSubCall({ index }: Exchange, n: number): boolean {
    return (this.#byExchange.get(index)?.parentAt(n) ?? null) !== null;
  }
}

const isRunning = ({ exchange: { end } }: TappedCall, time: number): boolean =>
  end === null || end.time > time;

/**
 * Was a call running when another began? Every call began after those that it was made for, so it is
 * never inside itself. The answer is the same before and after the call has ended.
 */
function wasRunning({ exchange }: TappedCall, call: TappedCall): boolean {
  const { end } = exchange;
  if (exchange.index >= call.exchange.index) return false;
  if (end === null || end.record.cause === "unknown") return true;
  return end.firstEvent > call.firstEvent || end.time > call.begin;
}
