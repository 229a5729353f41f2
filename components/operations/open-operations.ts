/** Opens the operations with an operation and a task selected. */
import { findLikelyTask } from "../../lib/session/run-selectors.ts";
import type { AppContext } from "../app-shell/feature.ts";

export function openOperations(app: AppContext, operation?: "get", taskId?: string): void {
  const likely = findLikelyTask(app.run.getState().timeline)?.id ?? "";
  app.dialogs
    .getState()
    .openDialog("operations", { operation: operation ?? null, taskId: taskId ?? likely });
}
