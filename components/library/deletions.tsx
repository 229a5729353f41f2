"use client";
// Deletes recordings with undo. They disappear from the lists at once, but are deleted only when the
// undo toast is gone or the page is left, and never while they are still being recorded.

import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { RecordingSummary } from "../../lib/api/api-types.ts";
import { ApiClientError, apiClient } from "../../lib/session/api-client.ts";
import { useAppContext } from "../app-context.tsx";
import { defineStore } from "../app-shell/define-store.ts";
import { boundText } from "../ui/bounded-text.ts";
import { showToast } from "../ui/toast.tsx";

interface Deletion {
  readonly ids: readonly string[];
  /** Name of the recording, or their number. */
  readonly name: string;
  /** Reopens what the deletion closed. */
  readonly restore: () => void;
  /** Called after the deletion with the ids that were kept because they are being recorded. */
  readonly onDeleted: (live: readonly string[]) => void;
}

interface DeletionState {
  /** Recordings that are deleted or can still be restored. */
  readonly hidden: ReadonlySet<string>;
  deleteWithUndo(deletion: Deletion): void;
}

export function createDeletionStore(): StoreApi<DeletionState> {
  return createStore((set, get) => {
    const show = (id: string) =>
      set({ hidden: new Set([...get().hidden].filter((it) => it !== id)) });
    return {
      hidden: new Set(),
      deleteWithUndo({ ids, name, restore, onDeleted }) {
        set({ hidden: new Set([...get().hidden, ...ids]) });
        showToast({
          text: (
            <>
              Deleted <b>{boundText(name)}</b>
            </>
          ),
          action: {
            label: "Undo",
            run() {
              for (const id of ids) show(id);
              restore();
            },
          },
          onGone: () =>
            void Promise.all(ids.map((id) => deletePermanently(id, show))).then((live) =>
              onDeleted(live.flat()),
            ),
        });
      },
    };
  });
}

/** Shows the recording again if deleting fails. Returns its id if it is being recorded. */
async function deletePermanently(id: string, show: (id: string) => void): Promise<string[]> {
  try {
    await apiClient.deleteRecording(id);
    return [];
  } catch (error) {
    const code = error instanceof ApiClientError ? error.code : "";
    if (code !== "unknown-recording") show(id);
    return code === "live" ? [id] : [];
  }
}

export const getDeletionStore = defineStore(createDeletionStore);

export function useDeletionStore<T>(select: (deletions: DeletionState) => T): T {
  return useStore(getDeletionStore(useAppContext()), select);
}

type RecordingSummaries = readonly RecordingSummary[];

/** Uses a fresh list from the server instead of the displayed one. */
export async function splitLiveRecordings(
  list: RecordingSummaries,
  fresh: () => Promise<RecordingSummaries>,
): Promise<{ readonly idle: RecordingSummaries; readonly live: RecordingSummaries }> {
  const live = new Set((await fresh()).filter((one) => one.live).map(({ id }) => id));
  return {
    idle: list.filter(({ id }) => !live.has(id)),
    live: list.filter(({ id }) => live.has(id)),
  };
}
