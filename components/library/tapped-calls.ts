// Calls between agents as the rail lists them: each below the call that it was made for.

import { getExchangeTask } from "../../lib/session/current-task.ts";
import type { Exchange } from "../../lib/timeline/exchange.ts";
import { isDiscovery } from "../../lib/timeline/exchange-queries.ts";
import {
  findCalleeName,
  findCallerLabel,
  getAgentNames,
} from "../../lib/timeline/hops/agent-names.ts";
import type { CallEdge, TappedCall } from "../../lib/timeline/hops/tapped-call.ts";
import type { TaskLane } from "../../lib/timeline/task.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";

export interface ListedCall {
  /** The agent that was called. */
  readonly callee: string;
  readonly caller: string;
  /** 0: it was made for no other call. */
  readonly depth: number;
  /** How what it was made for is known; `null` if it was made for no other call. */
  readonly edgeKind: CallEdge["kind"] | null;
  readonly task: TaskLane | null;
}

export class TappedCalls {
  readonly #timeline: Timeline;
  readonly #n: number;
  readonly #names: ReadonlyMap<string, string>;

  constructor(timeline: Timeline) {
    this.#timeline = timeline;
    this.#n = timeline.lastEvent;
    this.#names = getAgentNames(timeline, this.#n);
  }

  /** `null` if the exchange did not pass a tap, or is a notification. */
  find(exchange: Exchange): ListedCall | null {
    const call = this.#find(exchange);
    if (!call || exchange.open.record.inbound) return null;
    let depth = 0;
    for (let at = this.#getParent(call); at; at = this.#getParent(at)) depth++;
    return {
      callee: findCalleeName(call, this.#names),
      caller: findCallerLabel(call, this.#names, this.#n),
      depth,
      task: getExchangeTask(this.#timeline, exchange),
      edgeKind: call.edgeAt(this.#n)?.kind ?? null,
    };
  }

  isSubCall(exchange: Exchange): boolean {
    const call = this.#find(exchange);
    return call !== undefined && this.#getParent(call) !== null;
  }

  /** The calls inside an exchange, each after the one it was made for, in the order they began. */
  listSubCalls(exchange: Exchange): Exchange[] {
    const call = this.#find(exchange);
    if (!call) return [];
    const children = call.childrenAt(this.#n).filter((child) => this.#getParent(child) === call);
    return children
      .map((child) => child.exchange)
      .toSorted((a, b) => a.index - b.index)
      .flatMap((child) => [child, ...this.listSubCalls(child)]);
  }

  #find({ index }: Exchange): TappedCall | undefined {
    return this.#timeline.callTree.find(index);
  }

  /** Card lookups and notifications have groups of their own. */
  #getParent(call: TappedCall): TappedCall | null {
    const parent = isListedInTree(call) ? call.parentAt(this.#n) : null;
    return parent && isListedInTree(parent) ? parent : null;
  }
}

const isListedInTree = ({ exchange }: TappedCall): boolean =>
  !exchange.open.record.inbound && !isDiscovery(exchange);
