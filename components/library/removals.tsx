"use client";
// Recordings on their way out: gone from the lists at once, deleted only when the time to undo has
// passed or the page is left, and even then not while something is recorded into them.
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { ServiceProblem, service } from "../../lib/session/service.ts";
import { boundText } from "../ui/bounded-text.ts";
import { showToast } from "../ui/toast.tsx";

export interface Removal {
  readonly ids: readonly string[];
  /** What they are called together. */
  readonly name: string;
  /** Brings back what the removal closed. */
  readonly restore: () => void;
  /** Called when they are deleted, with those that stayed because they are being recorded. */
  readonly onDeleted: (live: readonly string[]) => void;
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
    onGone: () => void Promise.all(ids.map(deleteForGood)).then((live) => onDeleted(live.flat())),
  });
}

/** What could not be deleted comes back into the list; told is what is being recorded. */
async function deleteForGood(id: string): Promise<string[]> {
  try {
    await service.remove(id);
    return [];
  } catch (error) {
    const code = error instanceof ServiceProblem ? error.code : "";
    if (code !== "unknown-recording") show(id);
    return code === "live" ? [id] : [];
  }
}

function show(id: string): void {
  store.setState((hidden) => new Set([...hidden].filter((it) => it !== id)), true);
}
