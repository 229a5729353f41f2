"use client";
// Stops what the agent is doing: cancels the task, or only closes the connection. The commands, and the
// buttons shown while a task runs.
import { findUnfinishedTask, getRunningExchanges } from "../../lib/session/run-selectors.ts";
import type { TaskLane } from "../../lib/timeline/task.ts";
import { useAppContext } from "../app-context.tsx";
import type { AppContext } from "../app-shell/feature.ts";
import { Button } from "../ui/button.tsx";
import { useThrottledVersion } from "../use-throttled-version.ts";

export function LiveActions() {
  const app = useAppContext();
  useThrottledVersion();
  if (!isWatching(app)) return null;
  return (
    <>
      <Button
        variant="outline"
        icon="close"
        title="Closes the connection without telling the agent to stop"
        onClick={() => stopWatching(app)}
      >
        Stop watching
      </Button>
      {findCancellableTask(app) && (
        <Button variant="danger" icon="stop" onClick={() => cancelTask(app)}>
          Cancel task
        </Button>
      )}
    </>
  );
}

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
