/**
 * The calls between agents that passed a tap, as a tree: each below the call that it was made for.
 *
 * Guarantees: it grows when a call begins, and looks only at those that are running then. So the tree
 * as of event n is that of the first n + 1 events, and a run without taps costs nothing. Decisions of
 * the user hold at every event, whether they are set before or after the calls were added.
 */

import type { HopCaller } from "../../wire/record.ts";
import { countUpToEvent } from "../event-index.ts";
import type { Exchange } from "../exchange.ts";
import { getPort } from "./port.ts";
import type { CallConnection, CallEdge, DecidedConnection, TappedCall } from "./tapped-call.ts";

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
  /** Changes with every call and every edge. */
  #revision = 0;
  /** What was found last. */
  #knownUser = { n: -1, revision: -1, exists: false };

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
    this.#revision += 1;
    return others;
  }

  /** `firstEvent`: the last event before it became known. */
  connect(call: TappedCall, connection: CallConnection, firstEvent: number): void {
    call.connect(connection, firstEvent);
    this.#revision += 1;
  }

  find(exchange: number): TappedCall | undefined {
    return this.#byExchange.get(exchange);
  }

  /** Replaces all decisions of the user. Returns whether that changes the tree. */
  setDecisions(decisions: EdgeDecisions): boolean {
    const before = this.#decisions ?? new Map<string, string | null>();
    this.#decisions = decisions;
    this.#revision += 1;
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
    this.#revision += 1;
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

  /** The exchanges that the user of the run made, as of event `n`. */
  listUserCalls(exchanges: readonly Exchange[], n: number): readonly Exchange[] {
    if (this.calls.length === 0) return exchanges;
    return exchanges.filter((exchange) => this.isUserCall(exchange, n));
  }

  /**
   * Whether the user of the run made an exchange, as of event `n`: it was made for no other call, and,
   * where calls of users are known, not by an agent or by an unknown program.
   */
  isUserCall({ index }: Exchange, n: number): boolean {
    const call = this.#byExchange.get(index);
    if (!call) return true;
    if (call.parentAt(n) !== null) return false;
    if (call.exchange.open.record.inbound || this.#isOfKnownUser(call, n)) return true;
    return !(isByUnknownProgram(call) || this.#isByAgent(call, n)) || !this.#hasKnownUser(n);
  }

  #isOfKnownUser(call: TappedCall, n: number): boolean {
    if (call.parentAt(n) !== null) return false;
    if (call.hop.via === "direct" || call.edgeAt(n)?.kind === "cut") return true;
    return call.hop.caller.program !== undefined && !this.#isByAgent(call, n);
  }

  /** Its program listens where agents were called. */
  #isByAgent({ hop }: TappedCall, n: number): boolean {
    return findListening(this, hop.caller, n).length > 0;
  }

  /** Did a user who is known send anything but lookups of cards? */
  #hasKnownUser(n: number): boolean {
    const last = this.#knownUser;
    if (last.n === n && last.revision === this.#revision) return last.exists;
    const begun = this.calls.slice(0, countUpToEvent(this.calls, n));
    const exists = begun.some((call) => !call.isDiscovery && this.#isOfKnownUser(call, n));
    this.#knownUser = { n, revision: this.#revision, exists };
    return exists;
  }
}

/** A caller on this machine, whose program could have been found. Others are known by their address. */
export const isByUnknownProgram = ({ hop: { via, caller } }: TappedCall): boolean =>
  via !== "direct" && caller.program === undefined && /^(?:127\.|::1$)/.test(caller.address);

/** The agents, by target, on whose ports a calling program listens as of event `n`. */
export const findListening = (
  { targets }: CallTree,
  { program }: HopCaller,
  n: number,
): readonly string[] =>
  [...targets].flatMap(([target, since]) =>
    since <= n && program?.listens.includes(getPort(target)) ? [target] : [],
  );

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
