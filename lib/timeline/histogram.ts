/**
 * Histogram of events over time, by kind. Bins double their width when there are too many, so the
 * cost per event is constant and the memory is bounded. Only bins with events are stored, so a
 * pause of hours between two turns does not make either coarser.
 */

import { findFirstAtOrAfter, type TimeAxis, toAxisShare } from "./axis.ts";

/** Enough for one bin per pixel on any screen; beyond it, bins are merged in pairs. */
const BINS = 4096;
/** Merge down to this many bins, so that merging is rare. */
const BINS_AFTER_MERGE = 3072;

const FIRST_WIDTH = 1;

export class Histogram {
  readonly kinds: number;
  /** Bin width in milliseconds. */
  width = FIRST_WIDTH;
  /** Start time of the first bin; NaN before the first event. */
  from = Number.NaN;
  /** Position of each bin, in widths from the start, in order. */
  readonly #positions = new Float64Array(BINS);
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

  /** Sums the counts into columns along an axis: `columns × kinds` values, column by column. */
  sumColumns(axis: TimeAxis, columns: number): Uint32Array {
    const sums = new Uint32Array(columns * this.kinds);
    if (Number.isNaN(this.from) || axis.to <= axis.from) return sums;
    for (let bin = 0; bin < this.#usedBins; bin++) {
      const time = this.from + ((this.#positions[bin] ?? 0) + 0.5) * this.width;
      if (time < axis.from || time >= axis.to) continue;
      const column = Math.min(columns - 1, Math.floor(toAxisShare(axis, time) * columns));
      for (let kind = 0; kind < this.kinds; kind++) {
        const index = column * this.kinds + kind;
        sums[index] = (sums[index] ?? 0) + (this.#counts[bin * this.kinds + kind] ?? 0);
      }
    }
    return sums;
  }

  /** Returns the bin of a time; creates it if needed. */
  #binAt(time: number): number {
    const at = this.#findBin(this.#getPosition(time));
    if (this.#positions[at] === this.#getPosition(time) && at < this.#usedBins) return at;
    if (this.#usedBins === BINS) {
      this.#merge();
      return this.#binAt(time);
    }
    return this.#insert(at, this.#getPosition(time));
  }

  /** Times before the start, from a clock that went back, count in the first bin. */
  #getPosition(time: number): number {
    return Math.max(0, Math.floor((time - this.from) / this.width));
  }

  /** The first bin at or after a position; nearly always the last bin or a new one after it. */
  #findBin(position: number): number {
    const last = this.#positions[this.#usedBins - 1] ?? -1;
    if (this.#usedBins === 0 || position > last) return this.#usedBins;
    if (position === last) return this.#usedBins - 1;
    return findFirstAtOrAfter((bin) => this.#positions[bin] ?? 0, 0, this.#usedBins, position);
  }

  #insert(at: number, position: number): number {
    const { kinds } = this;
    this.#positions.copyWithin(at + 1, at, this.#usedBins);
    this.#counts.copyWithin((at + 1) * kinds, at * kinds, this.#usedBins * kinds);
    this.#counts.fill(0, at * kinds, (at + 1) * kinds);
    this.#positions[at] = position;
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

  /** Moves a bin to its position among the wider bins. */
  #keepBin(bin: number): void {
    const { kinds } = this;
    const position = Math.floor((this.#positions[bin] ?? 0) / 2);
    const isNew = this.#usedBins === 0 || this.#positions[this.#usedBins - 1] !== position;
    if (isNew) this.#usedBins++;
    const to = this.#usedBins - 1;
    this.#positions[to] = position;
    for (let kind = 0; kind < kinds; kind++) {
      const count = this.#counts[bin * kinds + kind] ?? 0;
      const index = to * kinds + kind;
      this.#counts[index] = isNew ? count : (this.#counts[index] ?? 0) + count;
    }
  }
}
