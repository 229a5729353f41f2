"use client";
// Menu that saves what is in the composer, and opens what is saved.
import { useAppContext, useOpenDialog } from "../app-context.tsx";
import { MenuButton } from "../ui/menu.tsx";

interface SavedMenuProps {
  /** What is saved: "message" or "request". */
  what: string;
  /** There is nothing to save. */
  isEmpty: boolean;
  className?: string;
}

export function SavedMenu({ what, isEmpty, className = "" }: SavedMenuProps) {
  const { actions } = useAppContext();
  const openDialog = useOpenDialog();
  return (
    <MenuButton
      label="Saved"
      className={className}
      items={[
        {
          id: "save",
          label: `Save this ${what}…`,
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
      Saved
    </MenuButton>
  );
}
