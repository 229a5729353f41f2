/** Feature: comparing two runs. */
import type { RunReference } from "../../lib/session/load-run.ts";
import { createCommand, isRecordingOpen, isRunOpen } from "../app-shell/commands.ts";
import type { AppContext, Feature } from "../app-shell/feature.ts";
import { createLazyDialog } from "../ui/lazy-component.tsx";

export const diffFeature: Feature = {
  dialogs: { diff: { Dialog: createLazyDialog(() => import("./diff-dialog.tsx")) } },
  commands: [
    createCommand(
      "Log",
      "compare-runs",
      "Compare with another recording",
      ({ actions }) => actions.compareRuns(),
      { synonyms: "diff, differences, regression", keys: ["c"], enabled: isRunOpen },
    ),
    createCommand(
      "Log",
      "compare-good",
      "Compare with the last good run of this message",
      (app) => void import("./compare-last-good.ts").then((module) => module.compareLastGood(app)),
      { synonyms: "diff, regression, baseline, known good", enabled: isRecordingOpen },
    ),
  ],
  createActions: ({ run, dialogs }: AppContext) => ({
    compareRuns(left?: RunReference, right?: RunReference) {
      const { name, timeline, live } = run.getState();
      const openRun = { kind: "read", name, timeline, ...(live && { isGrowing: true }) } as const;
      dialogs.getState().openDialog("diff", { left: left ?? openRun, right: right ?? null });
    },
  }),
};
