/**
 * Histogram of gap lengths with logarithmic bins of 10 % each. Adding a gap has constant cost, and
 * any quantile can be read at any time, with the accuracy of a bin.
 */

const BIN_STEP = Math.log(1.1);
const SHORTEST_MS = 0.1;
/** The last bin also holds longer gaps; it starts at about five hours. */
const BINS = 200;

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
