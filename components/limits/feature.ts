/** Feature: limits on what Loupe accepts from an agent. */
import { createCommand } from "../app-shell/commands.ts";
import type { Feature } from "../app-shell/feature.ts";
import { createLazyDialog } from "../ui/lazy-component.tsx";

export const limitsFeature: Feature = {
  dialogs: {
    limits: {
      Dialog: createLazyDialog(() => import("./limits-dialog.tsx")),
      survivesReload: true,
    },
  },
  commands: [
    createCommand(
      "Agent",
      "limits",
      "Change limits",
      ({ dialogs }) => dialogs.getState().openDialog("limits"),
      { synonyms: "timeout, maximum" },
    ),
  ],
};
