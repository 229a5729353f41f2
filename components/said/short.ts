/** Texts and lists from the wire as far as anybody reads them. */
import { formatCount } from "../ui/format.ts";

export const MOST_TEXT = 2000;

export function short(text: string, most = MOST_TEXT): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most)}… ${formatCount(text.length - most)} more characters`;
}
