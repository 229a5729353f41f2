/** What commands do to rows, and to how rows are read. */
import type { DialectSettings } from "../../lib/dialects/settings.ts";
import type { UserRule } from "../../lib/dialects/user-rules.ts";
import type { AgentStore } from "../../lib/session/agent.ts";
import {
  getCurrentInterpretation,
  getPlayheadEvent,
  type PlaybackContext,
} from "../../lib/session/playback.ts";
import { setDialects } from "../../lib/session/set-dialects.ts";
import { isCall } from "../../lib/timeline/timeline-queries.ts";
import {
  type EditableRequest,
  getNotEditableReason,
  toEditableRecordedRequest,
} from "../compose/editable-request.ts";
import { createRuleForItem } from "../dialects/create-rule-for-item.ts";
import { isExpandable, isInitiallyExpanded } from "../timeline/row-content.tsx";
import { announce } from "../ui/announce.ts";

/** Opens or closes the content under the selected row. */
export function expandRow(stage: PlaybackContext, open: boolean): void {
  const { view } = stage;
  const { selected, expanded } = view.getState();
  const interpretation = getCurrentInterpretation(stage);
  const item = interpretation.items[selected ?? -1];
  if (!item || !isExpandable(interpretation, item)) return;
  const toggled = isInitiallyExpanded(interpretation, item) !== open;
  const next = new Set(expanded);
  if (toggled) next.add(item.index);
  else next.delete(item.index);
  view.setState({ expanded: next });
}

/** Reads the run otherwise, and comes back to the same rows. */
export function applyDialects(stage: PlaybackContext, settings: DialectSettings): Promise<void> {
  return setDialects(stage, settings, isInitiallyExpanded);
}

/** A rule for rows like the selected one; `null` where none is selected. */
export function createRuleForSelected(stage: PlaybackContext): UserRule | null {
  const interpretation = getCurrentInterpretation(stage);
  const item = interpretation.items[stage.view.getState().selected ?? -1];
  return item ? createRuleForItem(interpretation, item, getPlayheadEvent(stage)) : null;
}

/**
 * What an exchange sent, to be edited: one named by its id, else that of the selected row, else the
 * one shown, else the newest call. `null` where there is none, or none that can be edited as text.
 */
export function createRequestToResend(
  stage: PlaybackContext,
  agent: AgentStore,
  named?: string,
): EditableRequest | null {
  const { timeline } = stage.run.getState();
  const { selected, scope } = stage.view.getState();
  const item = selected === null ? undefined : getCurrentInterpretation(stage).items[selected];
  const exchange =
    (named !== undefined && timeline.exchangeById.get(named)) ||
    timeline.exchanges[item?.entry.exchange ?? (scope === "all" ? -1 : scope)] ||
    timeline.exchanges.findLast(isCall);
  if (!exchange) return null;
  const { record } = exchange.open;
  const refusal =
    record.method === "" ? "The log does not say what was sent." : getNotEditableReason(record);
  if (refusal === null) return toEditableRecordedRequest(record, agent.addPlaceholders);
  announce(`Cannot be edited and sent again: ${refusal}`);
  return null;
}
