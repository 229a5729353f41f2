// Escape in a field returns the focus to the rows and keeps the input.
import type { KeyboardEvent } from "react";
import { emitUiEvent } from "../lib/session/ui-events.ts";

const FIELD_SELECTOR = "input, textarea, [contenteditable='true'], [data-text-field]";

export function leaveField(event: KeyboardEvent): void {
  if (event.key !== "Escape" || event.defaultPrevented || event.nativeEvent.isComposing) return;
  const { target } = event;
  // In a dialog, Escape closes the dialog.
  if (
    !(target instanceof HTMLElement) ||
    !target.matches(FIELD_SELECTOR) ||
    target.closest("dialog")
  )
    return;
  event.preventDefault();
  target.blur();
  emitUiEvent("focus-rows");
}
