// Target of a message: an existing task, a new task in the same context, or a new context.
import { TERMINAL_STATES, WAITING_STATES } from "../../lib/protocol/model.ts";
import type { Version } from "../../lib/protocol/versions.ts";
import type { TaskLane } from "../../lib/timeline/task.ts";
import { abbreviateId } from "../ui/short-id.tsx";

/** `insist` sends the id of a finished task, which an agent must reject. */
export type SendTarget = "continue" | "insist" | "context" | "new";
export type SendOperation = "stream" | "send";

export function getDefaultTarget(task: TaskLane | undefined): SendTarget {
  const state = task?.state ?? null;
  const isWaiting = state !== null && WAITING_STATES.has(state);
  if (isWaiting && isTargetPossible("continue", task)) return "continue";
  return isTargetPossible("context", task) ? "context" : "new";
}

export function isTargetPossible(target: SendTarget, task: TaskLane | undefined): boolean {
  if (target === "new") return true;
  if (target === "context") return task?.contexts.latest !== undefined;
  if (task === undefined || task.id === "") return false;
  const isOver = task.state !== null && TERMINAL_STATES.has(task.state);
  return target === (isOver ? "insist" : "continue");
}

/** Changes with all that the targets, their labels and their IDs depend on. */
export function getTargetKey(task: TaskLane | undefined): string {
  return task ? JSON.stringify([task.index, task.id, task.stateLabel, task.contexts.latest]) : "";
}

export function getTargetOptions(task: TaskLane | undefined) {
  const id = task && task.id !== "" ? ` ${abbreviateId(task.id)}` : "";
  const isOver = isTargetPossible("insist", task);
  return [
    isOver
      ? { value: "insist" as const, label: `Continue task${id} (${task?.stateLabel})` }
      : {
          value: "continue" as const,
          label: `Continue task${id}`,
          disabled: !isTargetPossible("continue", task),
        },
    {
      value: "context" as const,
      label: "New task, same context",
      disabled: !isTargetPossible("context", task),
    },
    { value: "new" as const, label: "New context" },
  ];
}

/** The IDs sent with a message. */
export interface SentIds {
  readonly contextId: string | null;
  readonly taskId: string | null;
}

export function getSentIds(target: SendTarget, task: TaskLane | undefined): SentIds {
  const hasTaskId = target === "continue" || target === "insist";
  return {
    contextId: target === "new" ? null : (task?.contexts.latest ?? null),
    taskId: hasTaskId ? (task?.id ?? null) : null,
  };
}

/** Describes the IDs. In 0.1 they have other names, and clients generate them. */
export function formatSentIds({ contextId, taskId }: SentIds, version: Version): string {
  if (version === "0.1") {
    const task = taskId === null ? "a new task id" : `task ${abbreviateId(taskId, 8)}`;
    return `${task}, ${contextId === null ? "a new session" : `session ${abbreviateId(contextId, 8)}`}`;
  }
  const context = contextId === null ? "no contextId" : `contextId ${abbreviateId(contextId, 8)}`;
  return `${context}, ${taskId === null ? "no taskId" : `taskId ${abbreviateId(taskId, 8)}`}`;
}
