/**
 * Clock of one recording: monotonic milliseconds since its start, with three decimals.
 */
export class RecordingClock {
  readonly #origin: number;

  /** `elapsed` is the time already passed when this process continued the recording. */
  constructor(elapsed = 0) {
    this.#origin = performance.now() - elapsed;
  }

  now(): number {
    return Math.round((performance.now() - this.#origin) * 1000) / 1000;
  }
}
