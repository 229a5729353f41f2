/**
 * Bounds the memory of all readers together: who needs more than is free waits for those before.
 *
 * Guarantees: first come, first served; a reader that needs more than there is gets all of it, alone.
 */

export class MemoryBudget {
  readonly #total: number;
  #free: number;
  readonly #waiting: { readonly bytes: number; readonly start: () => void }[] = [];

  constructor(total: number) {
    this.#total = total;
    this.#free = total;
  }

  /** Resolves to a function that gives the bytes back; calling it again has no effect. */
  reserve(wanted: number): Promise<() => void> {
    const bytes = Math.min(wanted, this.#total);
    return new Promise((resolve) => {
      this.#waiting.push({ bytes, start: () => resolve(this.#take(bytes)) });
      this.#startWaiting();
    });
  }

  #take(bytes: number): () => void {
    this.#free -= bytes;
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.#free += bytes;
      this.#startWaiting();
    };
  }

  #startWaiting(): void {
    for (let next = this.#waiting[0]; next && next.bytes <= this.#free; next = this.#waiting[0]) {
      this.#waiting.shift();
      next.start();
    }
  }
}
