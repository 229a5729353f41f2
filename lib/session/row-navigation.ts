/** Moves through the lines of the list: its rows, the headers of their groups, and the spans of calls. */

import type { OutlineLine, RowOutline } from "../dialects/row-outline.ts";
import { getSpansKey } from "../dialects/span-key.ts";
import type { Exchange } from "../timeline/exchange.ts";
import { getInterpretedRun } from "./interpreted-run.ts";
import { findEvidenceItem, type PlaybackContext, showItem } from "./playback.ts";
import { isExpandable, isRowExpanded } from "./row-expansion.ts";
import type { View } from "./view.ts";

/** The outline of what is open. */
export function getOutline(context: PlaybackContext): RowOutline {
  return getInterpretedRun(context).getState().outline;
}

/** The line of the selected row, or of the header that is current; −1 if it is not shown. */
export function findCurrentLine(
  outline: RowOutline,
  { selected, selectedLine }: Pick<View, "selected" | "selectedLine">,
): number {
  const key = selected ?? selectedLine;
  return key === null ? -1 : outline.findLine(key);
}

/** Makes a line of an outline the current one: selects its row, or no row if it is a header. */
export function selectLine(
  context: PlaybackContext,
  line: number,
  outline: RowOutline = getOutline(context),
): void {
  const found = outline.lineAt(line);
  if (!found) return;
  context.view.setState(
    found.kind === "row"
      ? { selected: found.item.index, event: null }
      : { selected: null, selectedLine: String(outline.keyAt(line)), event: null },
  );
}

/** Selects the first row that is listed; the headers above it are none. */
export function selectFirstRow(context: PlaybackContext): void {
  const outline = getOutline(context);
  for (let line = 0; line < outline.count; line++) {
    if (outline.lineAt(line)?.kind === "row") return selectLine(context, line, outline);
  }
}

/** Makes the header of a call between agents the current line, or its first row where it has none. */
export function showCall(context: PlaybackContext, exchange: Exchange): void {
  const { interpretation } = getInterpretedRun(context).getState();
  const request = { exchange: exchange.id, what: "request", event: null } as const;
  const item = findEvidenceItem(interpretation, request);
  if (item) showItem(context, item);
  const outline = getOutline(context);
  const line = outline.findLine(outline.rows.groups.findGroup(exchange.index)?.key ?? "");
  if (line >= 0) selectLine(context, line, outline);
}

/** Makes the next or previous line the current one. */
export function stepLine(context: PlaybackContext, delta: number): void {
  const outline = getOutline(context);
  const current = findCurrentLine(outline, context.view.getState());
  const from = current < 0 && delta < 0 ? outline.count : current;
  selectLine(context, Math.min(outline.count - 1, Math.max(0, from + delta)));
  context.view.setState({ following: false });
}

/** Collapses the current row or group; if there is nothing to collapse, moves to what contains it. */
export function collapseLine(context: PlaybackContext): void {
  const { outline, line, isExpanded } = getCurrentLine(context);
  if (!line) return;
  const key = getCollapsibleKey(line);
  const canCollapse = key !== null && !outline.isCollapsed(key);
  if (canCollapse) setGroupsExpanded(context, [key], false);
  else if (isExpanded && line.kind === "row") toggleRow(context, line.item.index);
  else {
    const above = findLineAbove(outline, line);
    if (above >= 0) selectLine(context, above);
  }
}

/** The key of what the line of a header or heading collapses; `null` for other lines. */
export function getCollapsibleKey(line: OutlineLine | undefined): string | null {
  if (line?.kind === "header") return line.group.key;
  return line?.kind === "spans" ? getSpansKey(line.exchange) : null;
}

/** The line of what contains a line; −1 if nothing does. */
function findLineAbove(outline: RowOutline, line: OutlineLine): number {
  if (line.kind === "span") return outline.findLine(getSpansKey(line.exchange));
  if (line.kind === "header") {
    const [, around] = outline.listGroupsAround(line.group);
    return around ? outline.findLine(around.key) : -1;
  }
  if (line.kind !== "row") return -1;
  const { parent } = line.item;
  const above = parent === null ? -1 : outline.findLine(parent.index);
  return above >= 0 ? above : outline.findLine(outline.findGroup(line.item.index)?.key ?? "");
}

/** Expands the current row or group; moves from an expanded group to its first row. */
export function expandLine(context: PlaybackContext): void {
  const { outline, line, isExpanded } = getCurrentLine(context);
  const key = getCollapsibleKey(line);
  if (line?.kind === "row") {
    if (isExpanded === false) toggleRow(context, line.item.index);
  } else if (key !== null && outline.isCollapsed(key)) {
    setGroupsExpanded(context, [key], true);
  } else if (key !== null) {
    selectLine(context, outline.findLine(key) + 1);
  }
}

/** Collapses or expands a group. */
export function toggleGroup(context: PlaybackContext, key: string): void {
  setGroupsExpanded(context, [key], getOutline(context).isCollapsed(key));
}

/** Collapses or expands all groups, if they have headers. */
export function setAllGroupsExpanded(context: PlaybackContext, isExpanded: boolean): void {
  const { hasHeaders, rows } = getOutline(context);
  const keys = rows.groups.list.map(({ key }) => key);
  if (hasHeaders) setGroupsExpanded(context, keys, isExpanded);
}

/** If the selected row is hidden by this, the header of its group becomes the current line. */
function setGroupsExpanded(
  context: PlaybackContext,
  keys: readonly string[],
  isExpanded: boolean,
): void {
  const { collapsedGroups, selected, selectedLine } = context.view.getState();
  const next = new Set(collapsedGroups);
  for (const key of keys) {
    if (isExpanded) next.delete(key);
    else next.add(key);
  }
  const outline = getOutline(context);
  const group =
    selected === null
      ? outline.groups.find(({ key }) => key === selectedLine)
      : outline.findGroup(selected);
  const hiding = group && outline.listGroupsAround(group).findLast(({ key }) => next.has(key));
  context.view.setState({
    collapsedGroups: next,
    ...(hiding && { selected: null, selectedLine: hiding.key, event: null }),
  });
}

/** Shows or hides the content of a row. */
export function toggleRow({ view }: PlaybackContext, item: number): void {
  const next = new Set(view.getState().expanded);
  if (!next.delete(item)) next.add(item);
  view.setState({ expanded: next });
}

function getCurrentLine(context: PlaybackContext) {
  const outline = getOutline(context);
  const view = context.view.getState();
  const line = outline.lineAt(findCurrentLine(outline, view));
  const { interpretation } = outline.rows;
  const canExpand = line?.kind === "row" && isExpandable(interpretation, line.item);
  const isExpanded = canExpand ? isRowExpanded(interpretation, line.item, view.expanded) : null;
  return { outline, line, isExpanded };
}
