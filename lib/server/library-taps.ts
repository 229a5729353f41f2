/**
 * The taps that record into a library.
 *
 * Guarantees: a recording is live while a tap records into it; a stopped tap has ended and recorded
 * every call.
 */

import type { LimitValues } from "../api/limits.ts";
import type { WireRecord } from "../wire/record.ts";
import { getCallLimits } from "./exchange/exchange-limits.ts";
import type { MaskFactory } from "./masking/mask-factory.ts";
import { createObservedSink } from "./recording/observed-sink.ts";
import type { Recorder } from "./recording/recorder.ts";
import type { TargetPolicy } from "./ssrf-guard/target-policy.ts";
import type { ProgramFinder } from "./tap/caller-program.ts";
import { Tap } from "./tap/tap.ts";
import { TapRecording } from "./tap/tap-recording.ts";
import type { TapRoute } from "./tap/tap-route.ts";

export interface LibraryTapOptions {
  readonly recorder: Recorder;
  readonly routes: readonly TapRoute[];
  readonly policy: TargetPolicy;
  /** Absent: the system tells which program calls. */
  readonly programs?: ProgramFinder;
}

export interface LibraryTap {
  /** With the ports that were given for port 0. */
  readonly routes: readonly TapRoute[];
  readonly callCount: number;
  readonly runningCount: number;
  /** Ends its calls, and resolves when they are recorded. */
  stop(): Promise<void>;
}

interface LibraryTapsOptions {
  getMaskFactory(): Promise<MaskFactory>;
  getLimits(): Promise<LimitValues>;
  /** Marks a recording as live until the returned function is called. */
  hold(recording: string): Promise<() => Promise<void>>;
  /** A call has ended, and is in the recording's file. */
  onCallEnd(recording: string, exchange: string): void;
}

export class LibraryTaps {
  readonly #options: LibraryTapsOptions;
  /** By recording. */
  readonly #running = new Map<string, Set<LibraryTap>>();

  constructor(options: LibraryTapsOptions) {
    this.#options = options;
  }

  /** Throws a `TapError` if it cannot listen, or may not call a target. */
  async start({ recorder, routes, policy, programs }: LibraryTapOptions): Promise<LibraryTap> {
    const { getMaskFactory, getLimits, hold } = this.#options;
    const [createMask, values] = await Promise.all([getMaskFactory(), getLimits()]);
    const calls = new CallCounter();
    const sink = createObservedSink(recorder, (record) => {
      calls.push(record);
      if (record.r === "end") this.#reportEnd(recorder, record.x);
    });
    const release = await hold(recorder.id);
    const tap = await Tap.start({
      routes,
      recorder: new TapRecording({
        sink,
        createMask,
        limit: getCallLimits(values).response,
        ...(programs && { programs }),
      }),
      policy,
      maxCardBytes: values.cardBytes,
    }).catch(async (error: unknown) => {
      await release();
      throw error;
    });
    let stopped: Promise<void> | null = null;
    const running: LibraryTap = {
      routes: tap.routes,
      get callCount() {
        return calls.count;
      },
      get runningCount() {
        return calls.running;
      },
      stop: () => {
        stopped ??= tap.close().finally(async () => {
          this.#remove(recorder.id, running);
          recorder.notifyReaders();
          await recorder.waitUntilWritten();
          await release();
        });
        return stopped;
      },
    };
    const others = this.#running.get(recorder.id);
    if (others) others.add(running);
    else this.#running.set(recorder.id, new Set([running]));
    return running;
  }

  isLive(recording: string): boolean {
    return this.#running.has(recording);
  }

  /** Stops what records into a recording. */
  async stopAll(recording: string): Promise<void> {
    await Promise.all([...(this.#running.get(recording) ?? [])].map((tap) => tap.stop()));
  }

  #remove(recording: string, tap: LibraryTap): void {
    const others = this.#running.get(recording);
    others?.delete(tap);
    if (others?.size === 0) this.#running.delete(recording);
  }

  #reportEnd(recorder: Recorder, exchange: string): void {
    recorder.waitUntilWritten().then(
      () => this.#options.onCallEnd(recorder.id, exchange),
      () => undefined,
    );
  }
}

class CallCounter {
  count = 0;
  running = 0;

  push({ r }: WireRecord): void {
    if (r === "open") {
      this.count += 1;
      this.running += 1;
    } else if (r === "end") this.running -= 1;
  }
}
