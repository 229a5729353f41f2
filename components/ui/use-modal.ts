"use client";
// The browser's own <dialog>, opened and closed with a state: Escape and the backdrop close it.
import { type MouseEvent, type SyntheticEvent, useLayoutEffect, useRef } from "react";

export function useModal(open: boolean, onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null);

  // Before the next key: what is typed right after belongs inside.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
  }, [open]);

  return {
    ref,
    // Before the browser closes it. A chooser of files inside tells of its own cancelling here too.
    onCancel: (event: SyntheticEvent) => event.target === event.currentTarget && onClose(),
    // The browser tells of it later, when somebody may have opened it again.
    onClose: ({ currentTarget }: SyntheticEvent<HTMLDialogElement>) =>
      !currentTarget.open && onClose(),
    onClick: (event: MouseEvent) => event.target === event.currentTarget && onClose(),
  };
}
