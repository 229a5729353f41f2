"use client";
// Hook with the entries of the composer's menu that save what is in it, and open what is saved.
import { useAppContext, useOpenDialog } from "../app-context.tsx";
import type { MenuItem } from "../ui/menu.tsx";

const SAVE_LABELS = { message: "Save this message…", request: "Save this request…" } as const;

/** `saves`: what is in the composer, or in the request editor. `isEmpty`: there is nothing to save. */
export function useSavedItems(saves: keyof typeof SAVE_LABELS, isEmpty: boolean): MenuItem[] {
  const { actions } = useAppContext();
  const openDialog = useOpenDialog();
  return [
    { id: "save", label: SAVE_LABELS[saves], disabled: isEmpty, onSelect: actions.saveDraft },
    {
      id: "saved",
      label: "Saved requests…",
      keys: "s",
      icon: "saved",
      onSelect: () => openDialog("requests"),
    },
  ];
}
