/**
 * Patches of one task that more than one stream tells: streams side by side tell the same ones,
 * each in its time, and a patch must not be applied twice.
 */

import { isSameJson } from "../protocol/json.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { NumberColumn } from "../wire/number-column.ts";
import { streamingIn } from "./drafts/book.ts";

export class PatchTellers {
  readonly #timeline: Timeline;
  /** The events that were news. */
  readonly #news = NumberColumn.u32();
  /** How many of them each exchange has told too. */
  readonly #told = new Map<number, number>();

  constructor(timeline: Timeline) {
    this.#timeline = timeline;
  }

  /** Did another stream, since this one was opened, tell it already? */
  toldBefore(update: unknown, event: number): boolean {
    const { events, exchanges, metadata } = this.#timeline;
    const exchange = events.exchange.at(event);
    const opened = exchanges[exchange]?.birth ?? -1;
    const from = this.#told.get(exchange) ?? this.#news.countUpTo(opened);
    for (let i = from; i < this.#news.length; i++) {
      const other = this.#news.at(i);
      if (events.exchange.at(other) === exchange) continue;
      if (!isSameJson(streamingIn(metadata.of(other)), update)) continue;
      this.#told.set(exchange, i + 1);
      return true;
    }
    this.#news.push(event);
    this.#told.set(exchange, this.#news.length);
    return false;
  }
}
