"use client";
// Menu that saves what is in the composer, and opens what is saved.
import { useAppContext, useOpenDialog } from "../app-context.tsx";
import { MenuButton } from "../ui/menu.tsx";

const SAVE_LABELS = { message: "Save this message…", request: "Save this request…" } as const;

interface SavedMenuProps {
  /** Saves what is in the composer, or in the request editor. */
  saves: keyof typeof SAVE_LABELS;
  /** There is nothing to save. */
  isEmpty: boolean;
  /** Without a visible label, where there is no room. */
  iconOnly?: boolean;
  className?: string;
}

export function SavedMenu({ saves, isEmpty, iconOnly = false, className = "" }: SavedMenuProps) {
  const { actions } = useAppContext();
  const openDialog = useOpenDialog();
  return (
    <MenuButton
      label="Saved"
      icon="saved"
      className={className}
      items={[
        {
          id: "save",
          label: SAVE_LABELS[saves],
          disabled: isEmpty,
          onSelect: actions.saveDraft,
        },
        {
          id: "open",
          label: "Saved requests…",
          keys: "s",
          onSelect: () => openDialog("requests"),
        },
      ]}
    >
      {iconOnly ? null : "Saved"}
    </MenuButton>
  );
}
