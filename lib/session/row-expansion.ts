/** Which rows can be expanded, and which are at first. */

import type { Interpretation } from "../dialects/interpretation.ts";
import type { Item } from "../dialects/item.ts";
import { getItemTextLengthAt } from "../dialects/item-content.ts";

/** Whether a row has content beyond its one line. */
export function isExpandable(interpretation: Interpretation, item: Item): boolean {
  const { entry } = item;
  if (interpretation.details.get(item)?.kind === "plan") return true;
  const length = getItemTextLengthAt(interpretation, item, Number.MAX_SAFE_INTEGER);
  return length > (entry.kind === "message" ? 60 : 0);
}

/** Streamed text and plans start expanded; other rows start collapsed. */
export function isInitiallyExpanded(interpretation: Interpretation, item: Item): boolean {
  const { kind, entry, events } = item;
  const detail = interpretation.details.get(item);
  if (detail?.kind === "plan") return detail.leadItem === item;
  const isText = entry.kind === "artifact" || entry.kind === "message";
  return isText && kind !== "tool" && events.count > 2;
}

/** Whether the content of a row is shown; `toggled`: the items that the user toggled. */
export function isRowExpanded(
  interpretation: Interpretation,
  item: Item,
  toggled: ReadonlySet<number>,
): boolean {
  return isInitiallyExpanded(interpretation, item) !== toggled.has(item.index);
}
