/** The log of a tap: its file, what is written to it, and the calls that it summarizes. */

import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import type { PublicKey } from "../../protocol/card/signature/public-keys.ts";
import { getErrorMessage } from "../../text/error-message.ts";
import type { LogHeader, WireRecord } from "../../wire/record.ts";
import type { ExchangeLimit } from "../exchange/exchange-limits.ts";
import { createRecordingId } from "../ids.ts";
import { createLibrary } from "../live/live-agent.ts";
import { createMaskFactory, loadMaskFactory } from "../masking/mask-factory.ts";
import { Recorder } from "../recording/recorder.ts";
import { RecordingMarkers } from "../recording/recording-markers.ts";
import { CallMonitor, type TapCall } from "./call-monitor.ts";
import { RollingSink, type RollLimits } from "./rolling-sink.ts";
import type { TapRecorder } from "./tap-message.ts";
import { TapRecording, type TapRecordingOptions } from "./tap-recording.ts";
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
  /** When a new recording begins; `null` or absent for one recording. */
  readonly roll?: RollLimits | null;
}

export interface TapLogEvents {
  onCall(call: TapCall): void;
  /** Records are from now on in another recording: the ID of one in the library, or a file. */
  onRoll?(name: string): void;
  /** Nothing more can be recorded. */
  onFailure(message: string): void;
}

/** A recorder that must be closed. */
export interface OpenTapLog extends TapRecorder {
  /** Records what was sent, and closes the file. */
  close(): Promise<void>;
}

export class TapLog extends TapRecording implements OpenTapLog {
  readonly #file: TapLogFile;

  private constructor(file: TapLogFile, options: TapRecordingOptions) {
    super(options);
    this.#file = file;
  }

  static async open(options: TapLogOptions, events: TapLogEvents): Promise<TapLog> {
    const { path, header, maskFolder, routes, proxy = null, limit, signatureKeys = [] } = options;
    const createMask =
      maskFolder === null ? createMaskFactory(randomBytes(32)) : await loadMaskFactory(maskFolder);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = new TapLogFile(options, events);
    const first = await file.create(path, header);
    const monitor = new CallMonitor({ routes, proxy }, (call) => events.onCall(call));
    const written = options.roll
      ? new RollingSink(first, options.roll, (...next) => {
          monitor.startLog();
          return file.createNext(...next);
        })
      : first;
    const sink = {
      append(record: WireRecord) {
        written.append(record);
        monitor.push(record);
      },
      now: () => written.now(),
      waitUntilWritten: () => written.waitUntilWritten(),
      get pendingBytes() {
        return written.pendingBytes;
      },
    };
    return new TapLog(file, { sink, createMask, limit, signatureKeys });
  }

  async close(): Promise<void> {
    await this.waitUntilRecorded();
    await this.#file.release();
  }
}

/** Creates the files of a tap. One in the library is marked as long as the tap records into it. */
class TapLogFile {
  readonly #options: TapLogOptions;
  readonly #events: TapLogEvents;
  readonly #markers: RecordingMarkers | null;
  /** Removes the marker of the present file. */
  release = async (): Promise<void> => undefined;

  constructor(options: TapLogOptions, events: TapLogEvents) {
    const { maskFolder, path } = options;
    this.#options = options;
    this.#events = events;
    this.#markers = maskFolder === null ? null : new RecordingMarkers(dirname(path));
  }

  /** `onCreated`: the file exists, and the one before it is still open. */
  async create(
    path: string,
    header: LogHeader,
    onCreated = (): void => undefined,
  ): Promise<Recorder> {
    const releaseLast = this.release;
    const release = (await this.#markers?.hold(header.id)) ?? (async () => undefined);
    try {
      const recorder = await Recorder.createFile(path, header);
      this.release = async () => {
        await recorder.waitUntilWritten();
        await release();
      };
      onCreated();
      void releaseLast();
      recorder.failureSignal.addEventListener("abort", () => {
        if (recorder.failure) this.#events.onFailure(recorder.failure.message);
        void release();
      });
      return recorder;
    } catch (error) {
      await release();
      throw error;
    }
  }

  /** The recording after the present one: in the library, or in a file with the next free number. */
  async createNext(startTime: Date, endLast: (next: string) => void): Promise<Recorder> {
    const { path, header, maskFolder } = this.#options;
    try {
      const id = createRecordingId(startTime);
      const about = { ...header, id, at: startTime.toISOString() };
      if (maskFolder !== null) {
        await createLibrary(maskFolder, {}).recordings.store.ensureSpace();
        const next = join(dirname(path), `${id}.jsonl`);
        const recorder = await this.create(next, about, () => endLast(id));
        this.#events.onRoll?.(id);
        return recorder;
      }
      const file = findNextFile(path);
      const recorder = await this.create(file, about, () => endLast(basename(file)));
      this.#events.onRoll?.(file);
      return recorder;
    } catch (error) {
      await this.release();
      const reason = getErrorMessage(error);
      this.#events.onFailure(`no new recording can begin: ${reason}`);
      throw error;
    }
  }
}

/** `run.jsonl`, then `run-2.jsonl`. */
function findNextFile(path: string): string {
  const suffix = extname(path);
  const stem = path.slice(0, path.length - suffix.length);
  for (let number = 2; ; number += 1) {
    const next = `${stem}-${number}${suffix}`;
    if (!existsSync(next)) return next;
  }
}
