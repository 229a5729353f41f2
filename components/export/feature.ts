/** Feature: export of the open run. */
import { createCommand } from "../app-shell/commands.ts";
import type { Feature } from "../app-shell/feature.ts";
import { createLazyDialog } from "../ui/lazy-component.tsx";

export const exportFeature: Feature = {
  dialogs: { export: { Dialog: createLazyDialog(() => import("./export-dialog.tsx")) } },
  commands: [
    createCommand(
      "Log",
      "export",
      "Export this run",
      ({ dialogs }) => dialogs.getState().openDialog("export"),
      {
        synonyms: "redact, anonymize, download, share, mask secrets",
        keys: ["mod+s"],
        enabled: ({ run }) => run.getState().timeline.exchanges.length > 0,
      },
    ),
  ],
};
