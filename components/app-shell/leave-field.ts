// Escape in a field of the screen leads back to the rows; what is typed stays.
import type { KeyboardEvent } from "react";
import { emitUiEvent } from "../../lib/session/ui-events.ts";

const FIELD_SELECTOR = "input, textarea, [contenteditable='true']";

export function leaveField(event: KeyboardEvent): void {
  if (event.key !== "Escape" || event.defaultPrevented || event.nativeEvent.isComposing) return;
  const { target } = event;
  // In a dialog it closes the dialog.
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
