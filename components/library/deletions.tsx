"use client";
// Deletes recordings with undo. They disappear from the lists at once, but are deleted only when the
// undo toast is gone or the page is left, and never while they are still being recorded.
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { ApiClientError, apiClient } from "../../lib/session/api-client.ts";
import { boundText } from "../ui/bounded-text.ts";
import { showToast } from "../ui/toast.tsx";

export interface Deletion {
  readonly ids: readonly string[];
  /** Name of the recording, or their number. */
  readonly name: string;
  /** Reopens what the deletion closed. */
  readonly restore: () => void;
  /** Called after the deletion with the ids that were kept because they are being recorded. */
  readonly onDeleted: (live: readonly string[]) => void;
}

/** Recordings that are deleted or can still be restored. */
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

/** Shows the recording again if deleting fails. Returns its id if it is being recorded. */
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
