/** Text insertion at positions as counted by servers of the streaming extension. */

import { PatchIssue } from "./patch-issues.ts";
import type { VersionedText } from "./versioned-text.ts";

/** Positions count code points, as the reference server's strings do. */
export function insertAtPosition(
  text: VersionedText,
  pos: unknown,
  value: string,
  event: number,
): number {
  const at = resolvePosition(text, pos);
  if (isInsideText(text, at)) {
    text.insert(at, value, event);
    return 0;
  }
  const { codePoints, units } = text;
  text.append(value, event);
  if (at === codePoints) return 0;
  return at === units ? PatchIssue.Utf16 : PatchIssue.Range;
}

export function resolvePosition(text: VersionedText, pos: unknown): number {
  return typeof pos === "number" ? Math.trunc(pos) : pos === null ? text.codePoints : Number.NaN;
}

export function isInsideText(text: VersionedText, position: number): boolean {
  return position >= 0 && position < text.codePoints;
}
