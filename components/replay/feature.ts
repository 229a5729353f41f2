/** Feature: serving the open run in place of its agent. */
import { createCommand, isRunOpen } from "../app-shell/commands.ts";
import type { Feature } from "../app-shell/feature.ts";
import { createLazyDialog } from "../ui/lazy-component.tsx";

export const replayFeature: Feature = {
  dialogs: { replay: { Dialog: createLazyDialog(() => import("./replay-dialog.tsx")) } },
  commands: [
    createCommand(
      "Log",
      "serve",
      "Serve as an agent",
      ({ dialogs }) => dialogs.getState().openDialog("replay"),
      { synonyms: "mock, stub, fake server, replay", enabled: isRunOpen },
    ),
  ],
};
