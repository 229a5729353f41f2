/** What an agent answered to be looked up, read again from its bytes: pages of tasks, push configurations. */

import { Decoder } from "../protocol/decode.ts";
import {
  EVENT_KINDS,
  type ProtocolEvent,
  type PushConfigFact,
  type Task,
} from "../protocol/model.ts";
import type { Exchange } from "./exchange.ts";
import { contextOf } from "./frame-reading.ts";
import { frameValue } from "./read.ts";
import type { Timeline } from "./timeline.ts";

const LISTINGS: ReadonlySet<number> = new Set([
  EVENT_KINDS.indexOf("tasks"),
  EVENT_KINDS.indexOf("configs"),
]);

export interface Listing {
  readonly tasks: readonly Task[];
  readonly configs: readonly PushConfigFact[];
  /** For the next page; `null` where this is the last. */
  readonly nextPageToken: string | null;
}

/** All that an exchange listed: one page, or an array of which each element came by itself. */
export function listingIn(timeline: Timeline, exchange: Exchange): Listing | null {
  const tasks: Task[] = [];
  const configs: PushConfigFact[] = [];
  let nextPageToken: string | null = null;
  let isListing = false;
  for (let i = 0; i < exchange.events.count; i++) {
    const ordinal = exchange.events.at(i);
    if (!LISTINGS.has(timeline.events.kind.at(ordinal))) continue;
    for (const event of eventsIn(timeline, exchange, ordinal)) {
      if (event.kind !== "tasks" && event.kind !== "configs") continue;
      if (event.kind === "tasks") tasks.push(...event.tasks);
      else configs.push(...event.configs);
      nextPageToken = event.nextPageToken || null;
      isListing = true;
    }
  }
  return isListing ? { tasks, configs, nextPageToken } : null;
}

/** What the frame of an event says, as it was decoded the first time. */
export function eventsIn(timeline: Timeline, exchange: Exchange, ordinal: number): ProtocolEvent[] {
  const events: ProtocolEvent[] = [];
  const decoder = new Decoder((event) => events.push(event));
  decoder.value(frameValue(timeline, ordinal), contextOf(exchange, ordinal), 0);
  return events;
}
