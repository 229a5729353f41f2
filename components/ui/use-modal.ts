"use client";
// Hook that opens and closes a modal <dialog> by state. Escape and a click on the backdrop close it.

import {
  type MouseEvent,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from "react";

export function useModal(open: boolean, onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null);

  // A layout effect, so that keys typed right after opening go to the dialog.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
  }, [open]);

  return {
    ref,
    // Fires before the browser closes the dialog, and bubbles from a cancelled file chooser inside.
    onCancel: (event: SyntheticEvent) => event.target === event.currentTarget && onClose(),
    // Fires later, when the dialog may be open again.
    onClose: ({ currentTarget }: SyntheticEvent<HTMLDialogElement>) =>
      !currentTarget.open && onClose(),
    onClick: (event: MouseEvent) => event.target === event.currentTarget && onClose(),
  };
}

/** Ref of the element that has the focus when its dialog opens: React does not set the attribute. */
export const focusOnOpen = (element: HTMLElement | null) => element?.setAttribute("autofocus", "");

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
