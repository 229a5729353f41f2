"use client";
// Recordings on their way out: gone from the lists at once, deleted only when the time to undo has
// passed or the page is left.
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { reach } from "../../lib/session/service.ts";

export const UNDO_MS = 7000;

export interface Removal {
  readonly id: string;
  readonly name: string;
  /** Brings back what the removal closed. */
  readonly restore: () => void;
}

interface Removals {
  /** Not to be shown: still undoable, or deleted. */
  readonly hidden: ReadonlySet<string>;
  /** The one that the toast is about. */
  readonly pending: Removal | null;
}

const store = createStore<Removals>(() => ({ hidden: new Set(), pending: null }));
let timer: ReturnType<typeof setTimeout> | undefined;

export function useRemovals(): ReadonlySet<string> {
  return useStore(store, (state) => state.hidden);
}

export function usePendingRemoval(): Removal | null {
  return useStore(store, (state) => state.pending);
}

export function remove(removal: Removal): void {
  commit();
  store.setState(({ hidden }) => ({ hidden: new Set([...hidden, removal.id]), pending: removal }));
  addEventListener("pagehide", commit);
  resume();
}

export function undo(): void {
  clearTimeout(timer);
  const { pending } = store.getState();
  if (!pending) return;
  show(pending.id);
  store.setState({ pending: null });
  pending.restore();
}

/** While somebody is at the toast, its time stands still. */
export function hold(): void {
  clearTimeout(timer);
}

export function resume(): void {
  clearTimeout(timer);
  timer = setTimeout(commit, UNDO_MS);
}

/** Deletes what can no longer be undone. */
export function commit(): void {
  clearTimeout(timer);
  removeEventListener("pagehide", commit);
  const { pending } = store.getState();
  if (!pending) return;
  store.setState({ pending: null });
  const path = `/api/recordings/${encodeURIComponent(pending.id)}`;
  // What could not be deleted comes back into the list.
  reach(path, { method: "DELETE", keepalive: true }).then(
    (response) => response.ok || response.status === 404 || show(pending.id),
    () => show(pending.id),
  );
}

function show(id: string): void {
  store.setState(({ hidden }) => ({ hidden: new Set([...hidden].filter((it) => it !== id)) }));
}
