/** Filters items by kind, task, problems and text. */

import { getErrorMessage } from "../text/error-message.ts";
import { matchesCall } from "../timeline/hops/call-ends.ts";
import type { EntryOf } from "../timeline/timeline.ts";
import { getErrorDetail } from "../timeline/timeline-queries.ts";
import type { Interpretation } from "./interpretation.ts";
import type { Item } from "./item.ts";
import { getItemTextAt, getItemTitleAt } from "./item-content.ts";
import type { Filter } from "./settings.ts";

/** The query as an expression that finds every hit; `null` if it is empty or invalid. */
export function createQueryPattern({ query, regex }: Filter): RegExp | null {
  if (query === "") return null;
  try {
    return new RegExp(regex ? query : query.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "giu");
  } catch {
    return null;
  }
}

/** The browser's error message for an invalid query; `null` if it is valid. */
export function findQueryError({ query, regex }: Filter): string | null {
  if (!regex || query === "") return null;
  try {
    new RegExp(query, "giu");
    return null;
  } catch (error) {
    return getErrorMessage(error);
  }
}

export type ItemPredicate = (item: Item) => boolean;

export function createFilterPredicate(
  interpretation: Interpretation,
  filter: Filter,
  isTrouble: ItemPredicate = hasAnyIssue,
): ItemPredicate {
  const pattern = createQueryPattern(filter);
  const { callTree } = interpretation.timeline;
  const isBroken = filter.query !== "" && pattern === null;
  return (item) => {
    const { entry } = item;
    if (filter.hidden.includes(item.kind)) return false;
    if (filter.task !== null && entry.task !== filter.task) return false;
    if (filter.calls && !matchesCall(callTree, item.exchange, filter.calls)) return false;
    if (filter.problems && !isTrouble(item)) return false;
    if (pattern === null) return !isBroken;
    return getSearchableTexts(interpretation, item).some((text) => {
      pattern.lastIndex = 0;
      return pattern.test(text);
    });
  };
}

export function hasAnyIssue({ kind, entry, inheritedIssues, violations }: Item): boolean {
  if (kind === "error" || entry.kind === "error") return true;
  return entry.issues.length + inheritedIssues.length + violations.length > 0;
}

const NEWEST_EVENT = Number.MAX_SAFE_INTEGER;

/** The current names, ids and texts of an item. */
function getSearchableTexts(interpretation: Interpretation, item: Item): string[] {
  const { entry } = item;
  const taskId = interpretation.timeline.tasks[entry.task]?.id ?? "";
  const own = [
    getItemTitleAt(interpretation, item, NEWEST_EVENT),
    getItemTextAt(interpretation, item, NEWEST_EVENT),
  ];
  const detail = interpretation.details.get(item);
  if (detail?.kind === "draft") return [...own, detail.draft.messageId ?? "", taskId];
  if (item.isNested) return own;
  switch (entry.kind) {
    case "message":
      return [...own, entry.message.message.messageId ?? "", taskId];
    case "state":
      return [...own, entry.transition.rawState ?? "", taskId];
    case "artifact":
      return [...own, entry.artifact.names.latest ?? "", entry.artifact.artifactId, taskId];
    case "http":
      return [...own, getEntryUrl(interpretation, entry), entry.detail ?? ""];
    case "error":
      return [...own, getErrorDetail(entry, Number.POSITIVE_INFINITY)];
    case "other":
      return [...own, entry.detail];
  }
}

function getEntryUrl({ timeline }: Interpretation, { exchange }: EntryOf<"http">): string {
  return timeline.exchanges[exchange]?.open.record.url ?? "";
}
