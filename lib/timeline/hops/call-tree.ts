/**
 * The calls between agents that passed a tap, as a tree: each below the call that it was made for.
 *
 * Guarantees: it grows when a call begins, and looks only at those that are running then. So the tree
 * as of event n is that of the first n + 1 events, and a run without taps costs nothing.
 */

import type { Exchange } from "../exchange.ts";
import type { TappedCall } from "./tapped-call.ts";

/** A call that is deeper inside others is made for none. No tree is too deep to be walked. */
const MAX_DEPTH = 64;

export class CallTree {
  /** In the order they began. */
  readonly calls: TappedCall[] = [];
  /** Where agents were called, and the first event before it. */
  readonly targets = new Map<string, number>();
  readonly #byExchange = new Map<number, TappedCall>();
  /** Those that had not ended when the newest call began. */
  #running: TappedCall[] = [];

  /** Adds a call that begins. Returns those that are running and that it may have been made for. */
  add(call: TappedCall): TappedCall[] {
    this.#running = this.#running.filter((other) => isRunning(other, call.begin));
    const others = this.#running.filter(
      ({ hop, depth }) => hop.target !== call.hop.target && depth < MAX_DEPTH,
    );
    this.calls.push(call);
    const { target } = call.hop;
    if (!this.targets.has(target)) this.targets.set(target, call.firstEvent);
    this.#byExchange.set(call.exchange.index, call);
    this.#running.push(call);
    return others;
  }

  find(exchange: number): TappedCall | undefined {
    return this.#byExchange.get(exchange);
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
