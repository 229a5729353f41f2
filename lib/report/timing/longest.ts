/** The largest few of many things, in the order in which they came; of equals the earlier ones. */

export class Longest<T> {
  readonly #most: number;
  readonly #kept: { readonly value: T; readonly size: number }[] = [];
  #least = 0;

  constructor(most: number) {
    this.#most = most;
  }

  add(value: T, size: number): void {
    if (this.#kept.length === this.#most && size <= this.#least) return;
    if (this.#kept.length === this.#most) {
      const out = this.#kept.findLastIndex((one) => one.size === this.#least);
      this.#kept.splice(out, 1);
    }
    this.#kept.push({ value, size });
    this.#least = Math.min(...this.#kept.map((one) => one.size));
  }

  get values(): readonly T[] {
    return this.#kept.map(({ value }) => value);
  }
}
