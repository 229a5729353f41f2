// A small sound agent of 0.3 over JSON-RPC, written by hand: no push notifications, no extended card,
// and streams only if asked for. It has what the text requires and nothing else.
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { closeServer, listen } from "./agent.ts";
import { createCard, readBody, sendJson } from "./plain-http.ts";

type Json = Record<string, unknown>;

export interface SmallAgent {
  readonly url: string;
  close(): Promise<void>;
}

class RpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

interface SmallAgentOptions {
  readonly streams?: boolean;
  /** It answers with messages, has no tasks, and its card says nothing of what it can do. */
  readonly repliesOnly?: boolean;
  /** It makes a task of any id that a message names. */
  readonly takesTaskIds?: boolean;
  /** What it does with a request instead; it answers if this returns false. */
  readonly interrupt?: (method: string | null, response: ServerResponse) => boolean;
  /** Members of its card that differ. */
  readonly card?: Json;
  /** How long it thinks about an answer. */
  readonly delayMs?: number;
}

export async function startSmallAgent(options: SmallAgentOptions = {}): Promise<SmallAgent> {
  const { streams = false, repliesOnly = false, takesTaskIds = false, delayMs = 0 } = options;
  const { interrupt = () => false } = options;
  const tasks = new Map<string, Json>();
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  const url = await listen(server);
  const card = createCard("0.3", `${url}/`, {
    name: "Small",
    description: "Answers every message at once.",
    capabilities: repliesOnly ? {} : { streaming: streams, pushNotifications: false },
    skills: [{ id: "echo", name: "Echo", description: "Says it again.", tags: ["echo"] }],
    ...options.card,
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === "GET") {
      if (request.url === "/.well-known/agent-card.json") return sendJson(response, card);
      return void response.writeHead(404).end();
    }
    const text = await readBody(request);
    let id: unknown = null;
    try {
      if (interrupt(findMethod(text), response)) return;
      const call = parseCall(text);
      id = call.id ?? null;
      const { method, params } = call;
      if (streams && method === "message/stream") return stream(response, id, params);
      if (method === "message/send") await new Promise((done) => setTimeout(done, delayMs));
      sendJson(response, { jsonrpc: "2.0", id, result: perform(method, params) });
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      const { code, message } = error;
      sendJson(response, { jsonrpc: "2.0", id, error: { code, message } });
    }
  }

  function perform(method: string, params: Json): unknown {
    switch (method) {
      case "message/send":
        return finish(params);
      case "tasks/get":
        return getTask(params);
      case "tasks/cancel":
        getTask(params);
        throw new RpcError(-32002, "The task has finished.");
      case "tasks/resubscribe":
        getTask(params);
        throw new RpcError(-32004, "The task has finished.");
      case "message/stream":
        throw new RpcError(-32004, "It does not stream.");
      case "agent/getAuthenticatedExtendedCard":
        throw new RpcError(-32007, "It has no other card.");
      default:
        if (!method.startsWith("tasks/pushNotificationConfig/"))
          throw new RpcError(-32601, `There is no ${method}.`);
        throw new RpcError(-32003, "It pushes nothing.");
    }
  }

  function getTask({ id, historyLength }: Json): Json {
    const task = typeof id === "string" ? tasks.get(id) : undefined;
    if (!task) throw new RpcError(-32001, "There is no such task.");
    if (typeof historyLength !== "number") return task;
    const history = task.history as unknown[];
    return { ...task, history: historyLength > 0 ? history.slice(-historyLength) : [] };
  }

  function finish({ message }: Json): Json {
    const given = (message ?? {}) as Json;
    const parts = given.parts as Json[] | undefined;
    if (!parts?.length) throw new RpcError(-32602, "The message has no parts.");
    const isTaken = takesTaskIds && !tasks.has(String(given.taskId));
    if (given.taskId !== undefined && !isTaken) {
      getTask({ id: given.taskId });
      throw new RpcError(-32602, "The task has finished.");
    }
    const id = typeof given.taskId === "string" ? given.taskId : randomUUID();
    const contextId = given.contextId ?? randomUUID();
    if (repliesOnly) {
      const messageId = randomUUID();
      return { kind: "message", messageId, contextId, role: "agent", parts };
    }
    const said = parts.map(({ text }) => text ?? "").join("");
    const task = {
      kind: "task",
      id,
      contextId,
      status: { state: "completed", timestamp: new Date().toISOString() },
      artifacts: [{ artifactId: "echo", parts: [{ kind: "text", text: said }] }],
      history: [{ ...given, taskId: id, contextId }],
    };
    tasks.set(id, task);
    return task;
  }

  function stream(response: ServerResponse, id: unknown, params: Json): void {
    const task = finish(params);
    const { id: taskId, contextId, status } = task;
    const [artifact] = task.artifacts as unknown[];
    const events = [
      { ...task, status: { state: "working" }, artifacts: [] },
      { kind: "artifact-update", taskId, contextId, artifact },
      { kind: "status-update", taskId, contextId, status, final: true },
    ];
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const result of events) {
      response.write(`data: ${JSON.stringify({ jsonrpc: "2.0", id, result })}\n\n`);
    }
    response.end();
  }

  return { url, close: () => closeServer(server) };
}

function findMethod(text: string): string | null {
  return /"method":"([^"]*)"/.exec(text)?.[1] ?? null;
}

function parseCall(text: string): { id: unknown; method: string; params: Json } {
  let call: Json;
  try {
    call = JSON.parse(text) as Json;
  } catch {
    throw new RpcError(-32700, "It is not JSON.");
  }
  const { id, method, params } = call;
  if (typeof id === "object" && id !== null) throw new RpcError(-32600, "The id is an object.");
  if (typeof method !== "string") throw new RpcError(-32600, "There is no method.");
  return { id, method, params: (params ?? {}) as Json };
}
