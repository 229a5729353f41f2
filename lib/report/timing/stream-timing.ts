/**
 * Measures how the events of one exchange arrived: the gaps between them, and which were read from
 * the socket together. Incremental: only new events are processed.
 */

import type { Exchange } from "../../timeline/exchange.ts";
import type { Timeline } from "../../timeline/timeline.ts";

/** A gap much longer than usual for the stream. */
export interface Stall {
  /** The event before it. */
  readonly after: number;
  /** The event that ended it; `null` if the end of the exchange did. */
  readonly before: number | null;
  readonly ms: number;
  /** The number of keep-alives during the stall. */
  readonly keptAlive: number;
}

/** Frames that arrived in one read of the socket. */
export interface Burst {
  /** The first of its events. */
  readonly event: number;
  readonly frames: number;
  readonly time: number;
}

/** Shorter gaps are never stalls. */
const SHORTEST_STALL_MS = 1000;
/** A stall exceeds the median and the quantile below by these factors. */
const MEDIAN_FACTOR = 5;
const QUANTILE_FACTOR = 2;
const STALL_QUANTILE = 0.9;
/** Maximum number to keep. */
const MAX_STALLS = 32;
const MAX_BURSTS = 8;

interface Gap {
  readonly after: number;
  readonly before: number | null;
  readonly ms: number;
}

export class StreamTiming {
  readonly #timeline: Timeline;
  readonly #exchange: Exchange;
  #seenCount = 0;
  #lastEvent = { event: -1, time: Number.NaN };

  readonly #gaps = new GapHistogram();
  readonly #longGaps = new TopN<Gap>(MAX_STALLS);

  /** The current read: its record, its first event, its frames so far. */
  #record = -1;
  #firstEvent = 0;
  #frames = 0;
  #readAt = Number.NaN;
  #wait = Number.NaN;
  /** Waiting times before reads with several frames. */
  readonly #waits = new GapHistogram();
  readonly #bursts = new TopN<Burst>(MAX_BURSTS);
  #closedFrames = 0;
  #closedTogether = 0;
  #closedReads = 0;

  constructor(timeline: Timeline, exchange: Exchange) {
    this.#timeline = timeline;
    this.#exchange = exchange;
  }

  /** Processes new events up to `n`, at most `most` of them. */
  advance(n: number, most = Number.POSITIVE_INFINITY): this {
    const count = Math.min(this.#exchange.events.countAt(n), this.#seenCount + most);
    for (; this.#seenCount < count; this.#seenCount++) this.#addEvent(this.#seenCount);
    return this;
  }

  /** The number of processed events. */
  get seenCount(): number {
    return this.#seenCount;
  }

  #addEvent(index: number): void {
    const { events } = this.#timeline;
    const { event: before, time: timeBefore } = this.#lastEvent;
    const event = this.#exchange.events.at(index);
    const time = events.time.at(event);
    this.#lastEvent = { event, time };
    if (Number.isNaN(time)) return;
    if (index === 0) return this.#addRead(event, time);
    const ms = time - timeBefore;
    if (Number.isNaN(ms)) return;
    this.#gaps.add(ms);
    if (ms >= SHORTEST_STALL_MS) this.#longGaps.add({ after: before, before: event, ms }, ms);
    // The events of a batch are in one frame.
    if (events.start.at(event) !== events.start.at(before)) this.#addRead(event, time);
  }

  #addRead(event: number, time: number): void {
    const { body } = this.#exchange;
    const record = body.recordAt(this.#timeline.events.end.at(event));
    if (record === this.#record) {
      this.#frames++;
      if (this.#frames === 2 && !Number.isNaN(this.#wait)) this.#waits.add(this.#wait);
      return;
    }
    this.#closeRead();
    this.#wait = time - this.#readAt;
    this.#record = record;
    this.#firstEvent = event;
    this.#frames = 1;
    this.#readAt = time;
  }

  #closeRead(): void {
    if (this.#frames === 0) return;
    this.#closedReads++;
    this.#closedFrames += this.#frames;
    if (this.#frames < 2) return;
    this.#closedTogether += this.#frames;
    this.#bursts.add(this.#getOpenBurst(), this.#frames);
  }

  #getOpenBurst(): Burst {
    return { event: this.#firstEvent, frames: this.#frames, time: this.#readAt };
  }

  /** The stalls as of event `n`, which must have been advanced to. */
  findStalls(n: number): Stall[] {
    const found = [...this.#longGaps.values];
    const last = this.#findLastGap(n);
    if (last) found.push(last);
    const longest = this.#getStallThreshold();
    return found.filter(({ ms }) => ms > longest).map((gap) => this.#toStall(gap, n));
  }

  /** The gap between the last event and the end; `null` if there is no end yet. */
  #findLastGap(n: number): Gap | null {
    const after = this.#exchange.events.lastAt(n);
    const end = this.#exchange.endAt(n);
    if (after === null || !end) return null;
    const ms = end.time - this.#timeline.events.time.at(after);
    return ms >= SHORTEST_STALL_MS ? { after, before: null, ms } : null;
  }

  /** Infinite with fewer than two gaps, because there is nothing to compare. */
  #getStallThreshold(): number {
    if (this.#gaps.count < 2) return Number.POSITIVE_INFINITY;
    const median = this.#gaps.getQuantile(0.5);
    return Math.max(
      median * MEDIAN_FACTOR,
      this.#gaps.getQuantile(STALL_QUANTILE) * QUANTILE_FACTOR,
    );
  }

  #toStall({ after, before, ms }: Gap, n: number): Stall {
    const exchange = this.#exchange;
    const until = exchange.commentsAt(before === null ? n : before - 1);
    return { after, before, ms, keptAlive: until - exchange.commentsAt(after - 1) };
  }

  get readCount(): number {
    return this.#closedReads + (this.#frames > 0 ? 1 : 0);
  }

  get frameCount(): number {
    return this.#closedFrames + this.#frames;
  }

  /** Frames that arrived together with others in one read. */
  get batchedFrameCount(): number {
    return this.#closedTogether + (this.#frames > 1 ? this.#frames : 0);
  }

  /**
   * The median time between a read with several frames and the read before it; 0 if there is none.
   */
  get medianWaitMs(): number {
    return this.#waits.count === 0 ? 0 : this.#waits.getQuantile(0.5);
  }

  /** The largest bursts, in order of arrival. */
  get bursts(): readonly Burst[] {
    const { values } = this.#bursts;
    if (this.#frames < 2) return values;
    const all = [...values, this.#getOpenBurst()];
    if (all.length <= MAX_BURSTS) return all;
    const least = Math.min(...all.map(({ frames }) => frames));
    return all.toSpliced(
      all.findLastIndex(({ frames }) => frames === least),
      1,
    );
  }
}

const BIN_STEP = Math.log(1.1);
const SHORTEST_MS = 0.1;
/** The last bin also holds longer gaps; it starts at about five hours. */
const BINS = 200;

/**
 * Histogram of gap lengths with logarithmic bins of 10 % each. Adding a gap has constant cost, and
 * any quantile can be read at any time, with the accuracy of a bin.
 */
export class GapHistogram {
  readonly #bins = new Uint32Array(BINS);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(ms: number): void {
    const bin = ms <= SHORTEST_MS ? 0 : Math.ceil(Math.log(ms / SHORTEST_MS) / BIN_STEP);
    const at = Math.min(BINS - 1, bin);
    this.#bins[at] = (this.#bins[at] ?? 0) + 1;
    this.#count++;
  }

  /** A length that this share of the gaps, rounded down to whole gaps, does not exceed. */
  getQuantile(share: number): number {
    let left = Math.floor(share * (this.#count - 1));
    for (let bin = 0; bin < BINS; bin++) {
      left -= this.#bins[bin] ?? 0;
      if (left < 0) return bin === 0 ? SHORTEST_MS : SHORTEST_MS * Math.exp(bin * BIN_STEP);
    }
    return 0;
  }
}

/** Keeps the N largest values in the order of insertion; among equals, the earlier ones. */
export class TopN<T> {
  readonly #max: number;
  readonly #top: { readonly value: T; readonly size: number }[] = [];
  #min = 0;

  constructor(max: number) {
    this.#max = max;
  }

  add(value: T, size: number): void {
    if (this.#top.length === this.#max && size <= this.#min) return;
    if (this.#top.length === this.#max) {
      const smallest = this.#top.findLastIndex((item) => item.size === this.#min);
      this.#top.splice(smallest, 1);
    }
    this.#top.push({ value, size });
    this.#min = Math.min(...this.#top.map((item) => item.size));
  }

  get values(): readonly T[] {
    return this.#top.map(({ value }) => value);
  }
}
