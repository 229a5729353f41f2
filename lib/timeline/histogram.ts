/**
 * How many events of each kind came when: bins that double their width as the run gets longer, so
 * that an event costs the same however long the run is and the whole never grows.
 */

/** Enough for a bin a pixel on any screen; merged by twos beyond. */
const BINS = 4096;

const FIRST_WIDTH = 1;

export class Histogram {
  readonly kinds: number;
  /** Milliseconds a bin. */
  width = FIRST_WIDTH;
  /** The time at which the first bin begins; NaN before the first event. */
  from = Number.NaN;
  readonly #counts: Uint32Array;
  /** Bins in use. */
  #used = 0;

  constructor(kinds: number) {
    this.kinds = kinds;
    this.#counts = new Uint32Array(kinds * BINS);
  }

  add(time: number, kind: number): void {
    if (Number.isNaN(time)) return;
    if (Number.isNaN(this.from)) this.from = time;
    let bin = Math.floor((time - this.from) / this.width);
    while (bin >= BINS) {
      this.#merge();
      bin = Math.floor((time - this.from) / this.width);
    }
    // A clock that went back counts where the run began.
    const at = Math.max(0, bin);
    const index = at * this.kinds + kind;
    this.#counts[index] = (this.#counts[index] ?? 0) + 1;
    if (at >= this.#used) this.#used = at + 1;
  }

  /** The counts between two times in so many columns: `columns × kinds`, column by column. */
  columns(from: number, to: number, columns: number): Uint32Array {
    const sums = new Uint32Array(columns * this.kinds);
    if (Number.isNaN(this.from) || to <= from) return sums;
    const scale = columns / (to - from);
    for (let bin = 0; bin < this.#used; bin++) {
      const time = this.from + (bin + 0.5) * this.width;
      if (time < from || time >= to) continue;
      const column = Math.floor((time - from) * scale);
      for (let kind = 0; kind < this.kinds; kind++) {
        const index = column * this.kinds + kind;
        sums[index] = (sums[index] ?? 0) + (this.#counts[bin * this.kinds + kind] ?? 0);
      }
    }
    return sums;
  }

  #merge(): void {
    const half = BINS / 2;
    for (let bin = 0; bin < half; bin++) {
      for (let kind = 0; kind < this.kinds; kind++) {
        const left = this.#counts[2 * bin * this.kinds + kind] ?? 0;
        const right = this.#counts[(2 * bin + 1) * this.kinds + kind] ?? 0;
        this.#counts[bin * this.kinds + kind] = left + right;
      }
    }
    this.#counts.fill(0, half * this.kinds);
    this.#used = Math.ceil(this.#used / 2);
    this.width *= 2;
  }
}
