"use client";
// Buttons shown while a task runs: cancel the task, or only close the connection.
import { findUnfinishedTask, getRunningExchanges } from "../../lib/session/run-selectors.ts";
import { useAppContext } from "../app-context.tsx";
import { Button } from "../ui/button.tsx";
import { useThrottledVersion } from "../use-throttled-version.ts";

export function LiveActions() {
  const { run, agent } = useAppContext();
  useThrottledVersion();
  const state = run.getState();
  const streams = getRunningExchanges(state);
  if (streams.length === 0) return null;
  const task = findUnfinishedTask(state.timeline);
  return (
    <>
      <Button
        variant="outline"
        icon="close"
        title="Closes the connection without telling the agent to stop"
        onClick={() => {
          for (const { id } of streams) void agent.hangUp(id);
        }}
      >
        Stop watching
      </Button>
      {task && (
        <Button
          variant="danger"
          icon="stop"
          onClick={() => void agent.send({ operation: "cancel", taskId: task.id })}
        >
          Cancel task
        </Button>
      )}
    </>
  );
}
