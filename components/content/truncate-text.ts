/** Texts and lists from the wire as far as anybody reads them. */
import { boundText } from "../ui/bounded-text.ts";

export const MAX_SHOWN_LENGTH = 2000;

export function truncateText(text: string, most = MAX_SHOWN_LENGTH): string {
  return boundText(text, most);
}
