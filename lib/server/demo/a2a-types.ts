/**
 * Wire types of A2A 1.0 that the demo agent uses.
 */

export type TaskState =
  | "TASK_STATE_SUBMITTED"
  | "TASK_STATE_WORKING"
  | "TASK_STATE_COMPLETED"
  | "TASK_STATE_FAILED"
  | "TASK_STATE_CANCELED"
  | "TASK_STATE_INPUT_REQUIRED";

export type Part = { text: string } | { data: unknown };

export interface Message {
  messageId: string;
  role: "ROLE_USER" | "ROLE_AGENT";
  parts: readonly Part[];
  taskId?: string;
  contextId?: string;
}

export interface TaskStatus {
  state: TaskState;
  message?: Message;
  timestamp: string;
}

export interface Artifact {
  artifactId: string;
  name?: string;
  description?: string;
  parts: readonly Part[];
}

export interface Task {
  id: string;
  contextId: string;
  status: TaskStatus;
  artifacts?: readonly Artifact[];
  history?: readonly Message[];
}

/** One event of a stream: exactly one of the four members. Members that are false are left out. */
export type StreamResponse =
  | { task: Task }
  | { message: Message }
  | { statusUpdate: { taskId: string; contextId: string; status: TaskStatus } }
  | {
      artifactUpdate: {
        taskId: string;
        contextId: string;
        artifact: Artifact;
        append?: true;
        lastChunk?: true;
      };
    };

const TERMINAL_STATES: ReadonlySet<TaskState> = new Set([
  "TASK_STATE_COMPLETED",
  "TASK_STATE_FAILED",
  "TASK_STATE_CANCELED",
]);

export function isTerminal(state: TaskState): boolean {
  return TERMINAL_STATES.has(state);
}

/** True for states that end a stream and the response to `SendMessage`. */
export function isTurnOver(state: TaskState): boolean {
  return isTerminal(state) || state === "TASK_STATE_INPUT_REQUIRED";
}
