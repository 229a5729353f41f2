/** Feature: resending the requests of the open run to a live agent. */
import { createCommand, hasCalls } from "../app-shell/commands.ts";
import type { Feature } from "../app-shell/feature.ts";
import { createLazyDialog } from "../ui/lazy-component.tsx";

export const resendFeature: Feature = {
  dialogs: { resend: { Dialog: createLazyDialog(() => import("./resend-dialog.tsx")) } },
  commands: [
    createCommand(
      "Log",
      "send-run",
      "Resend this run to an agent",
      ({ dialogs }) => dialogs.getState().openDialog("resend"),
      { synonyms: "replay, retry, rerun", enabled: hasCalls },
    ),
  ],
};
