/** Feature: grading an agent against the specification, and reports of other runners. */
import { apiClient } from "../../lib/session/api-client.ts";
import { createCommand } from "../app-shell/commands.ts";
import type { Feature } from "../app-shell/feature.ts";
import { createLazyDialog } from "../ui/lazy-component.tsx";

export const conformanceFeature: Feature = {
  dialogs: {
    conformance: { Dialog: createLazyDialog(() => import("./conformance-dialog.tsx")) },
  },
  createActions: ({ dialogs }) => ({
    openActsReport(text) {
      const { openDialog } = dialogs.getState();
      apiClient.keepActsReport(text).then(
        ({ id }) => openDialog("conformance", { grade: id }),
        (error: unknown) => {
          const problem = error instanceof Error ? error.message : String(error);
          openDialog("conformance", { problem });
        },
      );
    },
  }),
  commands: [
    createCommand(
      "Agent",
      "conformance",
      "Grade the agent",
      ({ dialogs }) => {
        const { openDialog, parameters } = dialogs.getState();
        const shown = parameters.conformance?.grade;
        openDialog("conformance", shown === undefined ? {} : { grade: shown });
      },
      { synonyms: "conformance, compliance, specification, score, report, acts, tck" },
    ),
  ],
};
