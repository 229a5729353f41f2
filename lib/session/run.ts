/**
 * The open run: one recording's timeline, grown from the server's feed or from a dropped file by
 * the same records. The timeline grows in place; `version` says when to look again.
 */

import { createStore, type StoreApi } from "zustand/vanilla";
import type { Packed } from "../log/pack.ts";
import type { Ingest } from "../timeline/ingest.ts";
import { Timeline } from "../timeline/timeline.ts";
import type { TextSource } from "../wire/body.ts";
import type { SkippedInput } from "../wire/record.ts";
import type { FeedLine } from "../wire/service.ts";
import { followRecording } from "./feed.ts";
import { oncePerFrame, Pace, Seldom } from "./pace.ts";

export type RunPhase =
  | { readonly kind: "none" }
  /** Reading what was recorded before now. */
  | { readonly kind: "reading"; readonly share: number | null }
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
}

export interface RunControls {
  /** Follows a recording of the server, from its first record. */
  openRecording(id: string, name?: string): void;
  /** Reads a log right here; nothing is sent anywhere. */
  openFile(file: File): Promise<void>;
  /** What of a file was read by now is all of it. */
  stopReading(): void;
  /** Shows why a log could not even be come by. */
  refuse(name: string, reason: string): void;
  close(): void;
}

export type RunStore = StoreApi<Run> & RunControls;

/** A run that was opened, and what fills it. */
interface Beginning {
  readonly ingest: Promise<Ingest>;
  readonly signal: AbortSignal;
}

export interface RunOptions {
  /** The page may not read a file twice: what it reads it holds. */
  holdsFiles?: boolean;
}

export function createRunStore({ holdsFiles = false }: RunOptions = {}): RunStore {
  const store = createStore<Run>(() => emptyRun());
  let leave = new AbortController();
  let stop = new AbortController();
  const redraw = oncePerFrame(() => store.setState(({ version }) => ({ version: version + 1 })));

  /** Shows a run without anything in it; what fills it is loaded with the first one. */
  const begin = (source: Run["source"], name: string, file?: File): Beginning => {
    leave.abort();
    leave = new AbortController();
    const into = { timeline: new Timeline(), skipped: [] };
    const phase: RunPhase = { kind: "reading", share: null };
    store.setState({ source, name, phase, live: false, ...into, readBytes: null, version: 0 });
    const ingest = import("../timeline/ingest.ts").then(async ({ Ingest }) => {
      const texts = file && !holdsFiles && (await textsOf(file));
      return new Ingest({ into, ...(texts && { source: texts }) });
    });
    return { ingest, signal: leave.signal };
  };

  const failed = (error: unknown, signal: AbortSignal) => {
    if (signal.aborted) return;
    const reason = error instanceof Error ? error.message : String(error);
    store.setState({ phase: { kind: "failed", reason } });
  };

  const follow = async (id: string, { ingest: loading, signal }: Beginning) => {
    const ingest = await loading;
    if (signal.aborted) return;
    void followRecording(id, signal, {
      record(_recording, _number, record) {
        ingest.push(record);
        redraw();
      },
      line: (line) => onFeedLine(store, ingest, line, redraw),
      lost: () => store.setState({ phase: { kind: "reconnecting" } }),
    });
  };

  return Object.assign(store, {
    openRecording(id: string, name = "") {
      const beginning = begin({ kind: "recording", id }, name);
      follow(id, beginning).catch((error: unknown) => failed(error, beginning.signal));
    },
    async openFile(file: File) {
      const { ingest, signal } = begin({ kind: "file", id: file.name, file }, file.name, file);
      stop = new AbortController();
      const { signal: stopped } = stop;
      try {
        await fill(await ingest, file, { left: signal, stopped }, (share) => {
          redraw();
          store.setState({ phase: { kind: "reading", share } });
        });
      } catch (error) {
        return failed(error, signal);
      }
      if (!signal.aborted) store.setState({ phase: { kind: "ready" } });
      redraw();
    },
    stopReading: () => stop.abort(),
    refuse(name: string, reason: string) {
      begin({ kind: "file", id: name, file: new File([], name) }, name);
      store.setState({ phase: { kind: "failed", reason } });
    },
    close() {
      leave.abort();
      store.setState(emptyRun());
    },
  });
}

function emptyRun(): Run {
  const phase: RunPhase = { kind: "none" };
  const into = { timeline: new Timeline(), skipped: [] };
  return { source: null, name: "", phase, live: false, ...into, readBytes: null, version: 0 };
}

function onFeedLine(
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

/** To draw takes from the time to read: seldom enough for the reading to go on. */
const PROGRESS_MS = 400;

/** So few records at a time that a slice is over soon after its time is. */
const RECORDS_AT_ONCE = 32;

/** A small log is held, and one in a page that cannot read it again. */
const HELD_BYTES = 1 << 22;

/** Where the texts of a large log can be read again; `null` where they are held. */
export async function textsOf(file: File): Promise<TextSource | null> {
  if (file.size <= HELD_BYTES) return null;
  const { FileTexts } = await import("./file-texts.ts");
  const texts = new FileTexts(file);
  return texts.works ? texts : null;
}

/** Reads a log right here, in slices. `left`: nobody wants it any more. `stopped`: that is all of it. */
export async function fill(
  ingest: Ingest,
  file: File,
  { left, stopped }: { readonly left: AbortSignal; readonly stopped: AbortSignal },
  onProgress: (share: number) => void,
): Promise<void> {
  // What reads files comes with the first of them.
  const [{ readFile }, { unpacked }, { catchUp }] = await Promise.all([
    import("./log-thread.ts"),
    import("../log/pack.ts"),
    import("./reading.ts"),
  ]);
  const pace = new Pace();
  const progress = new Seldom(PROGRESS_MS, onProgress);
  const take = async (packs: readonly Packed[], bytesRead: number) => {
    for (const pack of packs) {
      let count = 0;
      for (const { record, at } of unpacked(pack)) {
        ingest.push(record, at);
        if (++count % RECORDS_AT_ONCE !== 0) continue;
        catchUp(ingest.timeline);
        await pace.breathe();
        if (left.aborted) return;
      }
      ingest.skipped.push(...pack.skipped);
    }
    progress.tell(bytesRead / file.size);
  };
  left.addEventListener("abort", () => progress.stop());
  try {
    await readFile(file, { take, stopped }, left);
  } finally {
    progress.stop();
  }
  if (!left.aborted) ingest.finish();
}
