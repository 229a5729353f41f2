// A whole card in the place of an address.
import type { ClipboardEvent } from "react";

export const PASTED_CARD_NAME = "pasted text";

/** No address begins like this. */
export function isCardText(text: string): boolean {
  return /^\s*\{/.test(text);
}

/** Takes a pasted card with its line ends, which a box of one line would lose. */
export function openPastedCard(
  event: ClipboardEvent,
  openCard: (name: string, text: string) => void,
): void {
  const text = event.clipboardData.getData("text/plain");
  if (!isCardText(text)) return;
  event.preventDefault();
  openCard(PASTED_CARD_NAME, text);
}
