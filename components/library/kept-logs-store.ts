/**
 * Store of the unsaved logs that this browser keeps, and of what became of the open one. A log that the
 * user opens is saved to the library, in this page as on the command line; this browser keeps those that
 * the library does not take, and those that the user did not choose.
 */
import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { RecordingSummary } from "../../lib/api/api-types.ts";
import {
  discardKeptLogs,
  isKeepable,
  KEPT_LOG_LIMITS,
  type KeptFile,
  type KeptLog,
  keepLog,
  listKeptLogs,
  restoreKeptLogs,
} from "../../lib/session/kept-logs.ts";
import type { Run } from "../../lib/session/run.ts";
import { isFileLoaded } from "../../lib/session/run-selectors.ts";
import { emitUiEvent } from "../../lib/session/ui-events.ts";
import { useAppContext } from "../app-context.tsx";
import { defineStore } from "../app-shell/define-store.ts";
import { formatQuantity } from "../ui/format.ts";
import { showFailureToast, showToast } from "../ui/toast.tsx";

/** What became of a log from a file: the id by which it is kept, else why it is not. */
export type KeepOutcome =
  | { readonly kind: "kept"; readonly id: string }
  | { readonly kind: "saved"; readonly id: string; readonly bytes: number }
  | { readonly kind: "too-large" | "failed" };

interface KeptLogsState {
  /** Newest first; `null` until they are loaded. */
  readonly logs: readonly KeptFile[] | null;
  /** `null` while no log from a file is open, or while it is being kept. */
  readonly open: KeepOutcome | null;
}

interface KeptLogsActions {
  reload(): Promise<void>;
  /** The log with the id; `null` if this browser does not keep it, or no longer. */
  take(id: string): File | null;
  /** The id by which the browser keeps a file; `null` if it does not. */
  getId(file: File): string | null;
  /** The log is in the library now: its copy is deleted and not made again. */
  forgetSaved(file: File, recording: Pick<RecordingSummary, "id" | "bytes">): Promise<void>;
  /** Discards logs, with undo, and closes the open one if it is among them. */
  discard(logs: readonly KeptFile[]): void;
}

type KeptLogsStore = StoreApi<KeptLogsState & KeptLogsActions>;

export const getKeptLogsStore = defineStore((app): KeptLogsStore => {
  const { run } = app;
  const outcomes = new WeakMap<File, KeepOutcome>();
  const discarded = new Set<string>();
  const getOutcome = (file: File): KeepOutcome | null => {
    const outcome = outcomes.get(file) ?? null;
    return outcome?.kind === "kept" && discarded.has(outcome.id) ? null : outcome;
  };
  const store: KeptLogsStore = createStore((set, get) => ({
    logs: null,
    open: null,
    reload: async () => set({ logs: await listKeptLogs() }),
    take(id) {
      const kept = get().logs?.find((log) => log.id === id);
      if (!kept) return null;
      outcomes.set(kept.file, { kind: "kept", id });
      return kept.file;
    },
    getId(file) {
      const outcome = getOutcome(file);
      return outcome?.kind === "kept" ? outcome.id : null;
    },
    async forgetSaved(file, { id: recording, bytes }) {
      const id = get().getId(file);
      outcomes.set(file, { kind: "saved", id: recording, bytes });
      if (id === null) return;
      await discardKeptLogs([id]);
      await get().reload();
    },
    discard(logs) {
      const ids = logs.map(({ id }) => id);
      const { source } = run.getState();
      const opened =
        source?.kind === "file" && ids.includes(get().getId(source.file) ?? "") ? source : null;
      const change = async (isBack: boolean) => {
        for (const id of ids) {
          if (isBack) discarded.delete(id);
          else discarded.add(id);
        }
        await (isBack ? restoreKeptLogs(logs) : discardKeptLogs(ids));
        await get().reload();
      };
      set({ logs: (get().logs ?? []).filter(({ id }) => !ids.includes(id)) });
      if (opened) run.close();
      void change(false).catch(showFailureToast);
      const [first] = logs;
      const what = first && logs.length === 1 ? first.name : formatQuantity(logs.length, "log");
      showToast({
        text: `Discarded ${what}`,
        action: {
          label: "Undo",
          run() {
            void change(true).catch(showFailureToast);
            if (opened) void run.openFile(opened.file, { isKnown: true });
          },
        },
      });
    },
  }));
  const keep = async (file: File, isSaved: boolean) => {
    const outcome = (isSaved ? await saveToLibrary(file) : null) ?? (await keepFile(file));
    outcomes.set(file, outcome);
    const { source } = run.getState();
    if (source?.kind === "file" && source.file === file) store.setState({ open: outcome });
    if (outcome.kind === "saved") run.becomeRecording(file, outcome);
    await store.getState().reload();
  };
  const update = (now: Run, before: Run) => {
    if (now.source !== before.source) {
      store.setState({ open: now.source?.kind === "file" ? getOutcome(now.source.file) : null });
    }
    if (now.phase === before.phase || !isFileLoaded(now) || now.source?.kind !== "file") return;
    const { file, staysUnsaved = false } = now.source;
    const outcome = getOutcome(file);
    if (outcome?.kind === "saved") run.becomeRecording(file, outcome);
    const isLog = now.timeline.exchanges.length > 0;
    if (isLog && outcome === null) void keep(file, !staysUnsaved);
  };
  run.subscribe(update);
  // The id of the open log is in the URL.
  store.subscribe((now, before) => {
    if (now.open !== before.open) emitUiEvent("unsaved-logs-changed");
  });
  return store;
});

/** As `loupe LOG` does. `null` if the library does not take it: it is full, or the server is lost. */
async function saveToLibrary(file: File): Promise<KeepOutcome | null> {
  if (!isKeepable(file)) return null;
  try {
    const { saveLogFile } = await import("./save-log-file.ts");
    const { id, bytes } = await saveLogFile(file);
    emitUiEvent("library-changed");
    return { kind: "saved", id, bytes };
  } catch {
    return null;
  }
}

async function keepFile(file: File): Promise<KeepOutcome> {
  if (!isKeepable(file)) return { kind: "too-large" };
  try {
    const { kept, discarded } = await keepLog(file);
    if (discarded.length > 0) showDiscardedToast(discarded);
    return { kind: "kept", id: kept.id };
  } catch {
    return { kind: "failed" };
  }
}

/** The oldest unsaved logs make room for new ones. */
function showDiscardedToast(discarded: readonly KeptLog[]): void {
  const names = discarded.map(({ name }) => name).join(", ");
  showToast({
    text: `No longer kept: ${names}. This browser keeps the newest ${KEPT_LOG_LIMITS.count} unsaved logs.`,
  });
}

export function useKeptLogs<T>(select: (logs: KeptLogsState & KeptLogsActions) => T): T {
  return useStore(getKeptLogsStore(useAppContext()), select);
}
