/** Feature: the operations of the protocol, except sending messages. */
import { findLikelyTask } from "../../lib/session/run-selectors.ts";
import { createCommand, isConnected } from "../app-shell/commands.ts";
import type { AppContext, Feature } from "../app-shell/feature.ts";
import { createLazyDialog } from "../ui/lazy-dialog.tsx";

export const operationsFeature: Feature = {
  dialogs: { operations: { Dialog: createLazyDialog(() => import("./operations-dialog.tsx")) } },
  commands: [
    createCommand("Agent", "operations", "Operations on tasks", (app) => openOperations(app), {
      keys: ["o"],
      enabled: isConnected,
    }),
  ],
};

export function openOperations(app: AppContext, operation?: "get", taskId?: string): void {
  const likely = findLikelyTask(app.run.getState().timeline)?.id ?? "";
  app.dialogs
    .getState()
    .openDialog("operations", { operation: operation ?? null, taskId: taskId ?? likely });
}
