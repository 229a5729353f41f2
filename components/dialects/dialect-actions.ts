/** Changes the dialect settings. */
import type { DialectSettings } from "../../lib/dialects/settings.ts";
import { getDialectSettings } from "../../lib/session/view.ts";
import type { AppContext } from "../app-shell/feature.ts";

/** Loads with the rows. */
const loadReinterpretation = () => import("./reinterpret.ts");

export function setDialects(app: AppContext, settings: DialectSettings): void {
  // Set at once, so that a further change before the code has loaded builds on this one.
  app.view.setState({ pendingDialects: settings });
  void loadReinterpretation().then(({ applyDialects }) => applyDialects(app, settings));
}

export function toggleDialects(app: AppContext): void {
  const dialects = getDialectSettings(app.view.getState());
  setDialects(app, { ...dialects, on: !dialects.on });
}

export const TOGGLE_DIALECTS_KEY = "d";

/** Opens the dialect settings with a new rule that matches rows like the selected one. */
export async function createRuleFromRow(app: AppContext): Promise<void> {
  const { createRuleForSelected } = await loadReinterpretation();
  const rule = createRuleForSelected(app);
  if (rule) app.dialogs.getState().openDialog("dialects", { rule });
}
