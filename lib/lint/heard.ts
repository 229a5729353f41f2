/**
 * What counts as a problem: errors and warnings that nobody muted. Rows, strip, overview, filter
 * and keys all ask here, so that they agree.
 */

import type { Item } from "../dialects/item.ts";
import type { DialectReading } from "../dialects/reading.ts";
import type { Scope } from "../timeline/scope.ts";
import { type EntryFinding, findingsOfItem, type Severity } from "./findings.ts";
import { type Noticed, noticedIn } from "./noticed.ts";

/** Rules that are not heard of. */
export type Muted = ReadonlySet<string>;

export function isProblem(
  { rule, severity }: { readonly rule: string; readonly severity: Severity },
  muted: Muted,
): boolean {
  return severity !== "info" && !muted.has(rule);
}

export function problemsOfItem(item: Item, n: number, muted: Muted): EntryFinding[] {
  return findingsOfItem(item, n).filter((finding) => isProblem(finding, muted));
}

/** The problems of a run or of one of its exchanges, to be counted at many events. */
export function problemsIn(reading: DialectReading, muted: Muted, scope: Scope = "all"): Noticed[] {
  return noticedIn(reading.timeline, reading, scope).filter(({ rule }) => isProblem(rule, muted));
}

/** Does its row show a problem, or is it one? */
export function isTrouble(item: Item, muted: Muted): boolean {
  if (item.kind === "error" || item.entry.kind === "error") return true;
  return problemsOfItem(item, Number.POSITIVE_INFINITY, muted).length > 0;
}
