/**
 * The recordings of one data folder and the exchanges under way.
 *
 * Guarantees: one recorder per file in this process, whoever asks; an exchange runs on when nobody
 * watches, and when there is no room for another.
 */

import type {
  ExchangeRequest,
  ExchangeStarted,
  InboxRequest,
  InboxResponse,
  LibraryState,
  RecordingSummary,
  VerdictUpdate,
} from "../wire/api-types.ts";
import type { LimitChange, LimitValues } from "../wire/limits.ts";
import { type EndRecord, type HeaderList, LOG_VERSION, type WireRecord } from "../wire/record.ts";
import type { MetadataChange, RecordingMetadata } from "../wire/recording-metadata.ts";
import { ApiError } from "./api-error.ts";
import { DEMO_HEADER, isPossibleDemoUrl } from "./demo-access.ts";
import { performExchange } from "./exchange.ts";
import type { RecordSink } from "./exchange-context.ts";
import { ABORTED_END } from "./exchange-end.ts";
import { type ExchangeLimits, getCallLimits } from "./exchange-limits.ts";
import { IdleConnections } from "./idle-connections.ts";
import { createExchangeId, createRecordingId } from "./ids.ts";
import { Inboxes, getInboxPath as inboxPath, MAX_INBOXES, verifySender } from "./inbox.ts";
import { LimitStore } from "./limit-store.ts";
import { readLogStart } from "./log-file.ts";
import { loadMaskFactory, type MaskFactory } from "./mask-factory.ts";
import {
  createNoInboxResponse,
  createNotificationResponse,
  recordNotification,
} from "./notification.ts";
import { Recorder } from "./recorder.ts";
import { RecordingStore } from "./recording-store.ts";
import { RunningExchanges } from "./running-exchanges.ts";
import { SecretMasker } from "./secret-masker.ts";
import type { Settings } from "./settings.ts";
import { isThisMachine } from "./ssrf-guard/resolve-target.ts";
import { PRODUCT } from "./version.ts";

/** Older ones are deleted. */
const MAX_FAILED_LOOKUPS = 20;

export interface StartExchangeOptions {
  /** How far it may go; absent: as far as a call. */
  getLimits?(values: LimitValues): ExchangeLimits;
  /** Is shown each record as it goes to the recorder. */
  observe?(record: WireRecord): void;
}

export interface LibrarySettings extends Settings {
  /** What the demo agent of this server is shown instead of a token; absent: none is asked for. */
  demoKey?: string;
}

export class Library {
  readonly limits: LimitStore;
  readonly store: RecordingStore;
  readonly inboxes = new Inboxes();
  readonly #settings: LibrarySettings;
  readonly #idleConnections = new IdleConnections();
  readonly #recorders = new Map<string, Promise<Recorder>>();
  readonly #running = new RunningExchanges();
  /** Recordings that were begun to look a card up, until it is known whether there is one. */
  readonly #lookups = new Set<string>();
  #maskFactory: Promise<MaskFactory> | null = null;

  constructor(settings: LibrarySettings) {
    this.#settings = settings;
    const { dataFolder, limits, users } = settings;
    this.limits = new LimitStore(dataFolder, { initialValues: limits, isShared: users.length > 0 });
    this.store = new RecordingStore(dataFolder, this.limits);
  }

  /** Where the recordings' files are. */
  get folder(): string {
    return this.store.folder;
  }

  async list(): Promise<RecordingSummary[]> {
    const recordings = await this.store.list((id) => this.isLive(id));
    return recordings.filter(({ id }) => !this.#lookups.has(id));
  }

  async getState(): Promise<LibraryState> {
    const [recordings, usedBytes, { libraryBytes }] = await Promise.all([
      this.list(),
      this.store.getUsedBytes(),
      this.limits.getValues(),
    ]);
    if (usedBytes >= libraryBytes) this.store.resetSpaceCheck();
    return { recordings, usedBytes, limitBytes: libraryBytes };
  }

  /** Holds for whatever begins from now on. */
  async setLimits(change: LimitChange): Promise<void> {
    await this.limits.applyChange(change);
    this.store.resetSpaceCheck();
  }

  getSummary(id: string): Promise<RecordingSummary> {
    return this.store.summary(id, this.isLive(id));
  }

  /** The file of a recording that exists. */
  getPath(id: string): Promise<string> {
    return this.store.getPath(id);
  }

  async getMetadata(id: string): Promise<RecordingMetadata> {
    await this.getPath(id);
    return this.store.metadataFiles.read(id);
  }

  async updateMetadata(id: string, sayings: readonly MetadataChange[]): Promise<RecordingMetadata> {
    await this.getPath(id);
    return this.store.metadataFiles.append(id, sayings);
  }

  /** Keeps a verdict, if it is of the log as it stands and news; says whether it is kept. */
  async saveVerdict(id: string, { bytes, ...told }: VerdictUpdate): Promise<boolean> {
    const { bytes: now, live, verdict } = await this.getSummary(id);
    if (live || now !== bytes) return false;
    const isNews =
      verdict?.kind !== told.kind ||
      verdict.because !== told.because ||
      verdict.endedBy !== told.endedBy;
    const at = new Date().toISOString();
    if (isNews) await this.updateMetadata(id, [{ a: "verdict", at, ...told, bytes, by: PRODUCT }]);
    return true;
  }

  async duplicate(id: string, name: string): Promise<RecordingSummary> {
    return this.getSummary(await this.store.copy(id, name, this.isLive(id)));
  }

  async createRecording(name?: string): Promise<Recorder> {
    const now = new Date();
    const id = createRecordingId(now);
    const recorder = Recorder.create(this.folder, {
      r: "loupe",
      version: LOG_VERSION,
      id,
      at: now.toISOString(),
      by: PRODUCT,
      ...(name && { name }),
    });
    return this.#addRecorder(id, recorder);
  }

  /** The recorder of an existing recording; a failed one is replaced. */
  async recorder(id: string): Promise<Recorder> {
    const path = await this.getPath(id);
    const known = this.#recorders.get(id);
    const usable = await known?.then(
      ({ failure }) => failure === null,
      () => false,
    );
    if (known && usable) return known;
    // Somebody else may have replaced it while this call waited.
    if (this.#recorders.get(id) !== known) return this.recorder(id);
    return this.#addRecorder(id, Recorder.open(path, id));
  }

  /** The recording is one to be listed only if a card is found. */
  beginLookup(id: string): void {
    this.#lookups.add(id);
  }

  /** What shows why none was found stays for a while: it is looked at from where it was asked for. */
  async endLookup(id: string, isFound: boolean): Promise<void> {
    try {
      if (isFound) return;
      await this.updateMetadata(id, [{ a: "failed-look-up", at: new Date().toISOString() }]);
      const old = (await this.store.listFailedLookups()).slice(MAX_FAILED_LOOKUPS);
      for (const one of old) if (!this.isLive(one)) await this.remove(one);
    } finally {
      this.#lookups.delete(id);
    }
  }

  isLive(recording: string): boolean {
    return this.#running.isLive(recording);
  }

  /** Begins an exchange; the records tell the rest. */
  async start(
    request: ExchangeRequest,
    { getLimits = getCallLimits, observe }: StartExchangeOptions = {},
  ): Promise<ExchangeStarted & { done: Promise<EndRecord> }> {
    const [mark, values] = await Promise.all([this.#getMaskFactory(), this.limits.getValues()]);
    const recorder = await this.#getRecorderFor(request, mark);
    const x = createExchangeId();
    const hangUp = new AbortController();
    if (recorder.failure) hangUp.abort();
    const { wide, allowTargets, host, port } = this.#settings;
    const shown = this.#createDemoHeaders(request.url);
    const secrets = [
      ...(request.secrets ?? []),
      ...this.inboxes.getSecrets(recorder.id),
      ...shown.map(([, key]) => key),
    ];
    const ending = performExchange(
      { ...request, headers: [...request.headers, ...shown], secrets },
      {
        x,
        sink: observe ? createObservedSink(recorder, observe) : recorder,
        policy: { wide, allow: allowTargets, server: { host, port } },
        createMask: mark,
        limits: getLimits(values),
        signal: hangUp.signal,
        hold: (socket) => this.#idleConnections.add(socket, recorder.id),
      },
    );
    const done = this.#running.add(x, recorder.id, hangUp, ending);
    return { recording: recorder.id, exchange: x, done };
  }

  /** What this server shows itself where its own demo agent is called. */
  #createDemoHeaders(url: string): HeaderList {
    const { hosts, demoKey } = this.#settings;
    const target = URL.canParse(url) ? new URL(url) : null;
    if (!target || !demoKey || !isPossibleDemoUrl(target, this.#settings)) return [];
    const isOwn = hosts.includes(target.hostname) || isThisMachine(target.hostname);
    return isOwn ? [[DEMO_HEADER, demoKey]] : [];
  }

  /** False where there is nothing to stop any more. */
  abort(recording: string, exchange: string, ending = ABORTED_END): Promise<boolean> {
    return this.#running.stop(recording, exchange, ending);
  }

  /** A place for notifications of one recording. */
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
    // Its recording may be gone; then nobody asks why.
    const recorder = closed && (await this.recorder(closed.recording).catch(() => null));
    const text = `An inbox of this recording was closed: Loupe keeps ${MAX_INBOXES} open at most, and this was the oldest.`;
    recorder?.append({ r: "note", t: recorder.now(), text });
  }

  /** Records what was posted to an inbox; answers in its name. */
  async receiveNotification(request: Request, recording: string, key: string): Promise<Response> {
    const inbox = this.inboxes.find(recording, key);
    if (!inbox) return createNoInboxResponse();
    const [sink, mark, { noticeBytes }] = await Promise.all([
      this.recorder(recording),
      this.#getMaskFactory(),
      this.limits.getValues(),
    ]);
    const x = createExchangeId();
    const hangUp = new AbortController();
    if (sink.failure) hangUp.abort();
    const { signal } = hangUp;
    const judgement = verifySender(request.headers, inbox.expected);
    const secrets = this.inboxes.getSecrets(recording);
    const ending = recordNotification(request, {
      verification: judgement,
      x,
      sink,
      createMask: mark,
      secrets,
      maxBytes: noticeBytes,
      signal,
    });
    // Not until the answer: a feed that has sent the end waits for nothing more of it.
    const end = await this.#running.add(x, recording, hangUp, ending);
    await sink.waitUntilWritten();
    return createNotificationResponse(inbox, judgement, end);
  }

  async remove(id: string): Promise<void> {
    await this.getPath(id);
    this.inboxes.closeAll(id);
    this.#idleConnections.closeAll(id);
    await this.#running.hangUp(id);
    const recorder = await this.#recorders.get(id)?.catch(() => null);
    this.#recorders.delete(id);
    await recorder?.close("The recording was deleted.");
    await this.store.remove(id);
  }

  #getMaskFactory(): Promise<MaskFactory> {
    this.#maskFactory ??= loadMaskFactory(this.#settings.dataFolder);
    return this.#maskFactory;
  }

  async #getRecorderFor(
    request: Pick<ExchangeRequest, "recording" | "name" | "url" | "headers" | "secrets">,
    mark: MaskFactory,
  ): Promise<Recorder> {
    const { recording, name } = request;
    await this.store.ensureSpace();
    // People name a recording by what they pasted, keys and all.
    if (recording === undefined)
      return this.createRecording(name && new SecretMasker(request, mark).url(name));
    const { header } = await readLogStart(await this.getPath(recording));
    if (header && header.version > LOG_VERSION) {
      throw new ApiError(
        "newer-version",
        "The recording was made by a newer Loupe; it can be read here but not continued.",
        "Begin a new recording.",
      );
    }
    return this.recorder(recording);
  }

  /** What cannot be written down any more is not listened to either. */
  #addRecorder(id: string, recorder: Promise<Recorder>): Promise<Recorder> {
    this.#recorders.set(id, recorder);
    // One listener for all exchanges to come: each of its own would stay as long as the recorder.
    const hangUp = () => void this.#running.hangUp(id);
    recorder.then(
      ({ failureSignal }) => failureSignal.addEventListener("abort", hangUp, { once: true }),
      () => undefined,
    );
    return recorder;
  }
}

function createObservedSink(recorder: Recorder, observe: (record: WireRecord) => void): RecordSink {
  return {
    append(record) {
      observe(record);
      recorder.append(record);
    },
    now: () => recorder.now(),
    waitUntilWritten: () => recorder.waitUntilWritten(),
    get pendingBytes() {
      return recorder.pendingBytes;
    },
  };
}
