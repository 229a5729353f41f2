/** Text typed into a text, at positions as servers of the streaming extension count them. */

import type { GrowingText } from "./growing-text.ts";
import { DraftNote } from "./notes.ts";

/** Positions count code points, as the reference server's strings do. */
export function insertAt(text: GrowingText, pos: unknown, value: string, event: number): number {
  const at = positionOf(text, pos);
  if (isWithin(text, at)) {
    text.insert(at, value, event);
    return 0;
  }
  const { points, units } = text;
  text.append(value, event);
  if (at === points) return 0;
  return at === units ? DraftNote.Utf16 : DraftNote.Range;
}

export function positionOf(text: GrowingText, pos: unknown): number {
  return typeof pos === "number" ? Math.trunc(pos) : pos === null ? text.points : Number.NaN;
}

export function isWithin(text: GrowingText, position: number): boolean {
  return position >= 0 && position < text.points;
}
