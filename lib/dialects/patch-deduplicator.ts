/**
 * Deduplicates the patches of one task: parallel streams deliver the same patches at different
 * times, and a patch must not be applied twice.
 */

import { NumberColumn } from "../collections/number-column.ts";
import { isSameJson } from "../protocol/json.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { getStreamingUpdate } from "./streaming-messages/draft-registry.ts";

export class PatchDeduplicator {
  readonly #timeline: Timeline;
  /** The events with new patches. */
  readonly #newEvents = NumberColumn.u32();
  /** How many of them each exchange has delivered. */
  readonly #matchedCounts = new Map<number, number>();

  constructor(timeline: Timeline) {
    this.#timeline = timeline;
  }

  /** Whether another stream has already delivered it since this one was opened. */
  markIfDuplicate(update: unknown, event: number): boolean {
    const { events, exchanges, metadata } = this.#timeline;
    const exchange = events.exchange.at(event);
    const opened = exchanges[exchange]?.firstEvent ?? -1;
    const from = this.#matchedCounts.get(exchange) ?? this.#newEvents.countUpTo(opened);
    for (let i = from; i < this.#newEvents.length; i++) {
      const other = this.#newEvents.at(i);
      if (events.exchange.at(other) === exchange) continue;
      if (!isSameJson(getStreamingUpdate(metadata.get(other)), update)) continue;
      this.#matchedCounts.set(exchange, i + 1);
      return true;
    }
    this.#newEvents.push(event);
    this.#matchedCounts.set(exchange, this.#newEvents.length);
    return false;
  }
}
