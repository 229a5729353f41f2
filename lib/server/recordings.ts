/**
 * The recordings of one data folder, and of the store that it shares with others.
 *
 * Guarantees: one recorder per file in this process; a recording is deleted after all that writes
 * into it has stopped.
 */

import type { RecordingSummary } from "../api/api-types.ts";
import type { MetadataChange, RecordingMetadata } from "../api/recording-metadata.ts";
import type { ExchangeRequest, VerdictUpdate } from "../api/schemas/api-requests.ts";
import { PRODUCT } from "../api/version.ts";
import { LOG_VERSION, type LogHeader } from "../wire/record.ts";
import { Catalog } from "./catalog.ts";
import { createRecordingId } from "./ids.ts";
import type { MaskFactory } from "./masking/mask-factory.ts";
import { SecretMasker } from "./masking/secret-masker.ts";
import { checkLogVersion } from "./recording/check-log-version.ts";
import type { LimitStore } from "./recording/limit-store.ts";
import { type FindHolder, Recorder } from "./recording/recorder.ts";
import type { RecordingBytes, RecordingLines } from "./recording/recording-source.ts";
import { RecordingStore } from "./recording/recording-store.ts";
import { SearchIndex } from "./search/search-index.ts";
import { RecordingAccess } from "./store/recording-access.ts";
import { SharedStore } from "./store/shared-store.ts";
import type { StoreSettings } from "./store/store-settings.ts";

/** The newest are kept, older ones are deleted. */
const MAX_FAILED_LOOKUPS = 20;

interface RecordingsOptions {
  readonly dataFolder: string;
  readonly limits: LimitStore;
  /** The store that they share with others. */
  readonly sharedStore?: StoreSettings | undefined;
}

/** What writes into recordings, in this process. */
export interface RecordingWriter {
  isLive(recording: string): boolean;
  /** Resolves when nothing more is written into the recording. */
  stopAll(recording: string): Promise<void>;
}

export class Recordings {
  readonly store: RecordingStore;
  readonly searchIndex: SearchIndex;
  readonly catalog: Catalog;
  /** `null` if there is none. */
  readonly sharedStore: SharedStore | null;
  readonly #access: RecordingAccess;
  readonly #writers: RecordingWriter[] = [];
  readonly #recorders = new Map<string, Promise<Recorder>>();
  /** Recordings started for a card lookup whose result is still unknown. */
  readonly #lookups = new Set<string>();

  constructor({ dataFolder, limits, sharedStore }: RecordingsOptions) {
    this.store = new RecordingStore(dataFolder, limits);
    this.searchIndex = new SearchIndex(dataFolder, (id, bytes) => this.#access.analyze(id, bytes));
    this.sharedStore = sharedStore ? this.#openSharedStore(sharedStore, dataFolder) : null;
    this.#access = new RecordingAccess(this.store, this.sharedStore);
    this.catalog = new Catalog({
      limits,
      store: this.store,
      searchIndex: this.searchIndex,
      sharedStore: this.sharedStore,
      isLive: (id) => this.isLive(id),
      isHidden: (id) => this.#lookups.has(id),
    });
  }

  #openSharedStore(settings: StoreSettings, dataFolder: string): SharedStore {
    const shared = new SharedStore({
      settings,
      dataFolder,
      recordings: this.store,
      searchIndex: this.searchIndex,
      isLive: (id) => this.isLive(id),
      isHidden: async (id) =>
        this.#lookups.has(id) || (await this.store.metadataFiles.read(id)).failedLookUp,
      removeHere: (id) => this.#removeHere(id),
    });
    this.store.makeSpace = async (bytes) => {
      for await (const id of shared.findCopies(await this.catalog.list(), bytes)) {
        const { live } = await this.store.summary(id, this.isLive(id));
        if (!live) await this.#removeHere(id);
      }
    };
    return shared;
  }

  /** The folder with their files. */
  get folder(): string {
    return this.store.folder;
  }

  /** From now on, a recording is live while it writes into it. */
  addWriter(writer: RecordingWriter): void {
    this.#writers.push(writer);
  }

  /** In this process. */
  isLive(id: string): boolean {
    return this.#writers.some((writer) => writer.isLive(id));
  }

  /** This process has written into a recording. */
  noteChange(id: string): void {
    this.store.noteChange(id);
    this.sharedStore?.notify(id);
  }

  /** Also of a recording that was just imported or copied, which a search then finds. */
  async getSummary(id: string): Promise<RecordingSummary> {
    this.catalog.forgetList();
    this.sharedStore?.notify(id);
    return this.catalog.addFacts(await this.store.summary(id, this.isLive(id)));
  }

  /** The path of an existing recording; throws if there is none. One of the store is downloaded. */
  getPath(id: string): Promise<string> {
    return this.#access.getPath(id);
  }

  /** The lines of a recording, which may grow. */
  async openLines(id: string): Promise<RecordingLines> {
    const stored = await this.#access.openStoredLines(id);
    if (stored) return stored;
    const recorder = await this.getRecorder(id);
    await recorder.refresh();
    return {
      isLive: () => this.isLive(id) || recorder.pendingBytes > 0 || recorder.isHeldElsewhere,
      isHeldElsewhere: () => recorder.isHeldElsewhere,
      tail: (from, signal) => recorder.tail(from, signal),
    };
  }

  /** The bytes of a recording as they are now. */
  openBytes(id: string): Promise<RecordingBytes> {
    return this.#access.openBytes(id);
  }

  async getMetadata(id: string): Promise<RecordingMetadata> {
    await this.#access.checkExists(id);
    await this.sharedStore?.pullMetadata(id);
    return this.store.metadataFiles.read(id);
  }

  async updateMetadata(id: string, changes: readonly MetadataChange[]): Promise<RecordingMetadata> {
    await this.#access.checkExists(id);
    this.catalog.forgetList();
    const metadata = await this.store.metadataFiles.append(id, changes);
    this.sharedStore?.notify(id);
    return metadata;
  }

  /** Saves a verdict unless the log has changed since or it is already saved; false if the log has changed or is another Loupe's. */
  async saveVerdict(id: string, { bytes, ...update }: VerdictUpdate): Promise<boolean> {
    if (await this.#access.isOnlyStored(id)) return false;
    const { bytes: now, live, verdict } = await this.store.summary(id, this.isLive(id));
    if (live || now !== bytes) return false;
    const isNew =
      verdict?.kind !== update.kind ||
      verdict.because !== update.because ||
      verdict.endedBy !== update.endedBy;
    const at = new Date().toISOString();
    if (isNew) await this.updateMetadata(id, [{ a: "verdict", at, ...update, bytes, by: PRODUCT }]);
    return true;
  }

  async duplicate(id: string, name: string): Promise<RecordingSummary> {
    await this.sharedStore?.pullMetadata(id);
    const path = await this.getPath(id);
    return this.getSummary(await this.store.copy(id, name, this.isLive(id), path));
  }

  async create(name?: string, startTime = new Date()): Promise<Recorder> {
    const id = createRecordingId(startTime);
    const header: LogHeader = {
      r: "loupe",
      version: LOG_VERSION,
      id,
      at: startTime.toISOString(),
      by: PRODUCT,
      ...(name && { name }),
    };
    return this.#setRecorder(id, (findHolder) => Recorder.create(this.folder, header, findHolder));
  }

  /** The recorder of an existing recording; a failed one is replaced. */
  async getRecorder(id: string): Promise<Recorder> {
    await this.#access.checkContinuable(id);
    const path = await this.store.getPath(id);
    const known = this.#recorders.get(id);
    const usable = await known?.then(
      ({ failure }) => failure === null,
      () => false,
    );
    if (known && usable) return known;
    // Another call may have replaced it meanwhile.
    if (this.#recorders.get(id) !== known) return this.getRecorder(id);
    return this.#setRecorder(id, (findHolder) => Recorder.open(path, id, findHolder));
  }

  /** The recorder of the recording that a request names, or of a new one. */
  async getRecorderFor(
    request: Pick<ExchangeRequest, "recording" | "name" | "url" | "headers" | "secrets">,
    createMask: MaskFactory,
  ): Promise<Recorder> {
    const { recording, name } = request;
    await this.store.ensureSpace();
    // Users paste addresses that contain keys, and the recording is named after the address.
    if (recording === undefined)
      return this.create(name && new SecretMasker(request, createMask).url(name));
    await this.#access.checkContinuable(recording);
    await checkLogVersion(await this.store.getPath(recording));
    await this.store.markers.checkNotHeldElsewhere(recording);
    const recorder = await this.getRecorder(recording);
    await recorder.refresh();
    return recorder;
  }

  #setRecorder(id: string, open: (findHolder: FindHolder) => Promise<Recorder>): Promise<Recorder> {
    const recorder = open(() => this.store.markers.findHolder(id));
    this.#recorders.set(id, recorder);
    return recorder;
  }

  /** Marks a recording as a card lookup: it is listed only if a card is found. */
  beginLookup(id: string): void {
    this.#lookups.add(id);
  }

  /** Keeps a failed lookup for a while: the connect page links to its exchanges. */
  async endLookup(id: string, isFound: boolean): Promise<void> {
    try {
      if (isFound) return this.sharedStore?.notify(id);
      await this.updateMetadata(id, [{ a: "failed-look-up", at: new Date().toISOString() }]);
      const old = (await this.store.listFailedLookups((one) => this.isLive(one))).slice(
        MAX_FAILED_LOOKUPS,
      );
      // Another lookup may be deleting the same ones. What remains is deleted after the next lookup.
      for (const one of old) if (!this.isLive(one)) await this.remove(one).catch(() => undefined);
    } finally {
      this.#lookups.delete(id);
    }
  }

  /** Where it is shared, for every Loupe that uses the store. Throws if another process records it. */
  async remove(id: string): Promise<void> {
    await this.#access.checkExists(id);
    await this.store.markers.checkNotHeldElsewhere(id);
    await this.sharedStore?.remove(id);
    await this.#removeHere(id);
  }

  async #removeHere(id: string): Promise<void> {
    await Promise.all(this.#writers.map((writer) => writer.stopAll(id)));
    const recorder = await this.#recorders.get(id)?.catch(() => null);
    this.#recorders.delete(id);
    await recorder?.close("The recording was deleted.");
    await this.store.remove(id);
    this.catalog.forgetList();
    await this.searchIndex.drop(id).catch(() => undefined);
  }
}
