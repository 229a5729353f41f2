/** Opens the test of clients with the response that the caller of a recorded hop got. */
import { findCurrentLine, getOutline } from "../../lib/session/row-navigation.ts";
import type { AppContext } from "../app-shell/feature.ts";

/** The hop is that of the selected row, or of the header of a call. */
export function testCaller(app: AppContext): void {
  const outline = getOutline(app);
  const line = outline.lineAt(findCurrentLine(outline, app.view.getState()));
  if (!line) return;
  const index =
    line.kind === "header"
      ? line.group.exchange.index
      : line.kind === "row"
        ? line.item.exchange
        : line.exchange;
  const exchange = app.run.getState().timeline.exchanges[index]?.id;
  if (exchange !== undefined) app.dialogs.getState().openDialog("clients", { exchange });
}
