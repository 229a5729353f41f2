/**
 * Reads recordings, wherever they are: a log in the folder from its file, another one from the store.
 *
 * Guarantees: the store is asked only for what the folder does not have.
 */

import { stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { LogAnalysis } from "../../api/library-search.ts";
import { ApiError } from "../http/api-error.ts";
import { streamFileBytes } from "../recording/file-range.ts";
import type { RecordingBytes, RecordingLines } from "../recording/recording-source.ts";
import type { RecordingStore } from "../recording/recording-store.ts";
import { analyzeLog } from "../search/analyze-log.ts";
import type { SharedStore } from "./shared-store.ts";
import type { StoredLog } from "./stored-log.ts";

export class RecordingAccess {
  readonly #recordings: RecordingStore;
  readonly #shared: SharedStore | null;

  constructor(recordings: RecordingStore, shared: SharedStore | null) {
    this.#recordings = recordings;
    this.#shared = shared;
  }

  async isOnlyStored(id: string): Promise<boolean> {
    return (await this.#findStore(id)) !== null;
  }

  /** Throws if there is no such recording. */
  async checkExists(id: string): Promise<void> {
    if ((await this.#findStore(id)) === null) await this.#recordings.getPath(id);
  }

  /** Throws if nothing can be appended to the recording. */
  async checkContinuable(id: string): Promise<void> {
    if ((await this.#findStore(id)) === null) return;
    throw new ApiError(
      "read-only",
      "This recording is in the shared store only. It can be opened here, but not continued.",
      "Duplicate it, and continue the copy.",
    );
  }

  /** The path of the whole log, for what needs a file. One of the store is downloaded. */
  async getPath(id: string): Promise<string> {
    const store = await this.#findStore(id);
    return store ? store.download(id) : this.#recordings.getPath(id);
  }

  async openBytes(id: string): Promise<RecordingBytes> {
    const store = await this.#findStore(id);
    if (store) {
      const { log } = await store.open(id);
      return { size: log.bytes, stream: (from, to) => log.streamBytes(from, to) };
    }
    const path = await this.#recordings.getPath(id);
    const { size } = await stat(path);
    return { size, stream: (from, to) => streamFileBytes(path, from, to) };
  }

  /** `null` if the log is in the folder, where its recorder has its lines. */
  async openStoredLines(id: string): Promise<RecordingLines | null> {
    const store = await this.#findStore(id);
    return store && followStoredLog(() => store.open(id));
  }

  async analyze(id: string, bytes: number): Promise<LogAnalysis> {
    const store = await this.#findStore(id);
    return store ? store.readAnalysis(id) : analyzeLog(await this.#recordings.getPath(id), bytes);
  }

  /** The store, if only it has the log. */
  async #findStore(id: string): Promise<SharedStore | null> {
    if (this.#shared === null || (await this.#recordings.has(id))) return null;
    return this.#shared.find(id) === null ? null : this.#shared;
  }
}

const FOLLOW_INTERVAL_MS = 5000;
/** A log that has ended is not looked for again. */
const FOREVER_MS = 2 ** 31 - 1;

/**
 * Follows a log of the store as a recorder's file is followed, as long as another Loupe records it.
 *
 * Guarantees: what was read stays, also when the store does not respond any longer.
 */
async function followStoredLog(
  open: () => Promise<{ readonly log: StoredLog; readonly isLive: boolean }>,
): Promise<RecordingLines> {
  let { log, isLive } = await open();
  return {
    isLive: () => isLive,
    isHeldElsewhere: () => isLive,
    async *tail(from, signal) {
      for (let line = from; !signal.aborted; ) {
        for await (const batch of log.readLines(line, signal)) {
          line = batch.next;
          yield batch;
        }
        if (signal.aborted) return;
        line = Math.min(line, log.lines);
        yield { from: line, next: line, bytes: Buffer.alloc(0), end: log.bytes };
        await sleep(isLive ? FOLLOW_INTERVAL_MS : FOREVER_MS, undefined, { signal, ref: false })
          .then(async () => {
            ({ log, isLive } = await open());
          })
          .catch(() => undefined);
      }
    },
  };
}
