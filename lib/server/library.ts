/**
 * The recordings of one data folder and the exchanges in progress.
 *
 * Guarantees: one recorder per file in this process; an exchange continues when no client follows
 * it, and when the library has no room for another.
 */

import type {
  ExchangeStarted,
  InboxResponse,
  LibraryState,
  RecordingSummary,
  SearchResult,
} from "../api/api-types.ts";
import type { MessagesState } from "../api/library-search.ts";
import type { MetadataChange, RecordingMetadata } from "../api/recording-metadata.ts";
import type {
  ExchangeRequest,
  InboxRequest,
  LimitChange,
  VerdictUpdate,
} from "../api/schemas/api-requests.ts";
import { PRODUCT } from "../api/version.ts";
import { type EndRecord, LOG_VERSION, type LogHeader } from "../wire/record.ts";
import { Catalog } from "./catalog.ts";
import { createDemoHeaders } from "./demo-headers.ts";
import { performExchange } from "./exchange/exchange.ts";
import { ABORTED_END } from "./exchange/exchange-end.ts";
import { getCallLimits } from "./exchange/exchange-limits.ts";
import { IdleConnections } from "./exchange/idle-connections.ts";
import { RunningExchanges } from "./exchange/running-exchanges.ts";
import { createExchangeId, createRecordingId } from "./ids.ts";
import { Inboxes, getInboxPath as inboxPath, MAX_INBOXES, verifySender } from "./inbox/inbox.ts";
import {
  createNoInboxResponse,
  createNotificationResponse,
  recordNotification,
} from "./inbox/notification.ts";
import type { LibrarySettings, StartExchangeOptions } from "./library-settings.ts";
import { LibraryTaps } from "./library-taps.ts";
import { loadMaskFactory, type MaskFactory } from "./masking/mask-factory.ts";
import { SecretMasker } from "./masking/secret-masker.ts";
import { checkLogVersion } from "./recording/check-log-version.ts";
import { LimitStore } from "./recording/limit-store.ts";
import { createObservedSink } from "./recording/observed-sink.ts";
import { Recorder } from "./recording/recorder.ts";
import type { RecordingLines } from "./recording/recording-source.ts";
import { RecordingStore } from "./recording/recording-store.ts";
import { RequestStore } from "./recording/request-store.ts";
import { SearchIndex } from "./search/search-index.ts";
import { RecordingAccess } from "./store/recording-access.ts";
import { SharedStore } from "./store/shared-store.ts";

/** The newest are kept, older ones are deleted. */
const MAX_FAILED_LOOKUPS = 20;

export class Library {
  readonly limits: LimitStore;
  readonly store: RecordingStore;
  readonly searchIndex: SearchIndex;
  readonly requests: RequestStore;
  readonly inboxes = new Inboxes();
  readonly taps = new LibraryTaps({
    getMaskFactory: () => this.#getMaskFactory(),
    getLimits: () => this.limits.getValues(),
    hold: (recording) => this.store.markers.hold(recording),
    onCallEnd: (recording, exchange) => this.#noteExchangeEnd(recording, exchange),
  });
  /** `null` if there is none. */
  readonly sharedStore: SharedStore | null;
  readonly #access: RecordingAccess;
  readonly #catalog: Catalog;
  readonly #settings: LibrarySettings;
  readonly #idleConnections = new IdleConnections();
  readonly #recorders = new Map<string, Promise<Recorder>>();
  readonly #running = new RunningExchanges();
  /** Recordings started for a card lookup whose result is still unknown. */
  readonly #lookups = new Set<string>();
  #maskFactory: Promise<MaskFactory> | null = null;

  constructor(settings: LibrarySettings) {
    this.#settings = settings;
    const { dataFolder, limits, users } = settings;
    this.limits = new LimitStore(dataFolder, { initialValues: limits, isShared: users.length > 0 });
    this.store = new RecordingStore(dataFolder, this.limits);
    this.searchIndex = new SearchIndex(dataFolder, (id, bytes) => this.#access.analyze(id, bytes));
    this.requests = new RequestStore(dataFolder);
    this.sharedStore = this.#openSharedStore();
    this.#access = new RecordingAccess(this.store, this.sharedStore);
    this.#catalog = new Catalog({
      limits: this.limits,
      store: this.store,
      searchIndex: this.searchIndex,
      sharedStore: this.sharedStore,
      isLive: (id) => this.isLive(id),
      isHidden: (id) => this.#lookups.has(id),
    });
  }

  /** The folder with the recordings' files. */
  get folder(): string {
    return this.store.folder;
  }

  #openSharedStore(): SharedStore | null {
    const { dataFolder, sharedStore: settings } = this.#settings;
    if (!settings) return null;
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
      for await (const id of shared.findCopies(await this.list(), bytes)) {
        const { live } = await this.store.summary(id, this.isLive(id));
        if (!live) await this.#removeHere(id);
      }
    };
    return shared;
  }

  list(): Promise<RecordingSummary[]> {
    return this.#catalog.list();
  }

  /** Recordings that contain every word of the query. Those that are not analyzed yet come later. */
  search(query: string): Promise<SearchResult> {
    return this.#catalog.search(query);
  }

  /** The messages that were sent more than once. */
  getMessages(): Promise<MessagesState> {
    return this.#catalog.getMessages();
  }

  /** Analyzes what is not analyzed yet, so that everything is found. */
  analyzeAll(onProgress: (done: number, all: number) => void): Promise<void> {
    return this.#catalog.analyzeAll(onProgress);
  }

  getState(): Promise<LibraryState> {
    return this.#catalog.getState();
  }

  /** Applies to everything that starts from now on. */
  async setLimits(change: LimitChange): Promise<void> {
    await this.limits.applyChange(change);
    this.store.resetSpaceCheck();
  }

  /** Also of a recording that was just imported or copied, which a search then finds. */
  async getSummary(id: string): Promise<RecordingSummary> {
    this.#catalog.forgetList();
    this.sharedStore?.notify(id);
    return this.#catalog.addFacts(await this.store.summary(id, this.isLive(id)));
  }

  /** The path of an existing recording; throws if there is none. One of the store is downloaded. */
  getPath(id: string): Promise<string> {
    return this.#access.getPath(id);
  }

  /** The lines of a recording, which may grow. */
  async openLines(id: string): Promise<RecordingLines> {
    const stored = await this.#access.openStoredLines(id);
    if (stored) return stored;
    const recorder = await this.recorder(id);
    await recorder.refresh();
    return {
      isLive: () => this.isLive(id) || recorder.pendingBytes > 0 || recorder.isHeldElsewhere,
      isHeldElsewhere: () => recorder.isHeldElsewhere,
      tail: (from, signal) => recorder.tail(from, signal),
    };
  }

  /** The bytes of a recording as they are now. */
  readonly openBytes = (id: string) => this.#access.openBytes(id);

  async getMetadata(id: string): Promise<RecordingMetadata> {
    await this.#access.checkExists(id);
    await this.sharedStore?.pullMetadata(id);
    return this.store.metadataFiles.read(id);
  }

  async updateMetadata(id: string, changes: readonly MetadataChange[]): Promise<RecordingMetadata> {
    await this.#access.checkExists(id);
    this.#catalog.forgetList();
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

  async createRecording(name?: string, startTime = new Date()): Promise<Recorder> {
    const id = createRecordingId(startTime);
    const header: LogHeader = {
      r: "loupe",
      version: LOG_VERSION,
      id,
      at: startTime.toISOString(),
      by: PRODUCT,
      ...(name && { name }),
    };
    const findHolder = () => this.store.markers.findHolder(id);
    return this.#addRecorder(id, Recorder.create(this.folder, header, findHolder));
  }

  /** The recorder of an existing recording; a failed one is replaced. */
  async recorder(id: string): Promise<Recorder> {
    await this.#access.checkContinuable(id);
    const path = await this.store.getPath(id);
    const known = this.#recorders.get(id);
    const usable = await known?.then(
      ({ failure }) => failure === null,
      () => false,
    );
    if (known && usable) return known;
    // Another call may have replaced it meanwhile.
    if (this.#recorders.get(id) !== known) return this.recorder(id);
    const findHolder = () => this.store.markers.findHolder(id);
    return this.#addRecorder(id, Recorder.open(path, id, findHolder));
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

  /** In this process. */
  isLive(recording: string): boolean {
    return this.#running.isLive(recording) || this.taps.isLive(recording);
  }

  /** Starts an exchange; its progress is in the records. */
  async start(
    request: ExchangeRequest,
    { getLimits = getCallLimits, observe }: StartExchangeOptions = {},
  ): Promise<ExchangeStarted & { done: Promise<EndRecord> }> {
    const [createMask, values] = await Promise.all([
      this.#getMaskFactory(),
      this.limits.getValues(),
    ]);
    const recorder = await this.#getRecorderFor(request, createMask);
    const x = createExchangeId();
    const { wide, allowTargets, host, port } = this.#settings;
    const demoHeaders = createDemoHeaders(request.url, this.#settings);
    const team = this.#settings.demoTeam?.prepareCall(request, recorder);
    const secrets = [
      ...(request.secrets ?? []),
      ...this.inboxes.getSecrets(recorder.id),
      ...demoHeaders.map(([, key]) => key),
    ];
    const release = await this.store.markers.hold(recorder.id);
    const controller = new AbortController();
    if (recorder.failure) controller.abort();
    const running = performExchange(
      {
        ...request,
        headers: [...request.headers, ...(team?.headers ?? []), ...demoHeaders],
        secrets,
      },
      {
        x,
        sink: observe ? createObservedSink(recorder, observe) : recorder,
        policy: { wide, allow: allowTargets, server: { host, port } },
        createMask,
        limits: getLimits(values),
        signal: controller.signal,
        hold: (socket) => this.#idleConnections.add(socket, recorder.id),
        ...(team && { hop: team.hop }),
      },
    );
    const done = this.#running.add(x, recorder.id, controller, running);
    this.#noteChange(recorder.id);
    // Once it is in the file, where it is read.
    done
      .then(() => recorder.waitUntilWritten())
      .then(
        () => this.#noteExchangeEnd(recorder.id, x),
        () => undefined,
      )
      .finally(release);
    return { recording: recorder.id, exchange: x, done };
  }

  /** Stops an exchange; false if it has already ended. */
  abort(recording: string, exchange: string, end = ABORTED_END): Promise<boolean> {
    return this.#running.stop(recording, exchange, end);
  }

  /** Opens an inbox for push notifications of one recording. */
  async openInbox(request: InboxRequest): Promise<Omit<InboxResponse, "url">> {
    const { recording, name, token, authentication } = request;
    const secrets = [token, authentication?.credentials].filter((one) => one !== undefined);
    const { id } = await this.#getRecorderFor(
      { url: "", headers: [], secrets, ...(recording && { recording }), ...(name && { name }) },
      await this.#getMaskFactory(),
    );
    const inbox = this.inboxes.open(id, {
      ...(token !== undefined && { token }),
      ...(authentication && { authentication }),
    });
    await this.#closeOldestInbox();
    return { recording: id, key: inbox.key, path: inboxPath(inbox) };
  }

  async #closeOldestInbox(): Promise<void> {
    const closed = this.inboxes.closeOldest();
    // Its recording may be deleted; then no note is needed.
    const recorder = closed && (await this.recorder(closed.recording).catch(() => null));
    const text = `An inbox of this recording was closed: it was the oldest, and Loupe keeps at most ${MAX_INBOXES} open.`;
    recorder?.append({ r: "note", t: recorder.now(), text });
  }

  /** Records a notification posted to an inbox and returns the response to its sender. */
  async receiveNotification(request: Request, recording: string, key: string): Promise<Response> {
    const inbox = this.inboxes.find(recording, key);
    if (!inbox) return createNoInboxResponse();
    const [sink, createMask, { noticeBytes }] = await Promise.all([
      this.recorder(recording),
      this.#getMaskFactory(),
      this.limits.getValues(),
    ]);
    const x = createExchangeId();
    const release = await this.store.markers.hold(recording);
    const controller = new AbortController();
    if (sink.failure) controller.abort();
    const { signal } = controller;
    const verification = verifySender(request.headers, inbox.expected);
    const secrets = this.inboxes.getSecrets(recording);
    const running = recordNotification(request, {
      verification,
      x,
      sink,
      createMask,
      secrets,
      maxBytes: noticeBytes,
      signal,
    });
    // Ends before the response is sent: after the end record, the feed expects no more records of it.
    const end = await this.#running.add(x, recording, controller, running).finally(async () => {
      await sink.waitUntilWritten();
      await release();
    });
    this.#noteChange(recording);
    return createNotificationResponse(inbox, verification, end);
  }

  /** Where it is shared, for every Loupe that uses the store. Throws if another process records it. */
  async remove(id: string): Promise<void> {
    await this.#access.checkExists(id);
    await this.store.markers.checkNotHeldElsewhere(id);
    await this.sharedStore?.remove(id);
    await this.#removeHere(id);
  }

  async #removeHere(id: string): Promise<void> {
    this.inboxes.closeAll(id);
    this.#idleConnections.closeAll(id);
    await Promise.all([this.#running.stopAll(id), this.taps.stopAll(id)]);
    const recorder = await this.#recorders.get(id)?.catch(() => null);
    this.#recorders.delete(id);
    await recorder?.close("The recording was deleted.");
    await this.store.remove(id);
    this.#catalog.forgetList();
    await this.searchIndex.drop(id).catch(() => undefined);
  }

  #noteExchangeEnd(recording: string, exchange: string): void {
    this.#noteChange(recording);
    this.#settings.onExchangeEnd?.(recording, exchange);
  }

  #noteChange(id: string): void {
    this.store.noteChange(id);
    this.sharedStore?.notify(id);
  }

  #getMaskFactory(): Promise<MaskFactory> {
    this.#maskFactory ??= loadMaskFactory(this.#settings.dataFolder);
    return this.#maskFactory;
  }

  async #getRecorderFor(
    request: Pick<ExchangeRequest, "recording" | "name" | "url" | "headers" | "secrets">,
    createMask: MaskFactory,
  ): Promise<Recorder> {
    const { recording, name } = request;
    await this.store.ensureSpace();
    // Users paste addresses that contain keys, and the recording is named after the address.
    if (recording === undefined)
      return this.createRecording(name && new SecretMasker(request, createMask).url(name));
    await this.#access.checkContinuable(recording);
    await checkLogVersion(await this.store.getPath(recording));
    await this.store.markers.checkNotHeldElsewhere(recording);
    const recorder = await this.recorder(recording);
    await recorder.refresh();
    return recorder;
  }

  /** Registers a recorder, and stops its exchanges when it can no longer write. */
  #addRecorder(id: string, recorder: Promise<Recorder>): Promise<Recorder> {
    this.#recorders.set(id, recorder);
    // One listener for all exchanges: one for each would live as long as the recorder.
    const stopAll = () => void this.#running.stopAll(id);
    recorder.then(
      ({ failureSignal }) => failureSignal.addEventListener("abort", stopAll, { once: true }),
      () => undefined,
    );
    return recorder;
  }
}
