/** Feature: the inspector of the selected row. */
import { TABS } from "../../lib/session/view.ts";
import { createCommand, isRowSelected } from "../app-shell/commands.ts";
import type { Feature } from "../app-shell/feature.ts";

export const inspectFeature: Feature = {
  commands: TABS.map((tab, index) =>
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
};
