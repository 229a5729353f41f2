"use client";
// While something runs: tell the agent to stop its task, or only stop watching it.
import { running, unfinishedTask } from "../../lib/session/run-facts.ts";
import { useDesk } from "../command/desk.tsx";
import { useSlowVersion } from "../library/use-slow-version.ts";
import { Button } from "../ui/button.tsx";

export function LiveActions() {
  const { run, agent } = useDesk();
  useSlowVersion();
  const state = run.getState();
  const streams = running(state);
  if (streams.length === 0) return null;
  const task = unfinishedTask(state.timeline);
  return (
    <>
      <Button
        variant="outline"
        icon="close"
        title="Closes the connection; the agent is not told to stop"
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
