/** Expands or collapses the selected row. */
import { getCurrentInterpretation, type PlaybackContext } from "../../lib/session/playback.ts";
import { isExpandable, isInitiallyExpanded } from "../../lib/session/row-expansion.ts";

export function expandSelectedRow(context: PlaybackContext, isExpanded: boolean): void {
  const { view } = context;
  const { selected, expanded } = view.getState();
  const interpretation = getCurrentInterpretation(context);
  const item = interpretation.items[selected ?? -1];
  if (!item || !isExpandable(interpretation, item)) return;
  const toggled = isInitiallyExpanded(interpretation, item) !== isExpanded;
  const next = new Set(expanded);
  if (toggled) next.add(item.index);
  else next.delete(item.index);
  view.setState({ expanded: next });
}
