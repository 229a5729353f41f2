/** The log of a tap: its file, what is written to it, and the calls that it summarizes. */

import { randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import type { PublicKey } from "../../protocol/card/signature/public-keys.ts";
import type { LogHeader } from "../../wire/record.ts";
import type { ExchangeLimit } from "../exchange/exchange-limits.ts";
import { createMaskFactory, loadMaskFactory } from "../masking/mask-factory.ts";
import { Recorder } from "../recording/recorder.ts";
import { CallMonitor, type TapCall } from "./call-monitor.ts";
import type { TapRecorder } from "./tap-message.ts";
import { TapRecording } from "./tap-recording.ts";
import type { TapProxy, TapRoute } from "./tap-route.ts";

/** Only data, so that another thread can open the log. */
export interface TapLogOptions {
  readonly path: string;
  readonly header: LogHeader;
  /** The data folder with the key for masks; `null` for a key of this log alone. */
  readonly maskFolder: string | null;
  /** Where the tap listens, to tell which interfaces of a card lead past it. */
  readonly routes: readonly TapRoute[];
  readonly proxy?: TapProxy | null;
  /** How much of each request and response is recorded. */
  readonly limit: ExchangeLimit;
  /** Keys that verify the signatures of cards. */
  readonly signatureKeys?: readonly PublicKey[];
}

export interface TapLogEvents {
  onCall(call: TapCall): void;
  /** Nothing more can be recorded. */
  onFailure(message: string): void;
}

/** A recorder that must be closed. */
export interface OpenTapLog extends TapRecorder {
  /** Records what was sent, and closes the file. */
  close(): Promise<void>;
}

export class TapLog extends TapRecording implements OpenTapLog {
  readonly #recorder: Recorder;

  private constructor(recorder: Recorder, ...options: ConstructorParameters<typeof TapRecording>) {
    super(...options);
    this.#recorder = recorder;
  }

  static async open(
    { path, header, maskFolder, routes, proxy = null, limit, signatureKeys = [] }: TapLogOptions,
    events: TapLogEvents,
  ): Promise<TapLog> {
    const createMask =
      maskFolder === null ? createMaskFactory(randomBytes(32)) : await loadMaskFactory(maskFolder);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const recorder = await Recorder.createFile(path, header);
    recorder.failureSignal.addEventListener("abort", () => {
      if (recorder.failure) events.onFailure(recorder.failure.message);
    });
    const monitor = new CallMonitor({ routes, proxy }, (call) => events.onCall(call));
    const sink = {
      append(record: Parameters<Recorder["append"]>[0]) {
        recorder.append(record);
        monitor.push(record);
      },
      now: () => recorder.now(),
      waitUntilWritten: () => recorder.waitUntilWritten(),
      get pendingBytes() {
        return recorder.pendingBytes;
      },
    };
    return new TapLog(recorder, { sink, createMask, limit, signatureKeys });
  }

  async close(): Promise<void> {
    await this.waitUntilRecorded();
    await this.#recorder.waitUntilWritten();
  }
}
