"use client";
// The field of a recording that is edited in the library, and a function to change it.
import { useCallback } from "react";
import { useAppContext, useDialogParameters } from "../app-context.tsx";
import type { RecordingField } from "../app-shell/dialogs.ts";

type SetEditedField = (field: RecordingField | null) => void;

/** `null` while none is edited. */
export function useEditedField(): readonly [RecordingField | null, SetEditedField] {
  const { dialogs } = useAppContext();
  const field = useDialogParameters("library")?.editing ?? null;
  const setField = useCallback<SetEditedField>(
    (editing) => dialogs.getState().setParameters("library", editing ? { editing } : {}),
    [dialogs],
  );
  return [field, setField];
}
