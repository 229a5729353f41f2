/** Formats a text as a string literal on one line, cut to a limit. */
import { truncateToGraphemes } from "../../lib/text/graphemes.ts";
import { boundMarks } from "../ui/bounded-text.ts";

export function formatStringLiteral(text: string, limit: number): string {
  const whole = JSON.stringify(truncateToGraphemes(text, limit));
  return boundMarks(text.length <= limit ? whole : `${whole.slice(0, -1)}…"`);
}
