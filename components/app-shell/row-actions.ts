/** Commands on rows and on their interpretation. */
import type { DialectSettings } from "../../lib/dialects/settings.ts";
import type { UserRule } from "../../lib/dialects/user-rules.ts";
import type { AgentStore } from "../../lib/session/agent.ts";
import {
  getCurrentInterpretation,
  getPlayheadEvent,
  type PlaybackContext,
} from "../../lib/session/playback.ts";
import { isExpandable, isInitiallyExpanded } from "../../lib/session/row-expansion.ts";
import { setDialects } from "../../lib/session/set-dialects.ts";
import { isCall } from "../../lib/timeline/timeline-queries.ts";
import { createRuleForItem } from "../dialects/create-rule-for-item.ts";
import {
  type EditableRequest,
  getNotEditableReason,
  toEditableRecordedRequest,
} from "../request/editable-request.ts";
import { announce } from "../ui/announce.ts";

/** Expands or collapses the selected row. */
export function expandRow(context: PlaybackContext, open: boolean): void {
  const { view } = context;
  const { selected, expanded } = view.getState();
  const interpretation = getCurrentInterpretation(context);
  const item = interpretation.items[selected ?? -1];
  if (!item || !isExpandable(interpretation, item)) return;
  const toggled = isInitiallyExpanded(interpretation, item) !== open;
  const next = new Set(expanded);
  if (toggled) next.add(item.index);
  else next.delete(item.index);
  view.setState({ expanded: next });
}

/** Applies dialect settings and keeps the selected row. */
export function applyDialects(context: PlaybackContext, settings: DialectSettings): Promise<void> {
  return setDialects(context, settings, isInitiallyExpanded);
}

/** A rule for rows like the selected one; `null` without a selection. */
export function createRuleForSelected(context: PlaybackContext): UserRule | null {
  const interpretation = getCurrentInterpretation(context);
  const item = interpretation.items[context.view.getState().selected ?? -1];
  return item ? createRuleForItem(interpretation, item, getPlayheadEvent(context)) : null;
}

/**
 * The request of an exchange for editing: the exchange with the id, else that of the selected row, else
 * the one in scope, else the newest call. `null` if there is none or it cannot be edited as text.
 */
export function createRequestToResend(
  context: PlaybackContext,
  agent: AgentStore,
  exchangeId?: string,
): EditableRequest | null {
  const { timeline } = context.run.getState();
  const { selected, scope } = context.view.getState();
  const item = selected === null ? undefined : getCurrentInterpretation(context).items[selected];
  const exchange =
    (exchangeId !== undefined && timeline.exchangeById.get(exchangeId)) ||
    timeline.exchanges[item?.entry.exchange ?? (scope === "all" ? -1 : scope)] ||
    timeline.exchanges.findLast(isCall);
  if (!exchange) return null;
  const { record } = exchange.open;
  const reason =
    record.method === "" ? "The log does not contain the request." : getNotEditableReason(record);
  if (reason === null) return toEditableRecordedRequest(record, agent.addPlaceholders);
  announce(`Can't edit and resend: ${reason}`);
  return null;
}
