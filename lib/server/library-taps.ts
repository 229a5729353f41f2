/**
 * The taps that record into a library.
 *
 * Guarantees: a recording is live while a tap records into it; a stopped tap has ended and recorded
 * every call.
 */

import type { TapState } from "../api/taps.ts";
import type { WireRecord } from "../wire/record.ts";
import { getCallLimits } from "./exchange/exchange-limits.ts";
import { formatError } from "./http/api-error.ts";
import type { MaskFactory } from "./masking/mask-factory.ts";
import type { LimitStore } from "./recording/limit-store.ts";
import { createObservedSink } from "./recording/observed-sink.ts";
import type { Recorder } from "./recording/recorder.ts";
import type { Recordings, RecordingWriter } from "./recordings.ts";
import { TapPlan } from "./tap/plan/tap-plan.ts";
import { RollingSink, type RollLimits, type SizedSink } from "./tap/rolling-sink.ts";
import { Tap, type TapOptions } from "./tap/tap.ts";
import { TapRecording, type TapRecordingOptions } from "./tap/tap-recording.ts";

export interface LibraryTapOptions
  extends Pick<TapOptions, "routes" | "hosts" | "proxy" | "push" | "policy">,
    Pick<TapRecordingOptions, "programs" | "signatureKeys"> {
  readonly recorder: Recorder;
  /** When and how the next recording begins. Absent: there is one. */
  readonly roll?: {
    readonly limits: RollLimits;
    createNext(startTime: Date): Promise<Recorder>;
  };
}

export interface LibraryTap extends Pick<Tap, "routes" | "proxy" | "push"> {
  /** Its breakpoints, and what is held. */
  readonly plan: TapPlan;
  /** The ID of the present recording. */
  readonly recording: string;
  /** How many there have been. */
  readonly recordingCount: number;
  readonly callCount: number;
  readonly runningCount: number;
  /** Requests that the tap has answered itself; `null` if there were none. */
  readonly refused: TapState["refused"];
  /** Why nothing more is recorded; calls still pass. */
  readonly failure: string | null;
  /** Ends its calls, and resolves when they are recorded. */
  stop(): Promise<void>;
}

interface LibraryTapsOptions {
  readonly recordings: Recordings;
  readonly limits: LimitStore;
  getMaskFactory(): Promise<MaskFactory>;
  /** A call has ended, and is in the recording's file. */
  onCallEnd(recording: string, exchange: string): void;
}

export class LibraryTaps implements RecordingWriter {
  readonly #options: LibraryTapsOptions;
  readonly #running = new Set<LibraryTap>();

  constructor(options: LibraryTapsOptions) {
    this.#options = options;
    options.recordings.addWriter(this);
  }

  /** Throws a `TapError` if it cannot listen, or may not call a target. */
  async start(options: LibraryTapOptions): Promise<LibraryTap> {
    const { recorder, roll, programs, signatureKeys, ...places } = options;
    const { getMaskFactory, limits } = this.#options;
    const [createMask, values] = await Promise.all([getMaskFactory(), limits.getValues()]);
    const recordings = new TapRecordings(this.#options);
    const first = await recordings.begin(recorder);
    const sink = roll
      ? new RollingSink(first, roll.limits, (at, endLast) =>
          recordings.beginNext(roll.createNext(at), endLast),
        )
      : first;
    let refused: TapState["refused"] = null;
    const plan = new TapPlan(undefined, { isInteractive: true });
    const tap = await Tap.start({
      ...places,
      plan,
      onNotice: (last) => {
        refused = { count: (refused?.count ?? 0) + 1, last };
      },
      recorder: new TapRecording({
        sink,
        createMask,
        limit: getCallLimits(values).response,
        ...(programs && { programs }),
        ...(signatureKeys && { signatureKeys }),
      }),
      maxCardBytes: values.cardBytes,
    }).catch(async (error: unknown) => {
      await recordings.end();
      throw error;
    });
    let stopped: Promise<void> | null = null;
    const running: LibraryTap = {
      routes: tap.routes,
      proxy: tap.proxy,
      push: tap.push,
      plan,
      get recording() {
        return recordings.id;
      },
      get recordingCount() {
        return recordings.count;
      },
      get callCount() {
        return recordings.callCount;
      },
      get runningCount() {
        return recordings.runningCount;
      },
      get refused() {
        return refused;
      },
      get failure() {
        return recordings.failure;
      },
      stop: () => {
        stopped ??= tap.close().finally(async () => {
          this.#running.delete(running);
          await recordings.end();
        });
        return stopped;
      },
    };
    this.#running.add(running);
    return running;
  }

  isLive(recording: string): boolean {
    return this.#find(recording).length > 0;
  }

  /** Stops what records into a recording. */
  async stopAll(recording: string): Promise<void> {
    await Promise.all(this.#find(recording).map((tap) => tap.stop()));
  }

  #find(recording: string): LibraryTap[] {
    return [...this.#running].filter((tap) => tap.recording === recording);
  }
}

/** The recordings of one tap, of which the last is written. */
class TapRecordings {
  count = 0;
  callCount = 0;
  runningCount = 0;
  readonly #options: Pick<LibraryTapsOptions, "recordings" | "onCallEnd">;
  #recorder: Recorder | null = null;
  /** The present one is no longer live. */
  #release = async (): Promise<void> => undefined;
  /** Why there is no next one. */
  #failure: string | null = null;

  constructor(options: Pick<LibraryTapsOptions, "recordings" | "onCallEnd">) {
    this.#options = options;
  }

  get id(): string {
    return this.#recorder?.id ?? "";
  }

  get failure(): string | null {
    return this.#failure ?? this.#recorder?.failure?.message ?? null;
  }

  /** `onBegun`: the recording exists, and the one before it is still live. */
  async begin(recorder: Recorder, onBegun = (): void => undefined): Promise<SizedSink> {
    const release = await this.#options.recordings.store.markers.hold(recorder.id);
    const endLast = this.#release;
    this.#recorder = recorder;
    this.#release = async () => {
      recorder.notifyReaders();
      await recorder.waitUntilWritten();
      await release();
    };
    this.count += 1;
    onBegun();
    void endLast();
    return createObservedSink(recorder, (record) => this.#count(recorder, record));
  }

  async beginNext(created: Promise<Recorder>, endLast: (next: string) => void): Promise<SizedSink> {
    try {
      const recorder = await created;
      return await this.begin(recorder, () => endLast(recorder.id));
    } catch (error) {
      this.#failure = `No new recording can begin: ${formatError(error)}`;
      throw error;
    }
  }

  end(): Promise<void> {
    return this.#release();
  }

  #count(recorder: Recorder, record: WireRecord): void {
    if (record.r === "open") {
      this.callCount += 1;
      this.runningCount += 1;
    }
    if (record.r !== "end") return;
    this.runningCount -= 1;
    recorder.waitUntilWritten().then(
      () => this.#options.onCallEnd(recorder.id, record.x),
      () => undefined,
    );
  }
}
