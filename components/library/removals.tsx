"use client";
// Recordings on their way out: gone from the lists at once, deleted only when the time to undo has
// passed or the page is left.
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { reach } from "../../lib/session/service.ts";
import { showToast } from "../ui/toast.tsx";

export interface Removal {
  readonly ids: readonly string[];
  /** What they are called together. */
  readonly name: string;
  /** Brings back what the removal closed. */
  readonly restore: () => void;
  /** Called when they are deleted. */
  readonly onDeleted: () => void;
}

/** Not to be shown: still undoable, or deleted. */
const store = createStore<ReadonlySet<string>>(() => new Set());

export function useRemovals(): ReadonlySet<string> {
  return useStore(store);
}

export function remove({ ids, name, restore, onDeleted }: Removal): void {
  store.setState((hidden) => new Set([...hidden, ...ids]), true);
  showToast({
    text: (
      <>
        Deleted <b>{name}</b>
      </>
    ),
    action: {
      label: "Undo",
      run() {
        for (const id of ids) show(id);
        restore();
      },
    },
    onGone: () => void Promise.all(ids.map(deleteForGood)).then(onDeleted),
  });
}

/** What could not be deleted comes back into the list. */
async function deleteForGood(id: string): Promise<void> {
  const path = `/api/recordings/${encodeURIComponent(id)}`;
  try {
    const response = await reach(path, { method: "DELETE", keepalive: true });
    if (!response.ok && response.status !== 404) show(id);
  } catch {
    show(id);
  }
}

function show(id: string): void {
  store.setState((hidden) => new Set([...hidden].filter((it) => it !== id)), true);
}
