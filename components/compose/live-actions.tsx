"use client";
// Stops what the agent is doing: cancels the task, or only closes the connection. The commands, and the
// buttons shown while a task runs.
import { findUnfinishedTask, getRunningExchanges } from "../../lib/session/run-selectors.ts";
import type { TaskLane } from "../../lib/timeline/task.ts";
import { useAppContext } from "../app-context.tsx";
import type { AppContext } from "../app-shell/feature.ts";
import { useRun } from "../session.tsx";
import { Button } from "../ui/button.tsx";
import { useRunFact } from "../use-throttled-version.ts";

/** Whether an exchange is in progress. Renders only when that changes. */
export const useIsWatching = (): boolean => useRun((run) => getRunningExchanges(run).length > 0);

const STOP_TITLE = "Closes the connection without telling the agent to stop";

/** Where a phone has no room for the second word, the first says enough. */
const REST = "@max-[520px]/composer:sr-only";

/** `isCompact`: as icons, beside a message to send. */
export function LiveActions({ isCompact }: { isCompact: boolean }) {
  const app = useAppContext();
  const isShown = useIsWatching();
  const task = useRunFact(() => findCancellableTask(app));
  if (!isShown) return null;
  const label = isCompact ? "sr-only" : undefined;
  return (
    <>
      <Button variant="outline" icon="close" title={STOP_TITLE} onClick={() => stopWatching(app)}>
        <span className={label}>
          Stop<span className={REST}> watching</span>
        </span>
      </Button>
      {task && (
        <Button variant="danger" icon="stop" title="Cancel task" onClick={() => cancelTask(app)}>
          <span className={label}>
            Cancel<span className={REST}> task</span>
          </span>
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
