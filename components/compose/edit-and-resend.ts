/** Opens the request of an exchange in the editor. */
import { getCurrentInterpretation } from "../../lib/session/playback.ts";
import { isCall } from "../../lib/timeline/exchange-queries.ts";
import type { AppContext } from "../app-shell/feature.ts";
import {
  type EditableRequest,
  getNotEditableReason,
  toEditableRecordedRequest,
} from "../request/editable-request.ts";
import { announce } from "../ui/announce.ts";
import { getComposeStore } from "./compose-store.ts";

/**
 * The exchange with the id, else that of the selected row, else the one in scope, else the newest
 * call. Announces why if it cannot be edited as text.
 */
export function editAndResend(app: AppContext, exchangeId?: string): void {
  const raw = createRequestToResend(app, exchangeId);
  if (!raw) return;
  app.layout.getState().closeDrawer();
  getComposeStore(app).getState().editRequest(raw);
}

function createRequestToResend(app: AppContext, exchangeId?: string): EditableRequest | null {
  const { timeline } = app.run.getState();
  const { selected, scope } = app.view.getState();
  const item = selected === null ? undefined : getCurrentInterpretation(app).items[selected];
  const exchange =
    (exchangeId !== undefined && timeline.exchangeById.get(exchangeId)) ||
    timeline.exchanges[item?.entry.exchange ?? (scope === "all" ? -1 : scope)] ||
    timeline.exchanges.findLast(isCall);
  if (!exchange) return null;
  const { record } = exchange.open;
  const reason =
    record.method === "" ? "The log does not contain the request." : getNotEditableReason(record);
  if (reason === null) return toEditableRecordedRequest(record, app.agent.addPlaceholders);
  announce(`Can't edit and resend: ${reason}`);
  return null;
}
