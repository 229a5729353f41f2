/** Feature: grading an agent against the specification. */
import { createCommand } from "../app-shell/commands.ts";
import type { Feature } from "../app-shell/feature.ts";
import { createLazyDialog } from "../ui/lazy-component.tsx";

export const conformanceFeature: Feature = {
  dialogs: {
    conformance: { Dialog: createLazyDialog(() => import("./conformance-dialog.tsx")) },
  },
  commands: [
    createCommand("Agent", "conformance", "Grade the agent", ({ dialogs }) =>
      dialogs.getState().openDialog("conformance"),
    ),
  ],
};
