/**
 * The shared store of several Loupes: brings recordings and their metadata to it in the background,
 * and reads those of others.
 *
 * Guarantees: nothing that is recorded waits for it or fails with it; what is shown of the store is
 * also shown when it does not respond.
 */

import { createHash } from "node:crypto";
import { mkdir, readdir, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { RecordingSummary } from "../../api/api-types.ts";
import type { LogAnalysis } from "../../api/library-search.ts";
import type { LinkResponse, StoreState } from "../../api/shared-store.ts";
import { mapInTurns } from "../../collections/map-in-turns.ts";
import { isObject } from "../../protocol/json.ts";
import { ApiError, formatError } from "../http/api-error.ts";
import { getRetryDelay } from "../http/retry-delay.ts";
import { S3Client, StoreError } from "./s3-client.ts";
import { StoreDeletions } from "./store-deletions.ts";
import { getAnalysisKey, getLogBytes, parseFacts, type StoreEntry } from "./store-entry.ts";
import { type ListedEntry, StoreIndex } from "./store-index.ts";
import { STORE_LIMITS } from "./store-limits.ts";
import type { StoreSettings } from "./store-settings.ts";
import { StoredLog } from "./stored-log.ts";
import { RecordingSync, type SyncOptions } from "./sync-recording.ts";

interface SharedStoreOptions
  extends Omit<SyncOptions, "client" | "index" | "deletions" | "folder"> {
  readonly dataFolder: string;
}

/** Changes that come together are uploaded together. */
const BATCH_DELAY_MS = 500;
const LIVE_INTERVAL_MS = 15_000;
const COMPARE_INTERVAL_MS = 60_000;
/** While the store does not respond. */
const MAX_RETRY_MS = 30_000;
const REFRESH_INTERVAL_MS = 5_000;
const MAX_PARALLEL = 4;
/** Downloaded logs, for what needs a whole file. */
const MAX_DOWNLOADED_BYTES = 1e9;
/** While somebody waits, and there is something to show without it. */
const QUICK = { attempts: 1, idleTimeoutMs: 3000 };
const unpack = promisify(gunzip);

export class SharedStore {
  readonly #options: SharedStoreOptions;
  readonly #client: S3Client;
  readonly #quickClient: S3Client;
  readonly #index: StoreIndex;
  readonly #folder: string;
  readonly #deletions: StoreDeletions;
  readonly #sync: RecordingSync;
  /** What waits, with the number of the request that asked for it last. */
  readonly #waiting = new Map<string, number>();
  #requests = 0;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;
  #comparedAt = Number.NEGATIVE_INFINITY;
  #refreshedAt = Number.NEGATIVE_INFINITY;
  #failures = 0;
  #problem: string | null = null;
  #isClosed = false;

  constructor(options: SharedStoreOptions) {
    this.#options = options;
    const { settings, dataFolder } = options;
    this.#client = new S3Client(settings);
    this.#quickClient = new S3Client(settings, QUICK);
    this.#folder = join(dataFolder, "store");
    const name = hashAddress(settings);
    this.#index = new StoreIndex(this.#client, join(this.#folder, `${name}.jsonl`));
    this.#deletions = new StoreDeletions(this.#folder, `${name}-deletions.json`);
    this.#sync = new RecordingSync({
      ...options,
      client: this.#client,
      index: this.#index,
      deletions: this.#deletions,
      folder: this.#folder,
    });
    this.#schedule(0);
  }

  /** Those that are not deleted. Looks for changes in the background. */
  async list(): Promise<ListedEntry[]> {
    await this.#index.load();
    this.#refreshInBackground();
    const deleted = new Set(await this.#deletions.list());
    return [...this.#index.listEntries()].filter(({ id }) => !deleted.has(id));
  }

  find(id: string): ListedEntry | null {
    const entry = this.#index.find(id);
    return entry && "summary" in entry ? entry : null;
  }

  /** A recording or its metadata has changed. */
  notify(id: string): void {
    this.#waiting.set(id, ++this.#requests);
    if (this.#failures === 0) this.#schedule(BATCH_DELAY_MS);
  }

  /** Compares everything, without waiting any longer. Resolves when that is done. */
  async syncNow(): Promise<void> {
    clearTimeout(this.#timer);
    this.#failures = 0;
    await this.#running;
    this.#comparedAt = Number.NEGATIVE_INFINITY;
    await this.#run();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  getState(): StoreState {
    const { bucket, prefix } = this.#options.settings;
    return {
      address: `s3://${bucket}/${prefix}`.replace(/\/$/, ""),
      waiting: this.#waiting.size,
      problem: this.#problem,
      conflicts: this.#sync.conflicts,
      unreadable: this.#index.getUnreadable(),
    };
  }

  dismissConflicts(): void {
    this.#sync.conflicts.length = 0;
  }

  /** The log, and whether it is still recorded. */
  async open(id: string): Promise<{ readonly log: StoredLog; readonly isLive: boolean }> {
    const entry = await this.#readEntry(id);
    return { log: new StoredLog(this.#client, entry), isLive: entry.summary.live };
  }

  /** The path of a copy of the whole log. */
  async download(id: string): Promise<string> {
    const entry = await this.#readEntry(id);
    const folder = join(this.#folder, "logs");
    const path = join(folder, `${id}.jsonl`);
    const bytes = getLogBytes(entry);
    if ((await stat(path).catch(() => null))?.size === bytes) {
      await utimes(path, new Date(), new Date());
      return path;
    }
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await trimFolder(folder, MAX_DOWNLOADED_BYTES - bytes);
    await new StoredLog(this.#client, entry).download(path);
    return path;
  }

  async readAnalysis(id: string): Promise<LogAnalysis> {
    const { analysisBytes, analysisTextBytes } = STORE_LIMITS;
    const object = await this.#client.get(getAnalysisKey(id), analysisBytes);
    if (object === null) throw new Error("There is no analysis.");
    const text = await unpack(object.bytes, { maxOutputLength: analysisTextBytes });
    const analysis: unknown = JSON.parse(text.toString());
    const facts = isAnalysis(analysis) ? parseFacts(analysis.facts) : null;
    if (!isAnalysis(analysis) || facts === null) throw new Error("There is no analysis.");
    return { ...analysis, facts };
  }

  /** Appends what others have changed to the metadata here, if the store responds. */
  async pullMetadata(id: string): Promise<void> {
    if (this.#problem !== null || this.find(id) === null) return;
    await this.#sync.pullMetadata(id, this.#quickClient).catch(() => undefined);
  }

  /** For every Loupe that uses the store. */
  async remove(id: string): Promise<void> {
    if (await this.#options.isHidden(id)) return;
    await this.#deletions.add(id);
    this.notify(id);
  }

  /**
   * Recordings that the store has, as it confirms, and whose logs here can be removed to make room for
   * so many bytes: those that ended first. `recordings`: last changed first.
   */
  async *findCopies(
    recordings: readonly RecordingSummary[],
    bytes: number,
  ): AsyncGenerator<string> {
    let missing = bytes;
    for (const recording of recordings.toReversed()) {
      if (missing <= 0) return;
      if (recording.place !== "both" || recording.live) continue;
      const isConfirmed = await this.#sync.confirm(recording).catch(() => false);
      if (!isConfirmed) continue;
      missing -= recording.bytes;
      yield recording.id;
    }
  }

  /** An address at which anyone can read the log for some time. */
  async createLink(id: string, seconds: number): Promise<LinkResponse> {
    const entry = await this.#readEntry(id);
    const [segment, ...more] = entry.segments;
    if (!segment || more.length > 0 || entry.summary.live) {
      throw new ApiError(
        "bad-request",
        "This recording is still in progress.",
        "Copy the link when it has ended.",
      );
    }
    const url = await this.#client.presignGet(segment.key, seconds, `${id}.jsonl.gz`);
    return { url, expiresAt: new Date(Date.now() + seconds * 1000).toISOString() };
  }

  async #readEntry(id: string): Promise<StoreEntry> {
    const entry = (await this.#index.read(id))?.entry;
    if (entry && "summary" in entry) return entry;
    throw new ApiError("unknown-recording", `The store has no recording ${JSON.stringify(id)}.`);
  }

  #schedule(delayMs: number): void {
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#run(), delayMs);
    this.#timer.unref();
  }

  #refreshInBackground(): void {
    const now = performance.now();
    if (this.#failures > 0 || now - this.#refreshedAt < REFRESH_INTERVAL_MS) return;
    this.#refreshedAt = now;
    this.#index.refresh().then(
      () => undefined,
      (error: unknown) => this.#fail(error),
    );
  }

  #fail(error: unknown): void {
    this.#problem = formatError(error);
    this.#failures++;
    this.#schedule(Math.min(getRetryDelay(this.#failures + 2, null), MAX_RETRY_MS));
  }

  #run(): Promise<void> {
    this.#running ??= this.#syncAll()
      .then(
        () => {
          this.#failures = 0;
          this.#schedule(this.#getNextDelay());
        },
        (error: unknown) => this.#fail(error),
      )
      .finally(() => {
        this.#running = null;
      });
    return this.#running;
  }

  #getNextDelay(): number {
    return this.#waiting.size > 0 ? LIVE_INTERVAL_MS : COMPARE_INTERVAL_MS;
  }

  async #syncAll(): Promise<void> {
    if (performance.now() - this.#comparedAt >= COMPARE_INTERVAL_MS) await this.#compare();
    let failure: unknown = null;
    let remark: string | null = null;
    await mapInTurns([...this.#waiting.keys()], MAX_PARALLEL, async (id) => {
      if (failure !== null || this.#isClosed) return;
      const request = this.#waiting.get(id);
      try {
        const isDone = await this.#sync.sync(id);
        if (isDone && this.#waiting.get(id) === request) this.#waiting.delete(id);
      } catch (error) {
        // Or else, this recording alone cannot be uploaded.
        if (error instanceof StoreError && error.kind !== "too-large") failure = error;
        else remark = formatError(error);
      }
    });
    if (failure !== null) throw failure;
    this.#problem = remark;
  }

  /** Finds what waits. */
  async #compare(): Promise<void> {
    const { recordings, isLive } = this.#options;
    const isFull = this.#comparedAt === Number.NEGATIVE_INFINITY;
    // What waits is also known when the store does not respond.
    const failure: unknown = await this.#index.refresh({ isFull }).then(
      () => null,
      (error: unknown) => error,
    );
    for (const id of await this.#deletions.list()) this.#markWaiting(id);
    for (const recording of await recordings.list(isLive)) {
      if (await this.#sync.isBehind(recording)) this.#markWaiting(recording.id);
    }
    for (const id of await recordings.listWithoutLog()) {
      if (await this.#sync.isMetadataBehind(id)) this.#markWaiting(id);
    }
    this.#comparedAt = performance.now();
    if (failure !== null) throw failure;
  }

  #markWaiting(id: string): void {
    if (!this.#waiting.has(id)) this.#waiting.set(id, ++this.#requests);
  }
}

/** Another store has other files. */
function hashAddress({ endpoint, bucket, prefix }: StoreSettings): string {
  const hash = createHash("sha256").update(`${endpoint}\n${bucket}\n${prefix}`);
  return hash.digest("hex").slice(0, 16);
}

function isAnalysis(value: unknown): value is LogAnalysis {
  if (!isObject(value)) return false;
  const { facts, turns, text, places } = value;
  return (
    isObject(facts) && Array.isArray(turns) && typeof text === "string" && Array.isArray(places)
  );
}

/** Deletes the files that were not used for longest, until the rest has at most so many bytes. */
async function trimFolder(folder: string, maxBytes: number): Promise<void> {
  const files = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const path = join(folder, name);
      return { path, facts: await stat(path).catch(() => null) };
    }),
  );
  let left = maxBytes;
  const newestFirst = files.sort(
    (one, other) => (other.facts?.mtimeMs ?? 0) - (one.facts?.mtimeMs ?? 0),
  );
  for (const { path, facts } of newestFirst) {
    left -= facts?.size ?? 0;
    if (left < 0) await rm(path, { force: true });
  }
}
