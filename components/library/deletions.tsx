"use client";
// Recordings on their way out: gone from the lists at once, deleted only when the time to undo has
// passed or the page is left, and even then not while something is recorded into them.
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { ApiClientError, apiClient } from "../../lib/session/api-client.ts";
import { boundText } from "../ui/bounded-text.ts";
import { showToast } from "../ui/toast.tsx";

export interface Deletion {
  readonly ids: readonly string[];
  /** What they are called together. */
  readonly name: string;
  /** Brings back what the removal closed. */
  readonly restore: () => void;
  /** Called when they are deleted, with those that stayed because they are being recorded. */
  readonly onDeleted: (live: readonly string[]) => void;
}

/** Not to be shown: still undoable, or deleted. */
const hiddenRecordings = createStore<ReadonlySet<string>>(() => new Set());

export function usePendingDeletions(): ReadonlySet<string> {
  return useStore(hiddenRecordings);
}

export function deleteWithUndo({ ids, name, restore, onDeleted }: Deletion): void {
  hiddenRecordings.setState((hidden) => new Set([...hidden, ...ids]), true);
  showToast({
    text: (
      <>
        Deleted <b>{boundText(name)}</b>
      </>
    ),
    action: {
      label: "Undo",
      run() {
        for (const id of ids) showRecording(id);
        restore();
      },
    },
    onGone: () =>
      void Promise.all(ids.map(deletePermanently)).then((live) => onDeleted(live.flat())),
  });
}

/** What could not be deleted comes back into the list; told is what is being recorded. */
async function deletePermanently(id: string): Promise<string[]> {
  try {
    await apiClient.deleteRecording(id);
    return [];
  } catch (error) {
    const code = error instanceof ApiClientError ? error.code : "";
    if (code !== "unknown-recording") showRecording(id);
    return code === "live" ? [id] : [];
  }
}

function showRecording(id: string): void {
  hiddenRecordings.setState((hidden) => new Set([...hidden].filter((it) => it !== id)), true);
}
