/** Feature: credentials by origin. */
import { createCommand } from "../app-shell/commands.ts";
import type { Feature } from "../app-shell/feature.ts";
import { createLazyDialog } from "../ui/lazy-component.tsx";

export const credentialsFeature: Feature = {
  dialogs: {
    credentials: {
      Dialog: createLazyDialog(() => import("./credentials-dialog.tsx")),
      survivesReload: true,
    },
  },
  commands: [
    createCommand(
      "Agent",
      "credentials",
      "Edit credentials",
      ({ dialogs }) => dialogs.getState().openDialog("credentials"),
      { synonyms: "token, auth, api key, password, login, bearer, headers" },
    ),
  ],
};
