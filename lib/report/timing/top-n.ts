/** The largest few of many things, in the order in which they came; of equals the earlier ones. */

export class TopN<T> {
  readonly #max: number;
  readonly #top: { readonly value: T; readonly size: number }[] = [];
  #min = 0;

  constructor(most: number) {
    this.#max = most;
  }

  add(value: T, size: number): void {
    if (this.#top.length === this.#max && size <= this.#min) return;
    if (this.#top.length === this.#max) {
      const out = this.#top.findLastIndex((one) => one.size === this.#min);
      this.#top.splice(out, 1);
    }
    this.#top.push({ value, size });
    this.#min = Math.min(...this.#top.map((one) => one.size));
  }

  get values(): readonly T[] {
    return this.#top.map(({ value }) => value);
  }
}
