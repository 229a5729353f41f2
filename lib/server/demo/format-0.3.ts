/** The wire format of A2A 0.3 that the scripted agents send. */

import { isObject } from "../../protocol/json.ts";
import { joinTexts } from "./format-1.0.ts";
import { RpcError } from "./rpc.ts";
import { isTurnOver } from "./script.ts";
import type { AgentFormat } from "./scripted-agent.ts";
import type { ScriptedTask } from "./scripted-task.ts";

export const FORMAT_0_3: AgentFormat = {
  methods: {
    "message/send": "send",
    "message/stream": "stream",
    "tasks/get": "get",
    "tasks/cancel": "cancel",
    "tasks/resubscribe": "subscribe",
  },
  hasErrorDetails: false,
  beginsWithTask: true,
  parseMessage({ message }) {
    if (!isObject(message)) throw new RpcError("INVALID_PARAMS", "The message is missing.");
    const { parts, contextId, taskId } = message;
    return {
      message,
      text: joinTexts(Array.isArray(parts) ? parts : [], " "),
      ...(typeof contextId === "string" && { contextId }),
      ...(typeof taskId === "string" && { taskId }),
    };
  },
  createEvent(step, task) {
    const { id: taskId, contextId } = task;
    switch (step.kind) {
      case "task":
        return createTask(task);
      case "resume":
        return null;
      case "state": {
        const { metadata } = step;
        const status = createStatus(task);
        const final = isTurnOver(step.state);
        return { kind: "status-update", taskId, contextId, status, final, metadata };
      }
      case "chunk": {
        const { append, last: lastChunk } = step;
        const artifact = createArtifact(step);
        return { kind: "artifact-update", taskId, contextId, artifact, append, lastChunk };
      }
      default:
        return { ...createMessage(task.status.messageId, step.text), contextId };
    }
  },
  createTask,
  createResult: createTask,
};

function createTask(task: ScriptedTask): object {
  const { id, contextId, artifacts, history } = task;
  return {
    kind: "task",
    id,
    contextId,
    status: createStatus(task),
    artifacts: artifacts.map(createArtifact),
    history: history.map((message) => ({ ...message, taskId: id, contextId })),
  };
}

function createStatus({ id: taskId, contextId, status }: ScriptedTask): object {
  const { state, text, messageId, messageMetadata: metadata, timestamp } = status;
  const message = text !== undefined && {
    ...createMessage(messageId, text),
    taskId,
    contextId,
    metadata,
  };
  return { state, ...(message && { message }), timestamp };
}

const createMessage = (messageId: string, text: string) => ({
  kind: "message",
  role: "agent",
  messageId,
  parts: [{ kind: "text", text }],
});

const createArtifact = ({ artifact, text }: { artifact: string; text: string }) => ({
  artifactId: artifact,
  name: artifact,
  parts: [{ kind: "text", text }],
});
