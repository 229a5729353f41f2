/** Seeded random numbers: the same seed gives the same numbers on every machine. */

export class RandomSource {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  /** Two numbers, so that each input of a run has its own random source. */
  constructor(seed: number, index = 0) {
    this.#a = seed | 0;
    this.#b = index | 0;
    this.#c = Math.floor(index / 2 ** 32) | 0;
    for (let i = 0; i < 12; i++) this.#next();
  }

  /** An integer below `limit`, which is at least 1. */
  below(limit: number): number {
    return Math.floor((this.#next() / 2 ** 32) * limit);
  }

  between(first: number, last: number): number {
    return first + this.below(last - first + 1);
  }

  isLucky(chance: number): boolean {
    return this.#next() / 2 ** 32 < chance;
  }

  pickOne<T>(list: readonly [T, ...T[]]): T {
    return list[this.below(list.length)] ?? list[0];
  }

  many<T>(most: number, make: (at: number) => T): T[] {
    return Array.from({ length: this.below(most + 1) }, (_, at) => make(at));
  }

  /** Small numbers more often than large ones. */
  small(limit: number): number {
    return this.below(1 + this.below(limit));
  }

  /** The sfc32 generator from PractRand. */
  #next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (this.#c << 21) | (this.#c >>> 11);
    this.#c = (this.#c + sum) | 0;
    return sum >>> 0;
  }
}
