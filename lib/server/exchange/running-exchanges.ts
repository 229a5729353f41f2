/**
 * The exchanges in progress, outbound and inbound, with the means to stop them.
 *
 * Guarantees: a recording is live, also for other processes, until the last record of its exchanges
 * is in its file; an exchange stops when its recorder can no longer write.
 */
import type { EndRecord } from "../../wire/record.ts";
import { createExchangeId } from "../ids.ts";
import type { Recorder } from "../recording/recorder.ts";
import type { Recordings, RecordingWriter } from "../recordings.ts";
import { type EndDetails, StopReason } from "./exchange-end.ts";

interface RunningExchange {
  readonly recording: string;
  readonly controller: AbortController;
  readonly done: Promise<EndRecord>;
}

/** What an exchange that begins gets. */
interface ExchangeStart {
  /** The exchange's ID. */
  readonly x: string;
  readonly signal: AbortSignal;
}

interface StartedExchange {
  readonly x: string;
  /** Resolves with its end record. */
  readonly done: Promise<EndRecord>;
  /** Resolves when its records are in the file and its recording need not be live any more. */
  readonly released: Promise<void>;
}

export class RunningExchanges implements RecordingWriter {
  readonly #recordings: Recordings;
  readonly #running = new Map<string, RunningExchange>();
  /** Recorders whose failure stops their exchanges. One listener for each exchange would live as long as its recorder. */
  readonly #observed = new WeakSet<Recorder>();

  constructor(recordings: Recordings) {
    this.#recordings = recordings;
    recordings.addWriter(this);
  }

  /** `onWritten`: the exchange has ended and is in the file. */
  async start(
    recorder: Recorder,
    perform: (start: ExchangeStart) => Promise<EndRecord>,
    onWritten = (_x: string): void => undefined,
  ): Promise<StartedExchange> {
    const { id } = recorder;
    const x = createExchangeId();
    const release = await this.#recordings.store.markers.hold(id);
    const controller = new AbortController();
    this.#stopOnFailure(recorder);
    if (recorder.failure) controller.abort();
    const done = perform({ x, signal: controller.signal }).finally(() => this.#running.delete(x));
    this.#running.set(x, { recording: id, controller, done });
    const released = done
      .then(() => recorder.waitUntilWritten())
      .then(
        () => onWritten(x),
        () => undefined,
      )
      .finally(release);
    return { x, done, released };
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
    await this.#abortAll(recording);
  }

  /** The same for a reason that is recorded; resolves to their number. */
  stopEach(recording: string, end: EndDetails): Promise<number> {
    return this.#abortAll(recording, new StopReason(end));
  }

  async #abortAll(recording: string, reason?: StopReason): Promise<number> {
    const running = this.#findByRecording(recording);
    for (const { controller } of running) controller.abort(reason);
    await Promise.all(running.map(({ done }) => done));
    return running.length;
  }

  #stopOnFailure(recorder: Recorder): void {
    if (this.#observed.has(recorder)) return;
    this.#observed.add(recorder);
    const stopAll = () => void this.stopAll(recorder.id);
    recorder.failureSignal.addEventListener("abort", stopAll, { once: true });
  }

  #findByRecording(recording: string): RunningExchange[] {
    return [...this.#running.values()].filter((running) => running.recording === recording);
  }
}
