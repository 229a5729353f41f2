// A whole card in the place of an address.
import type { ClipboardEvent } from "react";

export const PASTED = "pasted text";

/** No address begins like this. */
export function isCardText(text: string): boolean {
  return /^\s*\{/.test(text);
}

/** Takes a pasted card with its line ends, which a box of one line would lose. */
export function openPasted(
  event: ClipboardEvent,
  openCard: (name: string, text: string) => void,
): void {
  const text = event.clipboardData.getData("text/plain");
  if (!isCardText(text)) return;
  event.preventDefault();
  openCard(PASTED, text);
}
