// An A2A 0.1 server written by hand, because no SDK of that version is left: tasks/send,
// sendSubscribe, get, cancel, resubscribe and push configurations, as in its specification.
import { isTurnOver, type Script, type ScriptStep, state } from "../../lib/server/demo/script.ts";
import { type AgentFormat, ScriptedAgent } from "../../lib/server/demo/scripted-agent.ts";
import type { ScriptedTask } from "../../lib/server/demo/scripted-task.ts";
import { createRequestListener } from "../../lib/server/http/request-listener.ts";
import type { BuildAgent } from "./build-agent.ts";
import { getScript } from "./script.ts";

type Message = {
  readonly role: "user";
  readonly parts: readonly { readonly type: string; readonly text?: string }[];
};

const createFormat = (): AgentFormat => {
  const pushes = new Map<unknown, unknown>();
  return {
    methods: {
      "tasks/send": "send",
      "tasks/sendSubscribe": "stream",
      "tasks/resubscribe": "subscribe",
      "tasks/get": "get",
      "tasks/cancel": "cancel",
      "tasks/pushNotification/set"(params) {
        pushes.set(params.id, params.pushNotificationConfig);
        return params;
      },
      "tasks/pushNotification/get": ({ id }) => ({
        id,
        pushNotificationConfig: pushes.get(id) ?? null,
      }),
    },
    hasErrorDetails: false,
    beginsWithTask: false,
    clientsNameTasks: true,
    parseMessage({ id, sessionId, message }) {
      const { parts } = message as Message;
      const text = parts.map((part) => part.text ?? "").join("");
      return {
        message: message as Message,
        text,
        taskId: String(id),
        contextId: String(sessionId),
      };
    },
    createEvent(step, task) {
      if (step.kind === "task") return { id: task.id, status: createStatus(task) };
      if (step.kind === "state") {
        return { id: task.id, status: createStatus(task), final: isTurnOver(step.state) };
      }
      if (step.kind !== "chunk") return null;
      const index = task.artifacts.findIndex(({ artifact }) => artifact === step.artifact);
      const { append, last: lastChunk } = step;
      return { id: task.id, artifact: { ...createArtifact(step, index), append, lastChunk } };
    },
    createTask,
    createResult: createTask,
  };
};

const createTask = (task: ScriptedTask) => ({
  id: task.id,
  sessionId: task.contextId,
  status: createStatus(task),
  artifacts: task.artifacts.map(createArtifact),
  history: task.history,
});

function createStatus({ status }: ScriptedTask): object {
  const { text, timestamp } = status;
  const message = text !== undefined && { role: "agent", parts: [{ type: "text", text }] };
  return { state: status.state, ...(message && { message }), timestamp };
}

const createArtifact = (of: { artifact: string; text: string }, index: number) => ({
  name: of.artifact,
  index,
  parts: [{ type: "text", text: of.text }],
});

/** Every message has a task. */
async function* replyWithTask(script: Script): AsyncGenerator<ScriptStep, void, void> {
  for await (const step of script)
    yield step.kind === "reply" ? state("completed", step.text) : step;
}

export const build: BuildAgent = (url) => {
  const cardPath = "/.well-known/agent.json";
  const rpcUrl = `${url}/`;
  const agent = new ScriptedAgent({
    format: createFormat(),
    cardPath,
    getScript: ({ text, continues }) => replyWithTask(getScript(text, continues)),
    createCard: () => ({
      name: "Scripted 0.1",
      description: "Does as the first word of the message says.",
      url: rpcUrl,
      version: "1.0.0",
      authentication: { schemes: [] },
      capabilities: { streaming: true, pushNotifications: true },
      defaultInputModes: ["text"],
      defaultOutputModes: ["text"],
      skills: [{ id: "script", name: "Script" }],
    }),
  });
  return {
    listener: createRequestListener((request) =>
      agent.handleRequest(request, url, new URL(request.url).pathname),
    ),
    rpcUrl,
    cardUrl: `${url}${cardPath}`,
    stop: () => void agent.stop(),
  };
};
