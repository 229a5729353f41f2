/** An exchange that passed a tap, and the call it was made for. */

import type { OpenHop } from "../../wire/record.ts";
import { ValueHistory } from "../event-index.ts";
import type { Exchange } from "../exchange.ts";

export type EdgeRule =
  | "trace"
  | "reference-task"
  | "traceability"
  | "caller-program"
  | "context-id"
  | "text"
  | "time"
  /** No rule: the user decided it. */
  | "user";

export type EdgeCertainty = "certain" | "near-certain" | "likely" | "possible";

export interface CallEdge {
  /** `connected`, `cut`: by the user, who may also say that a call was made for no other. */
  readonly kind: "recorded" | "inferred" | "connected" | "cut";
  readonly rule: EdgeRule;
  readonly certainty: EdgeCertainty;
  readonly because: string;
}

/** The call that another was made for, and how that is known. */
export interface CallConnection {
  readonly parent: TappedCall;
  readonly edge: CallEdge;
}

/** What the user decided instead; the parent is `null` if the edge is cut. */
export interface DecidedConnection {
  readonly parent: TappedCall | null;
  readonly edge: CallEdge;
  /** An exported log contains the decision. */
  readonly isInLog: boolean;
}

interface CallFacts {
  readonly hop: OpenHop;
  readonly traceId: string | null;
  /** What the caller wrote. */
  readonly text: string;
  /** It fetches a card, or is no A2A. */
  readonly isDiscovery: boolean;
}

export class TappedCall {
  readonly exchange: Exchange;
  readonly hop: OpenHop;
  readonly traceId: string | null;
  readonly text: string;
  readonly isDiscovery: boolean;
  /** The calls that were ever connected to it, in the order they began. */
  readonly children: TappedCall[] = [];
  /** How many calls it is inside of, by the rules alone. */
  depth = 0;
  /** The steps of its agent's work that were reported so far. */
  readonly reportedSteps = new Set<string>();
  readonly #connections = new ValueHistory<CallConnection>();
  #decided: DecidedConnection | null = null;

  constructor(exchange: Exchange, { hop, traceId, text, isDiscovery }: CallFacts) {
    this.exchange = exchange;
    this.hop = hop;
    this.traceId = traceId;
    this.text = text;
    this.isDiscovery = isDiscovery;
  }

  /** When its first byte was read. */
  get begin(): number {
    return this.hop.firstByte ?? this.exchange.open.time;
  }

  get contextId(): string | null {
    return this.exchange.request?.message?.contextId ?? null;
  }

  get firstEvent(): number {
    return this.exchange.firstEvent;
  }

  /** `firstEvent`: the last event before it became known. */
  connect(connection: CallConnection, firstEvent: number): void {
    this.#connections.set(firstEvent, connection);
    this.#setDepth(connection.parent.depth + 1);
    connection.parent.#addChild(this);
  }

  /** Replaces what the rules say, at every event; `null`: it is as the rules say. */
  decide(decided: DecidedConnection | null): void {
    this.#decided = decided;
    if (decided?.parent) decided.parent.#addChild(this);
  }

  /** A user decided what it was made for, beside the log. */
  get isDecided(): boolean {
    return this.#decided?.isInLog === false;
  }

  #addChild(child: TappedCall): void {
    const { index } = child.exchange;
    const at = this.children.findLastIndex(({ exchange }) => exchange.index <= index);
    if (this.children[at] !== child) this.children.splice(at + 1, 0, child);
  }

  #setDepth(depth: number): void {
    this.depth = depth;
    for (const child of this.children) {
      if (child.#connections.latest?.parent === this) child.#setDepth(depth + 1);
    }
  }

  /** The call it was made for as of event `n`; `null` if none is known, as for a call by a user. */
  parentAt(n: number): TappedCall | null {
    return (this.#decided ?? this.#connections.at(n))?.parent ?? null;
  }

  /** How that is known, or that the user cut it. */
  edgeAt(n: number): CallEdge | null {
    return (this.#decided ?? this.#connections.at(n))?.edge ?? null;
  }

  childrenAt(n: number): TappedCall[] {
    return this.children.filter((child) => child.firstEvent <= n && child.parentAt(n) === this);
  }

  /** When it ended; NaN while it runs. */
  endTimeAt(n: number): number {
    return this.exchange.endAt(n)?.time ?? Number.NaN;
  }
}
