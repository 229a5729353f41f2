// An A2A 0.1 server written by hand, because no SDK of that version is left: tasks/send,
// sendSubscribe, get, cancel, resubscribe and push configurations, as in its specification.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { BuildAgent } from "./build-agent.ts";
import { type AgentTurn, Executor, type MessageFormat } from "./executor.ts";
import { FINAL_STATES, type ScriptStep } from "./script.ts";

interface TextPart {
  type: string;
  text?: string;
}

interface Message {
  role: "user" | "agent";
  parts: TextPart[];
}

interface Task {
  id: string;
  sessionId: string;
  status: { state: string; message?: Message; timestamp: string };
  artifacts: { name: string; index: number; parts: TextPart[] }[];
  history: Message[];
}

interface Update {
  id: string;
  status?: Task["status"];
  final?: boolean;
  artifact?: Task["artifacts"][number] & { append?: boolean; lastChunk?: boolean };
}

const format: MessageFormat<Message, Task, Update> = {
  getText: ({ parts }) => parts.map(({ text }) => text ?? "").join(""),
  createEvent(step: ScriptStep, { taskId }: AgentTurn<Message, Task>): Update | undefined {
    switch (step.kind) {
      case "task":
        return { id: taskId, status: { state: "submitted", timestamp: now() } };
      case "state": {
        const message = step.text === undefined ? undefined : createAgentMessage(step.text);
        const status = { state: step.state, timestamp: now(), ...(message && { message }) };
        return { id: taskId, status, final: FINAL_STATES.includes(step.state) };
      }
      case "chunk": {
        const parts = [{ type: "text", text: step.text }];
        const { artifact, append, last } = step;
        // The task assigns the index of its artifact.
        return {
          id: taskId,
          artifact: { name: artifact, index: 0, parts, append, lastChunk: last },
        };
      }
      case "reply":
        return {
          id: taskId,
          status: { state: "completed", message: createAgentMessage(step.text), timestamp: now() },
          final: true,
        };
      default:
        return undefined;
    }
  },
};

const now = () => new Date().toISOString();

const createAgentMessage = (text: string): Message => ({
  role: "agent",
  parts: [{ type: "text", text }],
});

type Listener = (update: Update) => void;

export const build: BuildAgent = (url) => {
  const executor = new Executor(format);
  const tasks = new Map<string, Task>();
  const pushes = new Map<string, unknown>();
  const listeners = new Map<string, Set<Listener>>();
  const rpcUrl = `${url}/`;
  const card = {
    name: "Scripted 0.1",
    description: "Does as the first word of the message says.",
    url: rpcUrl,
    version: "1.0.0",
    authentication: { schemes: [] },
    capabilities: { streaming: true, pushNotifications: true },
    defaultInputModes: ["text"],
    defaultOutputModes: ["text"],
    skills: [{ id: "script", name: "Script" }],
  };

  const apply = (task: Task, update: Update) => {
    const { status, artifact } = update;
    if (status) task.status = status;
    if (artifact) {
      const { append, lastChunk, ...whole } = artifact;
      const known = task.artifacts[artifact.index];
      if (known && append) known.parts.push(...whole.parts);
      else task.artifacts[artifact.index] = { ...whole, parts: [...whole.parts] };
    }
    for (const listener of listeners.get(task.id) ?? []) listener(update);
  };

  const listen = (id: string, listener: Listener) => {
    const set = listeners.get(id) ?? new Set();
    listeners.set(id, set.add(listener));
    return () => void set.delete(listener);
  };

  /** Runs the script of a message; the task exists from now on. */
  const run = (params: Params): { task: Task; ended: Promise<void> } => {
    const { id, sessionId, message } = params;
    const known = tasks.get(id);
    const newTask: Task = {
      id,
      sessionId,
      status: { state: "submitted", timestamp: now() },
      artifacts: [],
      history: [],
    };
    const task = known ?? newTask;
    tasks.set(id, task);
    task.history.push(message);
    const turn = { taskId: id, contextId: sessionId, userMessage: message };
    const bus = {
      publish: (update: Update) => apply(task, applyUpdate(task, update)),
      finished: () => {},
    };
    return { task, ended: executor.execute(known ? { ...turn, task } : turn, bus) };
  };

  /** Streams the events of a task from now on. */
  const stream = (rpc: Rpc, response: ServerResponse) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const stop = listen(rpc.params.id, (update) => {
      response.write(`data: ${JSON.stringify({ jsonrpc: "2.0", id: rpc.id, result: update })}\n\n`);
      if (update.final) response.end();
    });
    response.on("close", stop);
  };

  const endWith = (response: ServerResponse, ended: Promise<void>) =>
    void ended.then(
      () => response.end(),
      () => response.destroy(),
    );

  const running = new Map<string, Promise<void>>();
  const answers: Record<string, (rpc: Rpc, response: ServerResponse) => void | Promise<void>> = {
    async "tasks/send"(rpc, response) {
      const { task, ended } = run(rpc.params);
      await ended;
      result(rpc, response, task);
    },
    "tasks/sendSubscribe"(rpc, response) {
      // Listen first: a script sends its first event immediately.
      stream(rpc, response);
      const { task, ended } = run(rpc.params);
      running.set(task.id, ended);
      endWith(response, ended);
    },
    "tasks/resubscribe"(rpc, response) {
      const task = tasks.get(rpc.params.id);
      if (!task) return error(rpc, response, -32001, "Task not found");
      stream(rpc, response);
      endWith(response, running.get(task.id) ?? Promise.resolve());
    },
    "tasks/get"(rpc, response) {
      const task = tasks.get(rpc.params.id);
      if (!task) return error(rpc, response, -32001, "Task not found");
      result(rpc, response, task);
    },
    async "tasks/cancel"(rpc, response) {
      const task = tasks.get(rpc.params.id);
      if (!task) return error(rpc, response, -32001, "Task not found");
      if (FINAL_STATES.includes(task.status.state as (typeof FINAL_STATES)[number])) {
        return error(rpc, response, -32002, "Task cannot be canceled");
      }
      await executor.cancelTask(task.id);
      result(rpc, response, task);
    },
    "tasks/pushNotification/set"(rpc, response) {
      pushes.set(rpc.params.id, rpc.params.pushNotificationConfig);
      result(rpc, response, rpc.params);
    },
    "tasks/pushNotification/get"(rpc, response) {
      const { id } = rpc.params;
      result(rpc, response, { id, pushNotificationConfig: pushes.get(id) ?? null });
    },
  };

  const listener = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === "GET") {
      const isCard = request.url === "/.well-known/agent.json";
      response.writeHead(isCard ? 200 : 404, { "content-type": "application/json" });
      return void response.end(isCard ? JSON.stringify(card) : "{}");
    }
    const rpc = JSON.parse(await textOf(request)) as Rpc;
    const answer = answers[rpc.method];
    if (!answer) return error(rpc, response, -32601, "Method not found");
    await answer(rpc, response);
  };
  return {
    listener: (request, response) => void listener(request, response),
    rpcUrl,
    cardUrl: `${url}/.well-known/agent.json`,
    stop: () => executor.stopAll(),
  };
};

interface Params {
  id: string;
  sessionId: string;
  message: Message;
  pushNotificationConfig?: unknown;
}

interface Rpc {
  id: string | number;
  method: string;
  params: Params;
}

/** Artifacts with the same name have the same index. */
function applyUpdate(task: Task, update: Update): Update {
  const { artifact } = update;
  if (!artifact) return update;
  const known = task.artifacts.findIndex(({ name }) => name === artifact.name);
  return { ...update, artifact: { ...artifact, index: known < 0 ? task.artifacts.length : known } };
}

function result(rpc: Rpc, response: ServerResponse, value: unknown): void {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", id: rpc.id, result: value }));
}

function error(rpc: Rpc, response: ServerResponse, code: number, message: string): void {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", id: rpc.id, error: { code, message } }));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
