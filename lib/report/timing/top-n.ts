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
