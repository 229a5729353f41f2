/**
 * The time of one recording: milliseconds since its first instant, monotonic, three decimals.
 */
export class RecordingClock {
  readonly #origin: number;

  /** `elapsed` is what had already passed when this process took the recording up. */
  constructor(elapsed = 0) {
    this.#origin = performance.now() - elapsed;
  }

  now(): number {
    return Math.round((performance.now() - this.#origin) * 1000) / 1000;
  }
}
