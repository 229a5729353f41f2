/** Registry of the exchanges in progress, outbound and inbound, by recording, with the means to stop them. */
import type { EndRecord } from "../../wire/record.ts";
import { type EndDetails, StopReason } from "./exchange-end.ts";

interface RunningExchange {
  readonly recording: string;
  readonly controller: AbortController;
  readonly done: Promise<EndRecord>;
}

export class RunningExchanges {
  readonly #running = new Map<string, RunningExchange>();

  /** Adds an exchange until it is done; resolves with its end record. */
  add(
    x: string,
    recording: string,
    controller: AbortController,
    exchange: Promise<EndRecord>,
  ): Promise<EndRecord> {
    const done = exchange.finally(() => this.#running.delete(x));
    this.#running.set(x, { recording, controller, done });
    return done;
  }

  isLive(recording: string): boolean {
    return this.#findByRecording(recording).length > 0;
  }

  /** Stops an exchange; false if it has already ended. */
  async stop(recording: string, x: string, end: EndDetails): Promise<boolean> {
    const running = this.#running.get(x);
    if (running?.recording !== recording) return false;
    running.controller.abort(new StopReason(end));
    await running.done;
    return true;
  }

  /** Stops all exchanges of a recording and resolves when they have ended. */
  async stopAll(recording: string): Promise<void> {
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
