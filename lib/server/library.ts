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
import { type Bounds, callBounds } from "./bounds.ts";
import type { Sink } from "./course.ts";
import { performExchange } from "./exchange.ts";
import { ABORTED } from "./failure.ts";
import { folderMark, type Mark } from "./fingerprint.ts";
import { isThisMachine } from "./guard/target.ts";
import { HeldConnections } from "./held.ts";
import { Inboxes, pathOf as inboxPath, judgeSender, MOST_INBOXES } from "./inbox.ts";
import { Limits } from "./limits.ts";
import { readBeginning } from "./log-file.ts";
import { answerTo, noInbox, receive } from "./notification.ts";
import { DEMO_HEADER, mayBeOwnDemo } from "./own-demo.ts";
import { Problem } from "./problem.ts";
import { Recorder } from "./recorder.ts";
import { newExchangeId, newRecordingId } from "./recording-id.ts";
import { RunningExchanges } from "./running.ts";
import { Secrets } from "./secrets.ts";
import type { Settings } from "./settings.ts";
import { Shelf } from "./shelf.ts";
import { PRODUCT } from "./version.ts";

/** Older ones are deleted. */
const FAILED_LOOK_UPS_KEPT = 20;

export interface StartOptions {
  /** How far it may go; absent: as far as a call. */
  bounds?(values: LimitValues): Bounds;
  /** Is shown each record as it goes to the recorder. */
  observe?(record: WireRecord): void;
}

export interface LibrarySettings extends Settings {
  /** What the demo agent of this server is shown instead of a token; absent: none is asked for. */
  demoKey?: string;
}

export class Library {
  readonly limits: Limits;
  readonly shelf: Shelf;
  readonly inboxes = new Inboxes();
  readonly #settings: LibrarySettings;
  readonly #held = new HeldConnections();
  readonly #recorders = new Map<string, Promise<Recorder>>();
  readonly #running = new RunningExchanges();
  /** Recordings that were begun to look a card up, until it is known whether there is one. */
  readonly #lookUps = new Set<string>();
  #mark: Promise<Mark> | null = null;

  constructor(settings: LibrarySettings) {
    this.#settings = settings;
    const { dataFolder, limits: start, users } = settings;
    this.limits = new Limits(dataFolder, { start, isShared: users.length > 0 });
    this.shelf = new Shelf(dataFolder, this.limits);
  }

  /** Where the recordings' files are. */
  get folder(): string {
    return this.shelf.folder;
  }

  async list(): Promise<RecordingSummary[]> {
    const recordings = await this.shelf.list((id) => this.isLive(id));
    return recordings.filter(({ id }) => !this.#lookUps.has(id));
  }

  async state(): Promise<LibraryState> {
    const [recordings, usedBytes, { libraryBytes: limitBytes }] = await Promise.all([
      this.list(),
      this.shelf.usedBytes(),
      this.limits.values(),
    ]);
    if (usedBytes >= limitBytes) this.shelf.lookAgain();
    return { recordings, usedBytes, limitBytes };
  }

  /** Holds for whatever begins from now on. */
  async setLimits(change: LimitChange): Promise<void> {
    await this.limits.change(change);
    this.shelf.lookAgain();
  }

  summary(id: string): Promise<RecordingSummary> {
    return this.shelf.summary(id, this.isLive(id));
  }

  /** The file of a recording that exists. */
  pathOf(id: string): Promise<string> {
    return this.shelf.pathOf(id);
  }

  async about(id: string): Promise<RecordingMetadata> {
    await this.pathOf(id);
    return this.shelf.abouts.read(id);
  }

  async say(id: string, sayings: readonly MetadataChange[]): Promise<RecordingMetadata> {
    await this.pathOf(id);
    return this.shelf.abouts.say(id, sayings);
  }

  /** Keeps a verdict, if it is of the log as it stands and news; says whether it is kept. */
  async judge(id: string, { bytes, ...told }: VerdictUpdate): Promise<boolean> {
    const { bytes: now, live, verdict } = await this.summary(id);
    if (live || now !== bytes) return false;
    const isNews =
      verdict?.kind !== told.kind ||
      verdict.because !== told.because ||
      verdict.endedBy !== told.endedBy;
    const at = new Date().toISOString();
    if (isNews) await this.say(id, [{ a: "verdict", at, ...told, bytes, by: PRODUCT }]);
    return true;
  }

  async duplicate(id: string, name: string): Promise<RecordingSummary> {
    return this.summary(await this.shelf.copy(id, name, this.isLive(id)));
  }

  async begin(name?: string): Promise<Recorder> {
    const now = new Date();
    const id = newRecordingId(now);
    const recorder = Recorder.create(this.folder, {
      r: "loupe",
      version: LOG_VERSION,
      id,
      at: now.toISOString(),
      by: PRODUCT,
      ...(name && { name }),
    });
    return this.#keep(id, recorder);
  }

  /** The recorder of an existing recording; a failed one is replaced. */
  async recorder(id: string): Promise<Recorder> {
    const path = await this.pathOf(id);
    const known = this.#recorders.get(id);
    const usable = await known?.then(
      ({ failure }) => failure === null,
      () => false,
    );
    if (known && usable) return known;
    // Somebody else may have replaced it while this call waited.
    if (this.#recorders.get(id) !== known) return this.recorder(id);
    return this.#keep(id, Recorder.open(path, id));
  }

  /** The recording is one to be listed only if a card is found. */
  beginLookUp(id: string): void {
    this.#lookUps.add(id);
  }

  /** What shows why none was found stays for a while: it is looked at from where it was asked for. */
  async endLookUp(id: string, isFound: boolean): Promise<void> {
    try {
      if (isFound) return;
      await this.say(id, [{ a: "failed-look-up", at: new Date().toISOString() }]);
      const old = (await this.shelf.failedLookUps()).slice(FAILED_LOOK_UPS_KEPT);
      for (const one of old) if (!this.isLive(one)) await this.remove(one);
    } finally {
      this.#lookUps.delete(id);
    }
  }

  isLive(recording: string): boolean {
    return this.#running.isLive(recording);
  }

  /** Begins an exchange; the records tell the rest. */
  async start(
    request: ExchangeRequest,
    { bounds = callBounds, observe }: StartOptions = {},
  ): Promise<ExchangeStarted & { done: Promise<EndRecord> }> {
    const [mark, values] = await Promise.all([this.#marking(), this.limits.values()]);
    const recorder = await this.#recorderFor(request, mark);
    const x = newExchangeId();
    const hangUp = new AbortController();
    if (recorder.failure) hangUp.abort();
    const { wide, allowTargets, host, port } = this.#settings;
    const shown = this.#demoHeaders(request.url);
    const secrets = [
      ...(request.secrets ?? []),
      ...this.inboxes.secretsOf(recorder.id),
      ...shown.map(([, key]) => key),
    ];
    const ending = performExchange(
      { ...request, headers: [...request.headers, ...shown], secrets },
      {
        x,
        sink: observe ? observed(recorder, observe) : recorder,
        policy: { wide, allow: allowTargets, server: { host, port } },
        mark,
        bounds: bounds(values),
        signal: hangUp.signal,
        hold: (socket) => this.#held.hold(socket, recorder.id),
      },
    );
    const done = this.#running.add(x, recorder.id, hangUp, ending);
    return { recording: recorder.id, exchange: x, done };
  }

  /** What this server shows itself where its own demo agent is called. */
  #demoHeaders(url: string): HeaderList {
    const { hosts, demoKey } = this.#settings;
    const target = URL.canParse(url) ? new URL(url) : null;
    if (!target || !demoKey || !mayBeOwnDemo(target, this.#settings)) return [];
    const isOwn = hosts.includes(target.hostname) || isThisMachine(target.hostname);
    return isOwn ? [[DEMO_HEADER, demoKey]] : [];
  }

  /** False where there is nothing to stop any more. */
  abort(recording: string, exchange: string, ending = ABORTED): Promise<boolean> {
    return this.#running.stop(recording, exchange, ending);
  }

  /** A place for notifications of one recording. */
  async openInbox(request: InboxRequest): Promise<Omit<InboxResponse, "url">> {
    const { recording, name, token, authentication } = request;
    const secrets = [token, authentication?.credentials].filter((one) => one !== undefined);
    const { id } = await this.#recorderFor(
      { url: "", headers: [], secrets, ...(recording && { recording }), ...(name && { name }) },
      await this.#marking(),
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
    const text = `An inbox of this recording was closed: Loupe keeps ${MOST_INBOXES} open at most, and this was the oldest.`;
    recorder?.append({ r: "note", t: recorder.now(), text });
  }

  /** Records what was posted to an inbox; answers in its name. */
  async receive(request: Request, recording: string, key: string): Promise<Response> {
    const inbox = this.inboxes.find(recording, key);
    if (!inbox) return noInbox();
    const [sink, mark, { noticeBytes: most }] = await Promise.all([
      this.recorder(recording),
      this.#marking(),
      this.limits.values(),
    ]);
    const x = newExchangeId();
    const hangUp = new AbortController();
    if (sink.failure) hangUp.abort();
    const { signal } = hangUp;
    const judgement = judgeSender(request.headers, inbox.expected);
    const secrets = this.inboxes.secretsOf(recording);
    const ending = receive(request, { judgement, x, sink, mark, secrets, most, signal });
    // Not until the answer: a feed that has sent the end waits for nothing more of it.
    const end = await this.#running.add(x, recording, hangUp, ending);
    await sink.settled();
    return answerTo(inbox, judgement, end);
  }

  async remove(id: string): Promise<void> {
    await this.pathOf(id);
    this.inboxes.closeAll(id);
    this.#held.close(id);
    await this.#running.hangUp(id);
    const recorder = await this.#recorders.get(id)?.catch(() => null);
    this.#recorders.delete(id);
    await recorder?.close("The recording was deleted.");
    await this.shelf.remove(id);
  }

  #marking(): Promise<Mark> {
    this.#mark ??= folderMark(this.#settings.dataFolder);
    return this.#mark;
  }

  async #recorderFor(
    request: Pick<ExchangeRequest, "recording" | "name" | "url" | "headers" | "secrets">,
    mark: Mark,
  ): Promise<Recorder> {
    const { recording, name } = request;
    await this.shelf.needsRoom();
    // People name a recording by what they pasted, keys and all.
    if (recording === undefined) return this.begin(name && new Secrets(request, mark).url(name));
    const { header } = await readBeginning(await this.pathOf(recording));
    if (header && header.version > LOG_VERSION) {
      throw new Problem(
        "newer-version",
        "The recording was made by a newer Loupe; it can be read here but not continued.",
        "Begin a new recording.",
      );
    }
    return this.recorder(recording);
  }

  /** What cannot be written down any more is not listened to either. */
  #keep(id: string, recorder: Promise<Recorder>): Promise<Recorder> {
    this.#recorders.set(id, recorder);
    // One listener for all exchanges to come: each of its own would stay as long as the recorder.
    const hangUp = () => void this.#running.hangUp(id);
    recorder.then(
      ({ broken }) => broken.addEventListener("abort", hangUp, { once: true }),
      () => undefined,
    );
    return recorder;
  }
}

function observed(recorder: Recorder, observe: (record: WireRecord) => void): Sink {
  return {
    append(record) {
      observe(record);
      recorder.append(record);
    },
    now: () => recorder.now(),
    settled: () => recorder.settled(),
    get pendingBytes() {
      return recorder.pendingBytes;
    },
  };
}
