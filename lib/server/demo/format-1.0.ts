/** The wire format of A2A 1.0 that the scripted agents send. Members that are false are left out. */

import { isObject } from "../../protocol/json.ts";
import { RpcError } from "./rpc.ts";
import type { ScriptState } from "./script.ts";
import type { AgentFormat } from "./scripted-agent.ts";
import type { ScriptedTask } from "./scripted-task.ts";

export type Part = { text: string } | { data: unknown };

export interface Message {
  messageId: string;
  role: "ROLE_USER" | "ROLE_AGENT";
  parts: readonly Part[];
  taskId?: string;
  contextId?: string;
  metadata?: object;
}

interface TaskStatus {
  state: string;
  message?: Message;
  timestamp: string;
}

interface Artifact {
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
  history?: readonly object[];
}

/** One event of a stream: exactly one of the four members. */
export type StreamResponse =
  | { task: Task }
  | { message: Message }
  | { statusUpdate: { taskId: string; contextId: string; status: TaskStatus; metadata?: object } }
  | {
      artifactUpdate: {
        taskId: string;
        contextId: string;
        artifact: Artifact;
        append?: true;
        lastChunk?: true;
      };
    };

export const FORMAT_1_0: AgentFormat = {
  methods: {
    SendMessage: "send",
    SendStreamingMessage: "stream",
    GetTask: "get",
    CancelTask: "cancel",
    SubscribeToTask: "subscribe",
    ListTasks: "UNSUPPORTED_OPERATION",
    GetExtendedAgentCard: "UNSUPPORTED_OPERATION",
    CreateTaskPushNotificationConfig: "PUSH_NOTIFICATION_NOT_SUPPORTED",
    GetTaskPushNotificationConfig: "PUSH_NOTIFICATION_NOT_SUPPORTED",
    ListTaskPushNotificationConfigs: "PUSH_NOTIFICATION_NOT_SUPPORTED",
    DeleteTaskPushNotificationConfig: "PUSH_NOTIFICATION_NOT_SUPPORTED",
  },
  hasErrorDetails: true,
  beginsWithTask: true,
  checkHeaders(headers) {
    const version = headers.get("a2a-version") ?? "1.0";
    if (!/^1(\.|$)/.test(version)) throw new RpcError("VERSION_NOT_SUPPORTED");
  },
  parseMessage({ message }) {
    if (!isObject(message)) throw new RpcError("INVALID_PARAMS", "The message is missing.");
    const { messageId, role, parts, contextId, taskId } = message;
    if (typeof messageId !== "string" || messageId === "") {
      throw new RpcError("INVALID_PARAMS", "The message has no messageId.");
    }
    if (role !== "ROLE_USER") throw new RpcError("INVALID_PARAMS", "The role must be ROLE_USER.");
    if (!Array.isArray(parts)) throw new RpcError("INVALID_PARAMS", "The message has no parts.");
    return {
      message,
      text: joinTexts(parts, " "),
      ...(typeof contextId === "string" && contextId !== "" && { contextId }),
      ...(typeof taskId === "string" && taskId !== "" && { taskId }),
    };
  },
  createEvent(step, task): StreamResponse | null {
    const { id: taskId, contextId } = task;
    switch (step.kind) {
      case "task":
      case "resume":
        return { task: createTask(task) };
      case "state": {
        const { metadata } = step;
        const status = createStatus(task);
        return { statusUpdate: { taskId, contextId, status, ...(metadata && { metadata }) } };
      }
      case "chunk": {
        const { text, append, last } = step;
        const artifact = { ...createArtifactNames(step), parts: [{ text }] };
        return {
          artifactUpdate: {
            taskId,
            contextId,
            artifact,
            ...(append && { append }),
            ...(last && { lastChunk: last }),
          },
        };
      }
      default: {
        const { messageId } = task.status;
        return { message: { ...createMessage(messageId, step.text), contextId } };
      }
    }
  },
  createTask,
  createResult: (task) => ({ task: createTask(task) }),
};

function createTask(task: ScriptedTask): Task {
  const { id, contextId, artifacts, history } = task;
  return {
    id,
    contextId,
    status: createStatus(task),
    ...(artifacts.length > 0 && {
      artifacts: artifacts.map((one) => ({
        ...createArtifactNames(one),
        parts: [{ text: one.text }],
      })),
    }),
    history: history.map((message) => ({ ...message, taskId: id, contextId })),
  };
}

function createStatus({ id, contextId, status }: ScriptedTask): TaskStatus {
  const { state, text, messageId, messageMetadata, timestamp } = status;
  const message = text !== undefined && {
    ...createMessage(messageId, text),
    taskId: id,
    contextId,
    ...(messageMetadata && { metadata: messageMetadata }),
  };
  return { state: formatState(state), ...(message && { message }), timestamp };
}

const createMessage = (messageId: string, text: string): Message => ({
  messageId,
  role: "ROLE_AGENT",
  parts: [{ text }],
});

const createArtifactNames = ({ artifact, name = artifact, description }: ArtifactNames) => ({
  artifactId: artifact,
  name,
  ...(description !== undefined && { description }),
});

interface ArtifactNames {
  readonly artifact: string;
  readonly name?: string;
  readonly description?: string;
}

const formatState = (state: ScriptState): string =>
  `TASK_STATE_${state.toUpperCase().replace("-", "_")}`;

export function joinTexts(parts: readonly unknown[], separator = ""): string {
  return parts
    .flatMap((part) => (isObject(part) && typeof part.text === "string" ? [part.text] : []))
    .join(separator);
}
