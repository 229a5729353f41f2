/** A text as one would write it in code, of any length on one line. */
import { beginning } from "../../lib/wire/graphemes.ts";

export function literal(text: string, limit: number): string {
  if (text.length <= limit) return JSON.stringify(text);
  return `${JSON.stringify(beginning(text, limit)).slice(0, -1)}…"`;
}
