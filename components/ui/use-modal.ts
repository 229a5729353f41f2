"use client";
// Hook that opens and closes a modal <dialog> by state. Escape and a click on the backdrop close it.
import { type MouseEvent, type SyntheticEvent, useLayoutEffect, useRef } from "react";

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
