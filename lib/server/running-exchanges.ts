/** The exchanges under way, out and in, by the recording that each goes into, and the way to end them. */
import type { EndRecord } from "../wire/record.ts";
import { type EndDetails, StopReason } from "./exchange-end.ts";

interface RunningExchange {
  readonly recording: string;
  readonly controller: AbortController;
  readonly done: Promise<EndRecord>;
}

export class RunningExchanges {
  readonly #running = new Map<string, RunningExchange>();

  /** It is forgotten when it is done. Gives its end. */
  add(
    x: string,
    recording: string,
    hangUp: AbortController,
    ending: Promise<EndRecord>,
  ): Promise<EndRecord> {
    const done = ending.finally(() => this.#running.delete(x));
    this.#running.set(x, { recording, controller: hangUp, done });
    return done;
  }

  isLive(recording: string): boolean {
    return this.#findByRecording(recording).length > 0;
  }

  /** False where there is nothing to stop any more. */
  async stop(recording: string, x: string, ending: EndDetails): Promise<boolean> {
    const running = this.#running.get(x);
    if (running?.recording !== recording) return false;
    running.controller.abort(new StopReason(ending));
    await running.done;
    return true;
  }

  /** Resolves when all that went into the recording has ended. */
  async hangUp(recording: string): Promise<void> {
    const ended = this.#findByRecording(recording).map(({ controller, done }) => {
      controller.abort();
      return done;
    });
    await Promise.all(ended);
  }

  #findByRecording(recording: string): RunningExchange[] {
    return [...this.#running.values()].filter((running) => running.recording === recording);
  }
}
