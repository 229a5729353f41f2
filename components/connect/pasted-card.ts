// Detects a whole card that is pasted into an address field.
import type { ClipboardEvent } from "react";

export const PASTED_CARD_NAME = "pasted text";

/** An address never starts with a brace. */
export function isCardText(text: string): boolean {
  return /^\s*\{/.test(text);
}

/** Opens a pasted card with its line breaks, which a one-line field would drop. */
export function openPastedCard(
  event: ClipboardEvent,
  openCard: (name: string, text: string) => void,
): void {
  const text = event.clipboardData.getData("text/plain");
  if (!isCardText(text)) return;
  event.preventDefault();
  openCard(PASTED_CARD_NAME, text);
}
