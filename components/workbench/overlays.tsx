"use client";
// The dialogs of the page's features, and the keyboard shortcuts.
import { useState } from "react";
import { useStore } from "zustand";
import { useAppContext } from "../app-context.tsx";
import type { DialogId } from "../app-shell/dialogs.ts";
import { useShortcuts } from "./use-shortcuts.ts";

/** Dialogs load when they are opened first. */
export function Overlays() {
  const app = useAppContext();
  const { open, closeDialog } = useStore(app.dialogs);
  const [opened, setOpened] = useState<ReadonlySet<DialogId>>(new Set());
  useShortcuts(app);
  if (open !== null && !opened.has(open)) setOpened(new Set([...opened, open]));
  // They stay mounted: a dialog restores the focus when it closes, not when it unmounts.
  return (
    <>
      {[...opened].map((id) => {
        const Dialog = app.dialogTable[id]?.Dialog;
        return Dialog && <Dialog key={id} open={open === id} onClose={() => closeDialog(id)} />;
      })}
    </>
  );
}
