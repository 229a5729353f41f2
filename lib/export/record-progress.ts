/**
 * Tracks progress while the records of a run are read a second time: the last event up to which all
 * events have been read.
 */

import type { Exchange } from "../timeline/exchange.ts";
import type { Timeline } from "../timeline/timeline.ts";

interface ExchangeProgress {
  readonly exchange: Exchange;
  isOpen: boolean;
  bytes: number;
  /** Number of events that have been read. */
  events: number;
}

export class RecordProgress {
  /** Number of the last event up to which all have been read; −1 before the first. */
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

  /** Opens an exchange; `false` if it is unknown or already open. */
  openExchange(exchange: string): boolean {
    const progress = this.#exchanges.get(exchange);
    if (!progress || progress.isOpen) return false;
    progress.isOpen = true;
    return true;
  }

  /** Number of body bytes read so far; `null` if the exchange is not open. */
  getByteCount(exchange: string): number | null {
    const progress = this.#exchanges.get(exchange);
    return progress?.isOpen ? progress.bytes : null;
  }

  /** Ignores bytes of exchanges that are not open: they belong to no body. */
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

  /** The recorder was stopped, so all exchanges ended. */
  endAll(): void {
    for (const progress of this.#exchanges.values()) this.#advance(progress, true);
  }

  #advance(progress: ExchangeProgress, isEnd: boolean): void {
    if (!progress.isOpen) return;
    const { body, events, framer } = progress.exchange;
    const columns = this.#timeline.events;
    // Only the byte after a JSON value shows that the value is complete, and the end that a binary body is.
    const isAlone = framer?.framing === "json" || framer?.framing === "binary";
    const lookahead = isAlone && !isEnd ? 1 : 0;
    while (progress.events < events.count) {
      const ordinal = events.at(progress.events);
      const end = body.byteOffset(columns.end.at(ordinal));
      if (!isEnd && end + lookahead > progress.bytes) break;
      this.#receivedEvents[ordinal] = 1;
      progress.events++;
    }
    while (this.#receivedEvents[this.lastEvent + 1] === 1) this.lastEvent++;
  }
}
