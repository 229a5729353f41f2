/** Feature: saved requests, in collections, with variables and environments. */
import { createCommand } from "../app-shell/commands.ts";
import type { Feature } from "../app-shell/feature.ts";
import { createLazyDialog } from "../ui/lazy-component.tsx";

export const requestsFeature: Feature = {
  dialogs: {
    requests: {
      Dialog: createLazyDialog(() => import("./requests-dialog.tsx")),
      survivesReload: true,
    },
    "save-request": { Dialog: createLazyDialog(() => import("./save-dialog.tsx")) },
  },
  commands: [
    createCommand(
      "Agent",
      "saved-requests",
      "Saved requests",
      ({ dialogs }) => dialogs.getState().openDialog("requests"),
      { synonyms: "collection, curl, postman, environment, variables", keys: ["s"] },
    ),
  ],
};
