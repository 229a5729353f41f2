/**
 * Store of the open run, whose timeline grows from the records of the server's feed or of a file.
 * The timeline grows in place; `version` is a new object when it should be rendered again.
 */

import { createStore, type StoreApi } from "zustand/vanilla";
import type { ImportedSpan } from "../log/traces/imported-span.ts";
import { getErrorMessage } from "../text/error-message.ts";
import { Timeline } from "../timeline/timeline.ts";
import type { SkippedInput } from "../wire/record.ts";
import type { LoadedRun } from "./load-file.ts";
import type { FeedState } from "./load-recording.ts";
import { throttleToFrames } from "./scheduling.ts";
import { emitUiEvent } from "./ui-events.ts";

export type RunPhase =
  | { readonly kind: "none" }
  /** Reading what is recorded so far. */
  | { readonly kind: "reading" }
  /** Everything recorded so far is loaded; more may come. */
  | { readonly kind: "ready" }
  /** The feed broke and is being restored. */
  | { readonly kind: "reconnecting" }
  | { readonly kind: "failed"; readonly reason: string };

export type RunSource =
  | { readonly kind: "recording"; readonly id: string }
  | {
      readonly kind: "file";
      readonly id: string;
      readonly file: File;
      /** The user did not choose it, so it is only saved when they ask for it. */
      readonly staysUnsaved?: true;
    };

export interface Run {
  /** Changes while a run is open when its file becomes a recording. */
  readonly source: RunSource | null;
  readonly name: string;
  readonly phase: RunPhase;
  /** An exchange of the run is in progress on the server, or in another process. */
  readonly live: boolean;
  /** Another process records it, and only that can stop it. */
  readonly isHeldElsewhere: boolean;
  /** The same object for as long as the run is open. */
  readonly timeline: Timeline;
  /** The size of the recording's log in bytes; `null` while it grows or is read. */
  readonly readBytes: number | null;
  readonly skipped: readonly SkippedInput[];
  /** Replaced at most every fifth frame while the timeline grows. */
  readonly version: RunVersion;
  /** A trace that was joined to the run; `null` for none. */
  readonly trace: RunTrace | null;
  /** A file that will replace this run, or failed to; `null` for none. */
  readonly opening: PendingFile | null;
}

/**
 * The timeline as of one update. The timeline grows in place, so what was computed from it is as
 * old as the version it was computed from.
 */
export interface RunVersion {
  readonly timeline: Timeline;
  readonly lastEvent: number;
}

export function createRunVersion(timeline: Timeline): RunVersion {
  return { timeline, lastEvent: timeline.lastEvent };
}

interface PendingFile {
  readonly name: string;
  /** Why the file cannot be read; `null` while its beginning is being read. */
  readonly problem: string | null;
}

/** Spans that a trace backend has, of this run and of others. They last as long as the run is open. */
export interface RunTrace {
  /** The name of its file. */
  readonly name: string;
  readonly spans: readonly ImportedSpan[];
}

interface OpenFileOptions {
  /** The file was open before, so it replaces the current run at once. */
  readonly isKnown?: boolean;
  /** Something other than a run is open, which stays if the file cannot be read. */
  readonly keepsOpen?: boolean;
  /** An example, or a log that a link names. */
  readonly staysUnsaved?: boolean;
}

interface RunControls {
  /** Opens a recording of the server and follows it from its first record. */
  openRecording(id: string, name?: string): void;
  /** Opens a log file without sending it anywhere. The current run stays until records are read. */
  openFile(file: File, options?: OpenFileOptions): Promise<void>;
  /** The open file is a recording now: what is shown stays. Does nothing if another run is open. */
  becomeRecording(file: File, recording: { readonly id: string; readonly bytes: number }): void;
  /** Dismisses the problem of a file that could not be opened. */
  dismissOpening(): void;
  /** Preloads the code that reads files while the user is choosing one. */
  preloadFileReader(): void;
  /** Stops reading a file and keeps what was read so far. */
  stopReading(): void;
  /** Shows why a log could not be loaded at all. */
  showUnreadableLog(name: string, reason: string): void;
  /** Joins a trace to the open run, in place of any other; `null` removes it. */
  setTrace(trace: RunTrace | null): void;
  close(): void;
}

export interface RunStore extends StoreApi<Run>, RunControls {
  /** A store of its own, because every change of the run causes a render. */
  readonly progress: StoreApi<FileProgress>;
}

interface FileProgress {
  /** How much of a file was read, from 0 to 1; `null` at the beginning. */
  readonly share: number | null;
}

const NO_PROGRESS: FileProgress = { share: null };

/** A run that is being loaded. */
interface RunLoad {
  readonly into: LoadedRun;
  /** Aborted when another run is opened or this one is closed. */
  readonly signal: AbortSignal;
}

/** A file that is being opened. */
interface FileLoadAttempt extends RunLoad {
  /** Shows the run; called once it has records. */
  show(): void;
  fail(error: unknown): void;
}

const importFileLoader = () => import("./load-file.ts");
const importRecordingLoader = () => import("./load-recording.ts");

/** Loads what follows recordings before the first one is opened. */
export function preloadRecordingLoader(): void {
  importRecordingLoader().then(
    ({ preloadSharedFeed }) => preloadSharedFeed(),
    // Opening a recording reports it.
    () => undefined,
  );
}

export function createRunStore(): RunStore {
  const store = createStore<Run>(() => createEmptyRun());
  const progress = createStore<FileProgress>(() => NO_PROGRESS);
  let opened = new AbortController();
  let stopping = new AbortController();
  /** Aborts a file whose beginning is read while another run is still shown. */
  let attempt = new AbortController();
  const redraw = throttleToFrames(() =>
    store.setState(({ timeline }) => ({ version: createRunVersion(timeline) })),
  );

  /** Replaces the open run by an empty one that is about to be loaded. */
  const startRun = (source: Run["source"], name: string): RunLoad => {
    const into = createLoadedRun();
    if (attempt !== opened) attempt.abort();
    opened.abort();
    opened = new AbortController();
    attempt = opened;
    progress.setState(NO_PROGRESS);
    store.setState({ ...createEmptyRun(into), source, name, phase: { kind: "reading" } });
    return { into, signal: opened.signal };
  };

  /** Reads a file before showing it, so that the open run stays if it cannot be read. */
  const tryFile = (source: RunSource & { kind: "file" }): FileLoadAttempt => {
    if (attempt !== opened) attempt.abort();
    const mine = new AbortController();
    attempt = mine;
    const { name } = source.file;
    const into = createLoadedRun();
    store.setState({ opening: { name, problem: null } });
    progress.setState(NO_PROGRESS);
    return {
      into,
      signal: mine.signal,
      show() {
        if (mine.signal.aborted || opened === mine) return;
        opened.abort();
        opened = mine;
        store.setState({ ...createEmptyRun(into), source, name, phase: { kind: "reading" } });
      },
      fail(error) {
        if (mine.signal.aborted) return;
        if (opened === mine) return showFailure(error, mine.signal);
        attempt = opened;
        store.setState({ opening: { name, problem: getErrorMessage(error) } });
      },
    };
  };

  const showFailure = (error: unknown, signal: AbortSignal) => {
    if (signal.aborted) return;
    store.setState({ phase: { kind: "failed", reason: getErrorMessage(error) }, live: false });
  };

  const showAtOnce = (source: RunSource & { kind: "file" }): FileLoadAttempt => {
    const { into, signal } = startRun(source, source.file.name);
    return { into, signal, show: () => undefined, fail: (error) => showFailure(error, signal) };
  };

  const follow = async (id: string, { into, signal }: RunLoad) => {
    const { loadRecording } = await importRecordingLoader();
    if (signal.aborted) return;
    await loadRecording(into, id, signal, {
      onGrowth: redraw,
      onCaughtUp: (feed) => {
        if (!showFeedState(store, feed)) redraw();
      },
      onGone: (reason) => store.setState({ phase: { kind: "failed", reason }, live: false }),
      onConnectionLost: () => store.setState({ phase: { kind: "reconnecting" } }),
    });
  };

  return Object.assign(store, {
    progress,
    openRecording(id: string, name = "") {
      const load = startRun({ kind: "recording", id }, name);
      follow(id, load).catch((error: unknown) => showFailure(error, load.signal));
    },
    async openFile(file: File, options: OpenFileOptions = {}) {
      const { isKnown = false, keepsOpen = false, staysUnsaved = false } = options;
      const unsaved = staysUnsaved ? ({ staysUnsaved } as const) : {};
      const source = { kind: "file", id: file.name, file, ...unsaved } as const;
      const isKept = !isKnown && (keepsOpen || isShowing(store.getState()));
      const { into, signal, show, fail } = isKept ? tryFile(source) : showAtOnce(source);
      stopping = new AbortController();
      const stopped = stopping.signal;
      try {
        const { loadFile } = await importFileLoader();
        await loadFile(
          into,
          file,
          { signal, stopped },
          {
            onStart: show,
            onProgress: (share) => progress.setState({ share }),
            onGrowth: redraw,
          },
        );
      } catch (error) {
        return fail(error);
      }
      show();
      if (!signal.aborted) store.setState({ phase: { kind: "ready" } });
      redraw();
    },
    becomeRecording(file: File, { id, bytes }: { readonly id: string; readonly bytes: number }) {
      const { source, phase } = store.getState();
      const isShown = source?.kind === "file" && source.file === file && phase.kind === "ready";
      if (isShown) store.setState({ source: { kind: "recording", id }, readBytes: bytes });
    },
    dismissOpening: () => store.setState({ opening: null }),
    preloadFileReader() {
      emitUiEvent("run-expected");
      importFileLoader().then(
        ({ preloadLogWorker }) => preloadLogWorker(),
        () => undefined,
      );
    },
    stopReading: () => stopping.abort(),
    showUnreadableLog(name: string, reason: string) {
      startRun({ kind: "file", id: name, file: new File([], name) }, name);
      store.setState({ phase: { kind: "failed", reason } });
    },
    setTrace: (trace: RunTrace | null) => store.setState({ trace }),
    close() {
      attempt.abort();
      opened.abort();
      store.setState(createEmptyRun());
    },
  });
}

const createLoadedRun = (): LoadedRun => ({ timeline: new Timeline(), skipped: [] });

function createEmptyRun(into = createLoadedRun()): Run {
  return {
    source: null,
    name: "",
    phase: { kind: "none" },
    live: false,
    isHeldElsewhere: false,
    ...into,
    readBytes: null,
    version: createRunVersion(into.timeline),
    trace: null,
    opening: null,
  };
}

/** Is a run shown that should stay if a file cannot be read? A failed, empty run need not. */
function isShowing({ source, phase, timeline }: Run): boolean {
  return source !== null && (phase.kind !== "failed" || timeline.entries.length > 0);
}

/** Shows what changed, and all that was read, at once; returns false if nothing changed. */
function showFeedState(store: StoreApi<Run>, feed: FeedState): boolean {
  const { live, isHeldElsewhere, bytes, name: named } = feed;
  const state = store.getState();
  const name = state.name || named;
  // This comes after every batch of a live run. Setting an equal state would render everything at
  // once, outside of a frame.
  const readBytes = live ? null : bytes;
  const isKnown =
    state.phase.kind === "ready" &&
    state.live === live &&
    state.isHeldElsewhere === isHeldElsewhere &&
    state.name === name &&
    state.readBytes === readBytes;
  if (isKnown) return false;
  const version = createRunVersion(state.timeline);
  store.setState({ phase: { kind: "ready" }, live, isHeldElsewhere, name, readBytes, version });
  return true;
}
