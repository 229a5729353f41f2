/** Feature: the inspector of the selected row, and the summary while none is selected. */
import { TABS } from "../../lib/session/view.ts";
import { createCommand, hasCalls, isRowSelected } from "../app-shell/commands.ts";
import type { Feature } from "../app-shell/feature.ts";

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
      { enabled: hasCalls },
    ),
    ...TABS.map((tab, index) =>
      createCommand(
        "View",
        `tab-${tab}`,
        `Show ${tab}`,
        ({ view, layout }) => {
          view.setState({ tab });
          layout.getState().showInspector();
        },
        { keys: [String(index + 1)], enabled: isRowSelected },
      ),
    ),
  ],
};
