/** Feature: the rules, each with its page. */
import { ALL_RULES } from "../../lib/session/view.ts";
import { createCommand } from "../app-shell/commands.ts";
import type { Feature } from "../app-shell/feature.ts";
import { createLazyDialog } from "../ui/lazy-component.tsx";

export const rulesFeature: Feature = {
  dialogs: { rules: { Dialog: createLazyDialog(() => import("./rules-dialog.tsx")) } },
  commands: [
    createCommand(
      "View",
      "rules",
      "All rules",
      ({ view }) => view.setState({ openRule: ALL_RULES }),
      { synonyms: "lint, checks" },
    ),
  ],
  start({ view, dialogs }) {
    // The URL contains the open rule, so the view decides whether the dialog is open.
    view.subscribe(({ openRule }, before) => {
      const { openDialog, closeDialog } = dialogs.getState();
      if (openRule === before.openRule) return;
      if (openRule !== null) openDialog("rules");
      else closeDialog("rules");
    });
  },
};
