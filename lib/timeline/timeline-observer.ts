/**
 * Who looks on while a timeline grows: told of each event once it is folded, with what it was read
 * from, and of what happens between events. It sees everything once and in order, but for tokens
 * that are known to go on as the one before did (`repetition.ts`): what made no difference once
 * must make none again, but for rules that `lasts` names.
 */

import type { JsonObject } from "../protocol/json.ts";
import type { ProtocolEvent } from "../protocol/model.ts";
import type { Exchange } from "./exchange.ts";
import type { Timeline } from "./timeline.ts";

/** An event that was just folded. */
export interface EventContext {
  readonly timeline: Timeline;
  readonly exchange: Exchange;
  readonly ordinal: number;
  readonly event: ProtocolEvent;
  /** The object that the event was read from, without what is wrapped around it. */
  readonly raw: JsonObject | null;
  /** All that its frame says; `undefined` where that is no JSON. */
  readonly frame: unknown;
  /** Bits of `Evidence`, `Irregular` and `Disorder`. */
  readonly evidence: number;
  readonly decodeIssues: number;
  readonly orderIssues: number;
}

export interface TimelineObserver {
  onEvent(seen: EventContext): void;
  /** Is this rule, broken by a token, broken by each that differs from that in its word alone? */
  appliesToEveryToken(rule: string): boolean;
  onOpen(timeline: Timeline, exchange: Exchange): void;
  onHead(timeline: Timeline, exchange: Exchange): void;
  /** Where the log says how. One that only stops may go on elsewhere, so nobody is told. */
  onEnd(timeline: Timeline, exchange: Exchange): void;
}
