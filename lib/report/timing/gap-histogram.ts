/**
 * How long the gaps between things are, as far as an answer needs it: counted in bins of a tenth
 * each, so that a gap costs the same however many came before, and any share of them can be asked
 * for at any time.
 */

const BIN_STEP = Math.log(1.1);
const SHORTEST_MS = 0.1;
/** The last one holds whatever is longer, some five hours. */
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

  /** A length that this share of the gaps, rounded down to whole ones, does not exceed. */
  getQuantile(share: number): number {
    let left = Math.floor(share * (this.#count - 1));
    for (let bin = 0; bin < BINS; bin++) {
      left -= this.#bins[bin] ?? 0;
      if (left < 0) return bin === 0 ? SHORTEST_MS : SHORTEST_MS * Math.exp(bin * BIN_STEP);
    }
    return 0;
  }
}
