/**
 * Observer notified after each folded event, with its decoded source, and of exchanges' requests,
 * heads and ends.
 *
 * **Guarantees:** it receives everything once and in order, except tokens that repeat the one
 * before on the fast path (`token-fast-path.ts`). An observer that did nothing for one such token
 * must do nothing for the next, except for rules that `appliesToEveryToken` accepts.
 */

import type { JsonObject } from "../protocol/json.ts";
import type { ProtocolEvent } from "../protocol/model.ts";
import type { Exchange } from "./exchange.ts";
import type { Timeline } from "./timeline.ts";

/** The event that was just folded. */
export interface EventContext {
  readonly timeline: Timeline;
  readonly exchange: Exchange;
  readonly ordinal: number;
  readonly event: ProtocolEvent;
  /** The object that the event was decoded from, without its envelope. */
  readonly raw: JsonObject | null;
  /** The value of its frame; `undefined` if that is not JSON. */
  readonly frame: unknown;
  /** Bits of `VersionEvidence`, `DecodeIssue` and `OrderIssue`. */
  readonly evidence: number;
  readonly decodeIssues: number;
  readonly orderIssues: number;
}

export interface TimelineObserver {
  onEvent(seen: EventContext): void;
  /**
   * If a token violates this rule, does every token that differs only in its word violate it too?
   */
  appliesToEveryToken(rule: string): boolean;
  onOpen(timeline: Timeline, exchange: Exchange): void;
  onHead(timeline: Timeline, exchange: Exchange): void;
  /** Called only if the log contains the end. A truncated exchange may continue elsewhere. */
  onEnd(timeline: Timeline, exchange: Exchange): void;
}
