/** Stops what the agent is doing: cancels the task, or only closes the connection. */
import { findUnfinishedTask, getRunningExchanges } from "../../lib/session/run-selectors.ts";
import type { TaskLane } from "../../lib/timeline/task.ts";
import type { AppContext } from "../app-shell/feature.ts";

type RunningContext = Pick<AppContext, "run" | "agent">;

export function findCancellableTask({ run, agent }: RunningContext): TaskLane | null {
  return agent.getState().endpoint ? findUnfinishedTask(run.getState().timeline) : null;
}

export function cancelTask(app: RunningContext): void {
  const task = findCancellableTask(app);
  if (task) void app.agent.send({ operation: "cancel", taskId: task.id });
}

export function isWatching({ run }: RunningContext): boolean {
  return getRunningExchanges(run.getState()).length > 0;
}

export function stopWatching({ run, agent }: RunningContext): void {
  for (const { id } of getRunningExchanges(run.getState())) void agent.hangUp(id);
}
