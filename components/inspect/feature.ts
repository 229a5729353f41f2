/** Feature: the inspector of the selected row, and the summary while none is selected. */
import { TABS, type Tab } from "../../lib/session/view.ts";
import { createCommand, hasCalls, isRowSelected } from "../app-shell/commands.ts";
import type { AppContext, Feature } from "../app-shell/feature.ts";

const TAB_SYNONYMS: Readonly<Record<Tab, string>> = {
  rendered: "markdown, content",
  chunks: "tokens, pieces, deltas",
  decoded: "json, model",
  wire: "bytes, raw, hex, http, sse",
  problems: "errors, warnings, findings",
};

/** Without a selected row, the tab is that of the first one. */
async function showTab(app: AppContext, tab: Tab): Promise<void> {
  if (!isRowSelected(app)) {
    const { selectFirstRow } = await import("../../lib/session/row-navigation.ts");
    selectFirstRow(app);
  }
  app.view.setState({ tab });
  app.layout.getState().showInspector();
}

export const inspectFeature: Feature = {
  commands: [
    createCommand(
      "View",
      "summary",
      "Show summary",
      ({ actions, layout }) => {
        actions.closeCard();
        layout.getState().showSummary();
      },
      { synonyms: "tokens, usage, cost, duration", enabled: hasCalls },
    ),
    ...TABS.map((tab, index) =>
      createCommand("View", `tab-${tab}`, `Show ${tab}`, (app) => showTab(app, tab), {
        synonyms: TAB_SYNONYMS[tab],
        keys: [String(index + 1)],
        enabled: hasCalls,
      }),
    ),
  ],
};
