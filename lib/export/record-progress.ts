/**
 * How far into a run its records have come, while they pass by once more: the newest event before
 * which nothing is missing.
 */

import type { Exchange } from "../timeline/exchange.ts";
import type { Timeline } from "../timeline/timeline.ts";

interface ExchangeProgress {
  readonly exchange: Exchange;
  isOpen: boolean;
  bytes: number;
  /** How many of its events have come. */
  events: number;
}

export class RecordProgress {
  /** The ordinal of that event; −1 before the first. */
  lastEvent = -1;
  readonly #timeline: Timeline;
  readonly #exchanges: ReadonlyMap<string, ExchangeProgress>;
  readonly #receivedEvents: Uint8Array;

  constructor(timeline: Timeline) {
    this.#timeline = timeline;
    this.#receivedEvents = new Uint8Array(timeline.events.length);
    const progress = timeline.exchanges.map((exchange) => {
      return [exchange.id, { exchange, isOpen: false, bytes: 0, events: 0 }] as const;
    });
    this.#exchanges = new Map(progress);
  }

  /** An exchange begins; `false` where it had begun before. */
  openExchange(exchange: string): boolean {
    const progress = this.#exchanges.get(exchange);
    if (!progress || progress.isOpen) return false;
    progress.isOpen = true;
    return true;
  }

  /** How many bytes of its body have passed by; `null` where it has not begun. */
  getByteCount(exchange: string): number | null {
    const progress = this.#exchanges.get(exchange);
    return progress?.isOpen ? progress.bytes : null;
  }

  /** Bytes of an exchange that never began belong to no body. */
  addBytes(exchange: string, bytes: number): void {
    const progress = this.#exchanges.get(exchange);
    if (!progress?.isOpen) return;
    progress.bytes += bytes;
    this.#advance(progress, false);
  }

  endExchange(exchange: string): void {
    const progress = this.#exchanges.get(exchange);
    if (progress) this.#advance(progress, true);
  }

  /** The recorder was stopped: everything ended. */
  endAll(): void {
    for (const progress of this.#exchanges.values()) this.#advance(progress, true);
  }

  #advance(progress: ExchangeProgress, isEnd: boolean): void {
    if (!progress.isOpen) return;
    const { body, events, framer } = progress.exchange;
    const columns = this.#timeline.events;
    // Where a value of JSON is over, only what comes behind it tells.
    const beyond = framer?.framing === "json" && !isEnd ? 1 : 0;
    while (progress.events < events.count) {
      const ordinal = events.at(progress.events);
      const end = body.byteOffset(columns.end.at(ordinal));
      if (!isEnd && end + beyond > progress.bytes) break;
      this.#receivedEvents[ordinal] = 1;
      progress.events++;
    }
    while (this.#receivedEvents[this.lastEvent + 1] === 1) this.lastEvent++;
  }
}
