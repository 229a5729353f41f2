/** Feature: the conventions of agent frameworks, and the user's own rules. */
import { createCommand, isRowSelected, isRunOpen } from "../app-shell/commands.ts";
import type { Feature } from "../app-shell/feature.ts";
import { createLazyDialog } from "../ui/lazy-component.tsx";
import { createRuleFromRow, TOGGLE_DIALECTS_KEY, toggleDialects } from "./dialect-actions.ts";

export const dialectsFeature: Feature = {
  dialogs: {
    dialects: {
      Dialog: createLazyDialog(() => import("./dialects-dialog.tsx")),
      survivesReload: true,
    },
  },
  commands: [
    createCommand("View", "plain", "Toggle plain A2A", toggleDialects, {
      synonyms: "raw, framework",
      keys: [TOGGLE_DIALECTS_KEY],
      enabled: isRunOpen,
    }),
    createCommand(
      "View",
      "dialects",
      "Dialect settings",
      ({ dialogs }) => dialogs.getState().openDialog("dialects"),
      { synonyms: "framework, convention" },
    ),
    createCommand("View", "rule", "Create rule from row", (app) => void createRuleFromRow(app), {
      synonyms: "dialect",
      enabled: isRowSelected,
    }),
  ],
};
