// Where a message goes: on with a task, a new task in its context, or a context of its own.

import type { Call } from "../../lib/protocol/call.ts";
import { INTERRUPTED_STATES, TERMINAL_STATES } from "../../lib/protocol/model.ts";
import { NEW_IDS } from "../../lib/session/agent.ts";
import type { Scope } from "../../lib/timeline/scope.ts";
import type { TaskLane } from "../../lib/timeline/task.ts";
import type { Timeline } from "../../lib/timeline/timeline.ts";
import { taskOf } from "../library/groups.ts";
import { shortId } from "../ui/copy.tsx";

export type Target = "continue" | "context" | "new";
export type Operation = "stream" | "send";

/** The task that is being talked about: of the exchange shown, else the newest. */
export function taskAtHand(timeline: Timeline, scope: Scope): TaskLane | undefined {
  const shown = scope === "all" ? undefined : timeline.exchanges[scope];
  return (shown && taskOf(timeline, shown)) ?? timeline.tasks.at(-1);
}

export function naturalTarget(task: TaskLane | undefined): Target {
  const state = task?.state ?? null;
  const asks = state !== null && INTERRUPTED_STATES.has(state);
  if (asks && isPossible("continue", task)) return "continue";
  return isPossible("context", task) ? "context" : "new";
}

export function isPossible(target: Target, task: TaskLane | undefined): boolean {
  if (target === "new") return true;
  if (target === "context") return task?.contexts.latest !== undefined;
  return (
    task !== undefined &&
    task.id !== "" &&
    (task.state === null || !TERMINAL_STATES.has(task.state))
  );
}

export function targetOptions(task: TaskLane | undefined) {
  const id = task && task.id !== "" ? ` ${shortId(task.id)}` : "";
  return [
    {
      value: "continue" as const,
      label: `Continue task${id}`,
      disabled: !isPossible("continue", task),
    },
    {
      value: "context" as const,
      label: "New task, same context",
      disabled: !isPossible("context", task),
    },
    { value: "new" as const, label: "New context" },
  ];
}

export function callFor(
  text: string,
  operation: Operation,
  target: Target,
  task: TaskLane | undefined,
  messageId: string = NEW_IDS.messageId,
): Call {
  const contextId = target === "new" ? null : (task?.contexts.latest ?? null);
  const taskId = target === "continue" ? (task?.id ?? null) : null;
  return { operation, message: { text, messageId, contextId, taskId } };
}
