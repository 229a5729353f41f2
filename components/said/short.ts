/** Texts and lists from the wire as far as anybody reads them. */
import { boundText } from "../ui/bounded-text.ts";

export const MOST_TEXT = 2000;

export function short(text: string, most = MOST_TEXT): string {
  return boundText(text, most);
}
