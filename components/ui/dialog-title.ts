"use client";
// Store with the titles of open dialogs, for the document title.
import { useEffect, useId, useSyncExternalStore } from "react";

const openDialogs = new Map<string, string>();
const listeners = new Set<() => void>();

export function useOpenDialog(isOpen: boolean, title: string): void {
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    openDialogs.set(id, title);
    for (const listener of listeners) listener();
    return () => {
      openDialogs.delete(id);
      for (const listener of listeners) listener();
    };
  }, [id, isOpen, title]);
}

/** The title of the dialog opened last; `null` if none is open. */
export function useDialogTitle(): string | null {
  return useSyncExternalStore(subscribe, getTitle, getNoTitle);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function getTitle(): string | null {
  return [...openDialogs.values()].at(-1) ?? null;
}

function getNoTitle(): null {
  return null;
}
