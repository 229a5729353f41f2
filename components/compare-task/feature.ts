/** Feature: comparing the stored task with what was delivered of it. */
import { createCommand } from "../app-shell/commands.ts";
import type { AppContext, Feature } from "../app-shell/feature.ts";
import { createLazyDialog } from "../ui/lazy-component.tsx";

const hasTask = ({ run }: AppContext) => run.getState().timeline.tasks.some(({ id }) => id !== "");

export const compareTaskFeature: Feature = {
  dialogs: { compare: { Dialog: createLazyDialog(() => import("./compare-task-dialog.tsx")) } },
  commands: [
    createCommand(
      "Agent",
      "compare",
      "Compare with the stored task",
      ({ actions }) => actions.compareStoredTask(),
      { synonyms: "resubscribe, diff", keys: ["g"], enabled: hasTask },
    ),
  ],
  createActions: (app) => ({
    compareStoredTask(taskId) {
      // Loads on the first lookup.
      void import("./look-up-task.ts").then(async ({ lookUpTask }) => {
        const compared = await lookUpTask(app, taskId);
        if (compared) app.dialogs.getState().openDialog("compare", compared);
      });
    },
  }),
};
