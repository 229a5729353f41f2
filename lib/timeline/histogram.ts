/**
 * How many events of each kind came when: bins that double their width when there are too many, so
 * that an event costs the same however long the run is and the whole never grows. Only bins with
 * events are kept: a pause of hours between two turns leaves both as fine as they were.
 */

import { findFirstAtOrAfter, type TimeAxis, toAxisShare } from "./axis.ts";

/** Enough for a bin a pixel on any screen; merged by twos beyond. */
const BINS = 4096;
/** Merging goes on until there is this much room, so that it is done seldom. */
const BINS_AFTER_MERGE = 3072;

const FIRST_WIDTH = 1;

export class Histogram {
  readonly kinds: number;
  /** Milliseconds a bin. */
  width = FIRST_WIDTH;
  /** The time at which the first bin begins; NaN before the first event. */
  from = Number.NaN;
  /** How many widths from the beginning each bin stands, in order. */
  readonly #places = new Float64Array(BINS);
  readonly #counts: Uint32Array;
  /** Bins in use. */
  #usedBins = 0;

  constructor(kinds: number) {
    this.kinds = kinds;
    this.#counts = new Uint32Array(kinds * BINS);
  }

  add(time: number, kind: number): void {
    if (Number.isNaN(time)) return;
    if (Number.isNaN(this.from)) this.from = time;
    const index = this.#binAt(time) * this.kinds + kind;
    this.#counts[index] = (this.#counts[index] ?? 0) + 1;
  }

  /** The counts along an axis in so many columns: `columns × kinds`, column by column. */
  sumColumns(axis: TimeAxis, columns: number): Uint32Array {
    const sums = new Uint32Array(columns * this.kinds);
    if (Number.isNaN(this.from) || axis.to <= axis.from) return sums;
    for (let bin = 0; bin < this.#usedBins; bin++) {
      const time = this.from + ((this.#places[bin] ?? 0) + 0.5) * this.width;
      if (time < axis.from || time >= axis.to) continue;
      const column = Math.min(columns - 1, Math.floor(toAxisShare(axis, time) * columns));
      for (let kind = 0; kind < this.kinds; kind++) {
        const index = column * this.kinds + kind;
        sums[index] = (sums[index] ?? 0) + (this.#counts[bin * this.kinds + kind] ?? 0);
      }
    }
    return sums;
  }

  /** The bin of a time, made where there is none. */
  #binAt(time: number): number {
    const at = this.#findBin(this.#getPosition(time));
    if (this.#places[at] === this.#getPosition(time) && at < this.#usedBins) return at;
    if (this.#usedBins === BINS) {
      this.#merge();
      return this.#binAt(time);
    }
    return this.#insert(at, this.#getPosition(time));
  }

  /** A clock that went back counts where the run began. */
  #getPosition(time: number): number {
    return Math.max(0, Math.floor((time - this.from) / this.width));
  }

  /** The first bin that is not before a place; nearly always the last one, or a new one after it. */
  #findBin(place: number): number {
    const last = this.#places[this.#usedBins - 1] ?? -1;
    if (this.#usedBins === 0 || place > last) return this.#usedBins;
    if (place === last) return this.#usedBins - 1;
    return findFirstAtOrAfter((bin) => this.#places[bin] ?? 0, 0, this.#usedBins, place);
  }

  #insert(at: number, place: number): number {
    const { kinds } = this;
    this.#places.copyWithin(at + 1, at, this.#usedBins);
    this.#counts.copyWithin((at + 1) * kinds, at * kinds, this.#usedBins * kinds);
    this.#counts.fill(0, at * kinds, (at + 1) * kinds);
    this.#places[at] = place;
    this.#usedBins++;
    return at;
  }

  #merge(): void {
    do {
      this.width *= 2;
      const before = this.#usedBins;
      this.#usedBins = 0;
      for (let bin = 0; bin < before; bin++) this.#keepBin(bin);
    } while (this.#usedBins > BINS_AFTER_MERGE);
  }

  /** Moves a bin to its place among the wider ones. */
  #keepBin(bin: number): void {
    const { kinds } = this;
    const place = Math.floor((this.#places[bin] ?? 0) / 2);
    const isNew = this.#usedBins === 0 || this.#places[this.#usedBins - 1] !== place;
    if (isNew) this.#usedBins++;
    const to = this.#usedBins - 1;
    this.#places[to] = place;
    for (let kind = 0; kind < kinds; kind++) {
      const count = this.#counts[bin * kinds + kind] ?? 0;
      const index = to * kinds + kind;
      this.#counts[index] = isNew ? count : (this.#counts[index] ?? 0) + count;
    }
  }
}
