"use client";
// A dialog that loads on first use, and an error dialog if it cannot be loaded.
import type { ComponentType } from "react";
import { Dialog } from "./dialog.tsx";
import { ErrorFallback } from "./error-fallback.tsx";
import { createLazyComponent } from "./lazy-component.tsx";

interface LazyDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

export type LazyDialog = ComponentType<LazyDialogProps>;

export function createLazyDialog(
  fetchSheet: () => Promise<{ readonly default: LazyDialog }>,
): LazyDialog {
  return createLazyComponent(fetchSheet, {
    failed: (failure, { open, onClose }) => (
      <Dialog open={open} onClose={onClose} title="Couldn't load this dialog">
        <ErrorFallback what="This dialog" {...failure} />
      </Dialog>
    ),
  });
}
