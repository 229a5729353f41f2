/**
 * The open run: one recording's timeline, grown from the server's feed or from a dropped file by
 * the same records. The timeline grows in place; `version` says when to look again.
 */

import { createStore, type StoreApi } from "zustand/vanilla";
import type { Ingest } from "../timeline/ingest.ts";
import { Timeline } from "../timeline/timeline.ts";
import type { FeedLine } from "../wire/api-types.ts";
import type { SkippedInput } from "../wire/record.ts";
import { followRecording } from "./feed.ts";
import { createRecordingByteReader, LazyLogText } from "./lazy-log-text.ts";
import type { LoadedRun } from "./load-file.ts";
import { throttleToFrames } from "./scheduling.ts";
import { emitUiEvent } from "./ui-events.ts";

export type RunPhase =
  | { readonly kind: "none" }
  /** Reading what was recorded before now. */
  | { readonly kind: "reading" }
  /** Everything there is is here; more may come. */
  | { readonly kind: "ready" }
  /** The feed broke; it is being taken up again. */
  | { readonly kind: "reconnecting" }
  | { readonly kind: "failed"; readonly reason: string };

export type RunSource =
  | { readonly kind: "recording"; readonly id: string }
  | { readonly kind: "file"; readonly id: string; readonly file: File };

export interface Run {
  readonly source: RunSource | null;
  readonly name: string;
  readonly phase: RunPhase;
  /** An exchange of it is running on the server. */
  readonly live: boolean;
  readonly timeline: Timeline;
  /** How much of a recording's log that is, in bytes; `null` while more comes or is read. */
  readonly readBytes: number | null;
  readonly skipped: readonly SkippedInput[];
  /** Raised at most every third frame while the timeline grows. */
  readonly version: number;
  /** A file that is to take the place of this run, or could not; `null` for none. */
  readonly opening: PendingFile | null;
}

export interface PendingFile {
  readonly name: string;
  /** Why it cannot be read; `null` while its beginning is read. */
  readonly problem: string | null;
}

export interface OpenFileOptions {
  /** It was open before: what is open now need not wait for it. */
  readonly isKnown?: boolean;
  /** Something else than a run is open that stays where the file cannot be read. */
  readonly keepsOpen?: boolean;
}

export interface RunControls {
  /** Follows a recording of the server, from its first record. */
  openRecording(id: string, name?: string): void;
  /** Reads a log right here; nothing is sent anywhere. The open run stays until there is another. */
  openFile(file: File, options?: OpenFileOptions): Promise<void>;
  /** Nobody need hear any more why a file was not opened. */
  dismissOpening(): void;
  /** A file is about to be chosen: what reads and shows it may be on its way meanwhile. */
  preloadFileReader(): void;
  /** What of a file was read by now is all of it. */
  stopReading(): void;
  /** Shows why a log could not even be come by. */
  showUnreadableLog(name: string, reason: string): void;
  close(): void;
}

export interface RunStore extends StoreApi<Run>, RunControls {
  /** By itself: whoever hears of the run draws what came meanwhile, and that is done seldom. */
  readonly progress: StoreApi<FileProgress>;
}

export interface FileProgress {
  /** How much of a file was read; `null` before the first of it. */
  readonly share: number | null;
}

const NO_PROGRESS: FileProgress = { share: null };

/** A run that was opened, and what fills it. */
interface RunLoad {
  readonly into: LoadedRun;
  /** Another run was opened, or none. */
  readonly left: AbortSignal;
}

/** A file that is being opened. */
interface FileLoadAttempt extends RunLoad {
  /** There is something in it. */
  show(): void;
  failed(error: unknown): void;
}

/** Of each body of a recording; what came before is read from the server's file again. */
const MAX_HELD_UNITS = 1 << 22;

const importFileLoader = () => import("./load-file.ts");

export interface RunStoreOptions {
  /** The page may not read a file twice: what it reads it holds. */
  holdsFiles?: boolean;
}

export function createRunStore({ holdsFiles = false }: RunStoreOptions = {}): RunStore {
  const store = createStore<Run>(() => createEmptyRun());
  const progress = createStore<FileProgress>(() => NO_PROGRESS);
  let leave = new AbortController();
  let stop = new AbortController();
  /** Of a file whose beginning is read while another run is still shown. */
  let attempt = new AbortController();
  const redraw = throttleToFrames(() =>
    store.setState(({ version }) => ({ version: version + 1 })),
  );

  const nothing = (): LoadedRun => ({ timeline: new Timeline(), skipped: [] });

  /** Shows a run in the place of the one before; what fills it is loaded with the first one. */
  const begin = (source: Run["source"], name: string): RunLoad => {
    const into = nothing();
    if (attempt !== leave) attempt.abort();
    leave.abort();
    leave = new AbortController();
    attempt = leave;
    progress.setState(NO_PROGRESS);
    store.setState({ ...createEmptyRun(), source, name, phase: { kind: "reading" }, ...into });
    return { into, left: leave.signal };
  };

  /** Reads a file before it is shown: what is open stays where it cannot be read. */
  const tryFile = (source: RunSource & { kind: "file" }): FileLoadAttempt => {
    if (attempt !== leave) attempt.abort();
    const mine = new AbortController();
    attempt = mine;
    const { name } = source.file;
    const into = nothing();
    store.setState({ opening: { name, problem: null } });
    progress.setState(NO_PROGRESS);
    return {
      into,
      left: mine.signal,
      show() {
        if (mine.signal.aborted || leave === mine) return;
        leave.abort();
        leave = mine;
        store.setState({ ...createEmptyRun(), source, name, phase: { kind: "reading" }, ...into });
      },
      failed(error) {
        if (mine.signal.aborted) return;
        if (leave === mine) return failed(error, mine.signal);
        attempt = leave;
        store.setState({ opening: { name, problem: getErrorMessage(error) } });
      },
    };
  };

  const failed = (error: unknown, left: AbortSignal) => {
    if (left.aborted) return;
    store.setState({ phase: { kind: "failed", reason: getErrorMessage(error) }, live: false });
  };

  const showAtOnce = (source: RunSource & { kind: "file" }): FileLoadAttempt => {
    const { into, left } = begin(source, source.file.name);
    return { into, left, show: () => undefined, failed: (error) => failed(error, left) };
  };

  const follow = async (id: string, { into, left }: RunLoad) => {
    const { createLintingIngest } = await import("../lint/linter.ts");
    if (left.aborted) return;
    const source = new LazyLogText(createRecordingByteReader(id), MAX_HELD_UNITS);
    const ingest = createLintingIngest({ into, source });
    await followRecording(id, left, {
      onRecord(_recording, _number, record, at) {
        ingest.push(record, at);
        redraw();
      },
      onLine: (line) => applyFeedLine(store, ingest, line, redraw),
      onConnectionLost: () => store.setState({ phase: { kind: "reconnecting" } }),
    });
  };

  return Object.assign(store, {
    progress,
    openRecording(id: string, name = "") {
      const beginning = begin({ kind: "recording", id }, name);
      follow(id, beginning).catch((error: unknown) => failed(error, beginning.left));
    },
    async openFile(file: File, { isKnown = false, keepsOpen = false }: OpenFileOptions = {}) {
      const source = { kind: "file", id: file.name, file } as const;
      const isKept = !isKnown && (keepsOpen || isShowing(store.getState()));
      const { into, left, show, failed } = isKept ? tryFile(source) : showAtOnce(source);
      stop = new AbortController();
      const { signal } = stop;
      try {
        // What reads files comes with the first of them.
        const { loadFile } = await importFileLoader();
        await loadFile(
          into,
          file,
          { left, stopped: signal, holds: holdsFiles },
          {
            onStart: show,
            onProgress: (share) => progress.setState({ share }),
            onGrowth: redraw,
          },
        );
      } catch (error) {
        return failed(error);
      }
      show();
      if (!left.aborted) store.setState({ phase: { kind: "ready" } });
      redraw();
    },
    dismissOpening: () => store.setState({ opening: null }),
    preloadFileReader() {
      emitUiEvent("run-expected");
      importFileLoader().then(
        ({ preloadLogWorker }) => preloadLogWorker(),
        () => undefined,
      );
    },
    stopReading: () => stop.abort(),
    showUnreadableLog(name: string, reason: string) {
      begin({ kind: "file", id: name, file: new File([], name) }, name);
      store.setState({ phase: { kind: "failed", reason } });
    },
    close() {
      attempt.abort();
      leave.abort();
      store.setState(createEmptyRun());
    },
  });
}

function createEmptyRun(): Run {
  const phase: RunPhase = { kind: "none" };
  const into = { timeline: new Timeline(), skipped: [] };
  return {
    source: null,
    name: "",
    phase,
    live: false,
    ...into,
    readBytes: null,
    version: 0,
    opening: null,
  };
}

/** Is there a run that would be missed? What could not be read at all is none. */
function isShowing({ source, phase, timeline }: Run): boolean {
  return source !== null && (phase.kind !== "failed" || timeline.entries.length > 0);
}

function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function applyFeedLine(
  store: StoreApi<Run>,
  ingest: Ingest,
  line: FeedLine,
  redraw: () => void,
): void {
  if (line.feed === "caught-up") {
    // Nothing runs any more: an exchange without an end was cut off with the recorder.
    if (!line.live) ingest.finish();
    const before = store.getState();
    const name = before.name || (ingest.timeline.name ?? line.recording);
    // It comes after every batch of a live run. To say again what is known would draw everything,
    // at once and outside of any frame.
    const readBytes = line.live ? null : line.bytes;
    const isKnown =
      before.phase.kind === "ready" &&
      before.live === line.live &&
      before.name === name &&
      before.readBytes === readBytes;
    if (!isKnown) store.setState({ phase: { kind: "ready" }, live: line.live, name, readBytes });
    redraw();
  } else if (line.feed === "gone") {
    store.setState({ phase: { kind: "failed", reason: line.reason }, live: false });
  }
}
