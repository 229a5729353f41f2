// A real A2A 1.0 server: JavaScript SDK 1.3.0 without its compatibility layer, with push notifications
// and an extended card.

import { randomUUID } from "node:crypto";
import {
  A2A_PROTOCOL_VERSION,
  AGENT_CARD_PATH,
  type AgentCard,
  type Message,
  type Part,
  Role,
  type Task,
  TaskState,
} from "a2a-sdk-1.0";
import {
  AgentEvent,
  type AgentExecutionEvent,
  DefaultPushNotificationSender,
  DefaultRequestHandler,
  InMemoryPushNotificationStore,
  InMemoryTaskStore,
} from "a2a-sdk-1.0/server";
import {
  agentCardHandler,
  jsonRpcHandler,
  restHandler,
  UserBuilder,
} from "a2a-sdk-1.0/server/express";
import express from "express";
import type { ScriptState, ScriptStep } from "../../lib/server/demo/script.ts";
import type { BuildAgent } from "./build-agent.ts";
import { type AgentTurn, Executor, type MessageFormat } from "./executor.ts";
import { createGrpcService } from "./grpc-1.0.ts";

const STATES: Readonly<Record<ScriptState, TaskState>> = {
  submitted: TaskState.TASK_STATE_SUBMITTED,
  working: TaskState.TASK_STATE_WORKING,
  "input-required": TaskState.TASK_STATE_INPUT_REQUIRED,
  "auth-required": TaskState.TASK_STATE_AUTH_REQUIRED,
  completed: TaskState.TASK_STATE_COMPLETED,
  failed: TaskState.TASK_STATE_FAILED,
  canceled: TaskState.TASK_STATE_CANCELED,
};

const format: MessageFormat<Message, Task, AgentExecutionEvent> = {
  getText: ({ parts }) =>
    parts.map(({ content }) => (content?.$case === "text" ? content.value : "")).join(""),
  createEvent: event,
};

function event(step: ScriptStep, turn: AgentTurn<Message, Task>): AgentExecutionEvent | undefined {
  const { taskId, contextId, userMessage, task } = turn;
  const metadata = undefined;
  switch (step.kind) {
    case "task": {
      const status = createStatus("submitted", turn);
      const history = [userMessage];
      return AgentEvent.task({ id: taskId, contextId, status, artifacts: [], history, metadata });
    }
    case "resume":
      // The SDK rejects a turn that does not begin with the task.
      return task && AgentEvent.task(task);
    case "state": {
      const status = createStatus(step.state, turn, step.text);
      return AgentEvent.statusUpdate({ taskId, contextId, status, metadata });
    }
    case "chunk":
      return AgentEvent.artifactUpdate({
        taskId,
        contextId,
        artifact: {
          artifactId: step.artifact,
          name: step.artifact,
          description: "",
          parts: [part(step.text)],
          metadata,
          extensions: [],
        },
        append: step.append,
        lastChunk: step.last,
        metadata,
      });
    case "reply":
      return AgentEvent.message(message(step.text, { taskId: "", contextId }));
    default:
      return undefined;
  }
}

const part = (value: string): Part => ({
  content: { $case: "text", value },
  metadata: undefined,
  filename: "",
  mediaType: "text/plain",
});

const message = (text: string, ids: { taskId: string; contextId: string }): Message => ({
  messageId: randomUUID(),
  taskId: ids.taskId,
  contextId: ids.contextId,
  role: Role.ROLE_AGENT,
  parts: [part(text)],
  metadata: undefined,
  extensions: [],
  referenceTaskIds: [],
});

const createStatus = (state: ScriptState, turn: AgentTurn<Message, Task>, text?: string) => ({
  state: STATES[state],
  timestamp: new Date().toISOString(),
  message: text === undefined ? undefined : message(text, turn),
});

const createInterface = (url: string, protocolBinding: string) => ({
  url,
  protocolBinding,
  tenant: "",
  protocolVersion: A2A_PROTOCOL_VERSION,
});

const createCard = (supportedInterfaces: AgentCard["supportedInterfaces"]): AgentCard => ({
  name: "Scripted 1.0",
  description: "Does as the first word of the message says.",
  supportedInterfaces,
  provider: undefined,
  version: "1.0.0",
  capabilities: {
    streaming: true,
    pushNotifications: true,
    extendedAgentCard: true,
    extensions: [],
  },
  securitySchemes: {},
  securityRequirements: [],
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [
    {
      id: "script",
      name: "Script",
      description: "Plays a script.",
      tags: ["test"],
      examples: ["stream"],
      inputModes: [],
      outputModes: [],
      securityRequirements: [],
    },
  ],
  signatures: [],
});

export const build: BuildAgent = (url, grpc, getSteps) => {
  const executor = new Executor(format, getSteps);
  const rpcUrl = `${url}/a2a/jsonrpc`;
  const restUrl = `${url}/a2a/rest`;
  const overHttp = [createInterface(rpcUrl, "JSONRPC"), createInterface(restUrl, "HTTP+JSON")];
  const overHttp2 = createInterface(grpc.address, "GRPC");
  const card = createCard(grpc.isPreferred ? [overHttp2, ...overHttp] : [...overHttp, overHttp2]);
  const pushes = new InMemoryPushNotificationStore();
  const requestHandler = new DefaultRequestHandler(
    card,
    new InMemoryTaskStore(),
    executor,
    undefined,
    pushes,
    new DefaultPushNotificationSender(pushes),
    // A function, so that everybody gets the card: a plain value is only for authenticated users.
    async () => ({ ...card, description: "The extended card." }),
  );
  const userBuilder = UserBuilder.noAuthentication;
  const listener = express()
    .use(`/${AGENT_CARD_PATH}`, agentCardHandler({ agentCardProvider: requestHandler }))
    .use("/a2a/jsonrpc", jsonRpcHandler({ requestHandler, userBuilder }))
    .use("/a2a/rest", restHandler({ requestHandler, userBuilder }));
  const cardUrl = `${url}/${AGENT_CARD_PATH}`;
  const stop = () => executor.stopAll();
  return { listener, rpcUrl, restUrl, grpc: createGrpcService(requestHandler), cardUrl, stop };
};
