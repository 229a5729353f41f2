/**
 * How the events of one exchange came: their gaps, and which of them were read from the socket
 * together. It goes on where it stopped, so that what grows costs only what is new.
 */

import type { Exchange } from "../../timeline/exchange.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import { Longest } from "./longest.ts";
import { Rhythm } from "./rhythm.ts";

/** A silence far out of the stream's own rhythm. */
export interface Stall {
  /** The event before it. */
  readonly after: number;
  /** The event that ended it; `null` where the end of the exchange did. */
  readonly before: number | null;
  readonly ms: number;
  /** How often the server said meanwhile that it is still there. */
  readonly keptAlive: number;
}

/** Frames that one read of the socket brought. */
export interface Burst {
  /** The first of its events. */
  readonly event: number;
  readonly frames: number;
  readonly time: number;
}

/** Nobody takes less for a silence. */
const SHORTEST_STALL_MS = 1000;
/** So many times longer than most gaps are, and than nearly all of them. */
const OF_MEDIAN = 5;
const OF_NEARLY_ALL = 2;
const NEARLY_ALL = 0.9;
/** More than these are neither read nor drawn. */
const MOST_STALLS = 32;
const MOST_BURSTS = 8;

interface Gap {
  readonly after: number;
  readonly before: number | null;
  readonly ms: number;
}

export class Tempo {
  readonly #timeline: Timeline;
  readonly #exchange: Exchange;
  #seen = 0;
  #newest = { event: -1, time: Number.NaN };

  readonly #gaps = new Rhythm();
  readonly #long = new Longest<Gap>(MOST_STALLS);

  /** What is being read: its record, its first event, its frames so far. */
  #record = -1;
  #first = 0;
  #frames = 0;
  #readAt = Number.NaN;
  #waited = Number.NaN;
  /** How long the reads that brought several frames were waited for. */
  readonly #waits = new Rhythm();
  readonly #bursts = new Longest<Burst>(MOST_BURSTS);
  #closedFrames = 0;
  #closedTogether = 0;
  #closedReads = 0;

  constructor(timeline: Timeline, exchange: Exchange) {
    this.#timeline = timeline;
    this.#exchange = exchange;
  }

  /** Takes the events up to `n` that it has not seen, at most so many of them. */
  advance(n: number, most = Number.POSITIVE_INFINITY): this {
    const count = Math.min(this.#exchange.events.countAt(n), this.#seen + most);
    for (; this.#seen < count; this.#seen++) this.#take(this.#seen);
    return this;
  }

  /** How many of its events it has seen. */
  get seen(): number {
    return this.#seen;
  }

  #take(index: number): void {
    const { events } = this.#timeline;
    const { event: before, time: timeBefore } = this.#newest;
    const event = this.#exchange.events.at(index);
    const time = events.time.at(event);
    this.#newest = { event, time };
    if (Number.isNaN(time)) return;
    if (index === 0) return this.#read(event, time);
    const ms = time - timeBefore;
    if (Number.isNaN(ms)) return;
    this.#gaps.push(ms);
    if (ms >= SHORTEST_STALL_MS) this.#long.add({ after: before, before: event, ms }, ms);
    // What a batch holds came in one frame.
    if (events.start.at(event) !== events.start.at(before)) this.#read(event, time);
  }

  #read(event: number, time: number): void {
    const { body } = this.#exchange;
    const record = body.recordAt(this.#timeline.events.end.at(event));
    if (record === this.#record) {
      this.#frames++;
      if (this.#frames === 2 && !Number.isNaN(this.#waited)) this.#waits.push(this.#waited);
      return;
    }
    this.#close();
    this.#waited = time - this.#readAt;
    this.#record = record;
    this.#first = event;
    this.#frames = 1;
    this.#readAt = time;
  }

  #close(): void {
    if (this.#frames === 0) return;
    this.#closedReads++;
    this.#closedFrames += this.#frames;
    if (this.#frames < 2) return;
    this.#closedTogether += this.#frames;
    this.#bursts.add(this.#open(), this.#frames);
  }

  #open(): Burst {
    return { event: this.#first, frames: this.#frames, time: this.#readAt };
  }

  /** As of event `n`, which it has advanced to. */
  stalls(n: number): Stall[] {
    const found = [...this.#long.values];
    const last = this.#lastGap(n);
    if (last) found.push(last);
    const longest = this.#longestUsual();
    return found.filter(({ ms }) => ms > longest).map((gap) => this.#stall(gap, n));
  }

  /** From the last event to the end, where that is known. */
  #lastGap(n: number): Gap | null {
    const after = this.#exchange.events.lastAt(n);
    const end = this.#exchange.endAt(n);
    if (after === null || !end) return null;
    const ms = end.time - this.#timeline.events.time.at(after);
    return ms >= SHORTEST_STALL_MS ? { after, before: null, ms } : null;
  }

  /** With nothing to compare, nothing is unusual. */
  #longestUsual(): number {
    if (this.#gaps.count < 2) return Number.POSITIVE_INFINITY;
    const median = this.#gaps.quantile(0.5);
    return Math.max(median * OF_MEDIAN, this.#gaps.quantile(NEARLY_ALL) * OF_NEARLY_ALL);
  }

  #stall({ after, before, ms }: Gap, n: number): Stall {
    const exchange = this.#exchange;
    const until = exchange.commentsAt(before === null ? n : before - 1);
    return { after, before, ms, keptAlive: until - exchange.commentsAt(after - 1) };
  }

  get reads(): number {
    return this.#closedReads + (this.#frames > 0 ? 1 : 0);
  }

  get frames(): number {
    return this.#closedFrames + this.#frames;
  }

  /** Frames that came with others in one read. */
  get together(): number {
    return this.#closedTogether + (this.#frames > 1 ? this.#frames : 0);
  }

  /** Half of the reads that brought several frames came this soon after the one before; else 0. */
  get usualWait(): number {
    return this.#waits.count === 0 ? 0 : this.#waits.quantile(0.5);
  }

  /** The largest few, in order. */
  get bursts(): readonly Burst[] {
    const { values } = this.#bursts;
    if (this.#frames < 2) return values;
    const all = [...values, this.#open()];
    if (all.length <= MOST_BURSTS) return all;
    const least = Math.min(...all.map(({ frames }) => frames));
    return all.toSpliced(
      all.findLastIndex(({ frames }) => frames === least),
      1,
    );
  }
}
