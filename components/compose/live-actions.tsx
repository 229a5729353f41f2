"use client";
// Buttons shown while a task runs: cancel the task, or only close the connection.
import { useAppContext } from "../app-context.tsx";
import { Button } from "../ui/button.tsx";
import { useThrottledVersion } from "../use-throttled-version.ts";
import { cancelTask, findCancellableTask, isWatching, stopWatching } from "./running-task.ts";

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
