/** Texts and lists from the wire as far as anybody reads them. */
import { beginning } from "../../lib/wire/graphemes.ts";
import { formatCount } from "../ui/format.ts";

export const MOST_TEXT = 2000;

export function short(text: string, most = MOST_TEXT): string {
  if (text.length <= most) return text;
  return `${beginning(text, most)}… ${formatCount(text.length - most)} more characters`;
}
