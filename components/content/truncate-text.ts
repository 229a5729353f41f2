/** Bounds text from the wire for display. */
import { boundText } from "../ui/bounded-text.ts";

export const MAX_SHOWN_LENGTH = 2000;

export function truncateText(text: string, maxLength = MAX_SHOWN_LENGTH): string {
  return boundText(text, maxLength);
}
