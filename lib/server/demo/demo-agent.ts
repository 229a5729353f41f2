/**
 * The built-in demo agent: a real A2A 1.0 agent over HTTP, as a handler from request to response.
 *
 * Guarantees: keeps its tasks in memory, at most `MAX_TASKS`; sends the exact wire format of 1.0; a
 * task continues when its client disconnects.
 */

import { randomUUID } from "node:crypto";
import { VERSION } from "../../api/version.ts";
import { isTerminal, type Message } from "./a2a-types.ts";
import { DemoTask } from "./demo-task.ts";
import {
  createErrorResponse,
  createResultResponse,
  getRequestId,
  isObject,
  parseCall,
  type RpcCall,
  RpcError,
  type RpcId,
} from "./rpc.ts";
import {
  createContinuation,
  type DemoBehavior,
  findBehavior,
  type TokenIntervalMs,
} from "./scenes.ts";
import { createHalfBody, EventStream, waitUntilSettled } from "./task-listeners.ts";

const MAX_TASKS = 200;
const PACE_MS = 25;

/** What a message came with. */
export interface DemoMessageContext {
  readonly contextId: string;
  readonly headers: Headers;
}

/** What an agent says about itself, and how it behaves. */
export interface DemoRole {
  readonly name: string;
  readonly description: string;
  readonly skills: readonly DemoSkill[];
  findBehavior(text: string, pace: TokenIntervalMs, context: DemoMessageContext): DemoBehavior;
}

export class DemoAgent {
  readonly #pace: TokenIntervalMs;
  readonly #role: DemoRole;
  readonly #tasks = new Map<string, DemoTask>();

  constructor(pace: TokenIntervalMs = PACE_MS, role: DemoRole = DEMO_ROLE) {
    this.#pace = pace;
    this.#role = role;
  }

  /** `endpoint` is the agent's own URL as the client knows it; `path` follows it. */
  async handleRequest(request: Request, endpoint: string, path: string): Promise<Response> {
    if (path === "/.well-known/agent-card.json" && request.method === "GET") {
      return Response.json(createDemoCard(this.#role, endpoint), {
        headers: { "cache-control": "no-cache" },
      });
    }
    if (path !== "" && path !== "/") return createTextResponse(404, "Not found.");
    if (request.method === "POST") return this.#handleRpc(request);
    return createTextResponse(
      405,
      `This is an A2A agent. Its card is at ${endpoint}/.well-known/agent-card.json`,
    );
  }

  async #handleRpc(request: Request): Promise<Response> {
    let id: RpcId = null;
    try {
      const body = await readJson(request);
      id = getRequestId(body);
      const version = request.headers.get("a2a-version") ?? "1.0";
      if (!/^1(\.|$)/.test(version)) throw new RpcError("VERSION_NOT_SUPPORTED");
      return await this.#handleCall(parseCall(body), request.headers);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return Response.json(createErrorResponse(id, error));
    }
  }

  async #handleCall({ id, method, params }: RpcCall, headers: Headers): Promise<Response> {
    switch (method) {
      case "SendMessage":
        return this.#handleSend(id, params, headers);
      case "SendStreamingMessage":
        return this.#handleStream(id, params, headers);
      case "GetTask":
        return Response.json(createResultResponse(id, this.#getTask(params).getSnapshot()));
      case "CancelTask":
        return this.#handleCancel(id, params);
      case "SubscribeToTask":
        return this.#handleSubscribe(id, params);
      case "ListTasks":
      case "GetExtendedAgentCard":
        throw new RpcError("UNSUPPORTED_OPERATION");
      case "CreateTaskPushNotificationConfig":
      case "GetTaskPushNotificationConfig":
      case "ListTaskPushNotificationConfigs":
      case "DeleteTaskPushNotificationConfig":
        throw new RpcError("PUSH_NOTIFICATION_NOT_SUPPORTED");
      default:
        throw new RpcError("METHOD_NOT_FOUND", `Unknown method ${JSON.stringify(method)}.`);
    }
  }

  async #handleSend(id: RpcId, params: RpcCall["params"], headers: Headers): Promise<Response> {
    const turn = this.#createTurn(params, headers);
    if ("reply" in turn) return Response.json(createResultResponse(id, { message: turn.reply }));
    const { task, play } = turn;
    const settled = waitUntilSettled(task);
    void play();
    const { configuration } = params;
    const returnsNow = isObject(configuration) && configuration.returnImmediately === true;
    const isWhole = returnsNow || (await settled);
    const body = JSON.stringify(createResultResponse(id, { task: task.getSnapshot() }));
    return createJsonResponse(isWhole ? body : createHalfBody(body));
  }

  #handleStream(id: RpcId, params: RpcCall["params"], headers: Headers): Response {
    const turn = this.#createTurn(params, headers);
    const stream = new EventStream(id);
    if ("reply" in turn) {
      void stream.onEvent({ message: turn.reply });
      stream.end();
    } else {
      stream.followTask(turn.task);
      void turn.play();
    }
    return stream.response();
  }

  async #handleCancel(id: RpcId, params: RpcCall["params"]): Promise<Response> {
    const task = this.#getTask(params);
    if (isTerminal(task.state)) throw new RpcError("TASK_NOT_CANCELABLE");
    await task.cancel();
    return Response.json(createResultResponse(id, task.getSnapshot()));
  }

  #handleSubscribe(id: RpcId, params: RpcCall["params"]): Response {
    const task = this.#getTask(params);
    if (isTerminal(task.state)) throw new RpcError("UNSUPPORTED_OPERATION", "The task has ended.");
    const stream = new EventStream(id);
    void stream.onEvent({ task: task.getSnapshot() });
    stream.followTask(task);
    return stream.response();
  }

  /** Starts what a message asks for: a reply without a task, or a scene of a new or waiting task. */
  #createTurn(
    params: RpcCall["params"],
    headers: Headers,
  ): { reply: Message } | { task: DemoTask; play: () => Promise<void> } {
    const { message, text, contextId, taskId } = parseMessage(params);
    if (taskId !== undefined) {
      const task = this.#getTask({ id: taskId });
      if (contextId !== undefined && contextId !== task.contextId) {
        throw new RpcError("INVALID_PARAMS", "The task belongs to another context.");
      }
      if (task.state !== "TASK_STATE_INPUT_REQUIRED") {
        throw new RpcError("UNSUPPORTED_OPERATION", "The task is not waiting for input.");
      }
      return { task, play: () => task.play(message, createContinuation(text, this.#pace)) };
    }
    const context = contextId ?? randomUUID();
    const behaviour = this.#role.findBehavior(text, this.#pace, { contextId: context, headers });
    if (behaviour.kind === "message") {
      const parts = [{ text: behaviour.text }];
      return { reply: { messageId: randomUUID(), role: "ROLE_AGENT", parts, contextId: context } };
    }
    const task = this.#addTask(new DemoTask(context));
    return { task, play: () => task.play(message, behaviour.scene) };
  }

  #getTask({ id }: RpcCall["params"]): DemoTask {
    if (typeof id !== "string") throw new RpcError("INVALID_PARAMS", "The task's id is missing.");
    const task = this.#tasks.get(id);
    if (!task) throw new RpcError("TASK_NOT_FOUND");
    return task;
  }

  #addTask(task: DemoTask): DemoTask {
    this.#tasks.set(task.id, task);
    const [oldest] = this.#tasks.values();
    if (oldest && this.#tasks.size > MAX_TASKS) {
      this.#tasks.delete(oldest.id);
      void oldest.cancel();
    }
    return task;
  }
}

function parseMessage({ message }: RpcCall["params"]): {
  message: Message;
  text: string;
  contextId?: string;
  taskId?: string;
} {
  if (!isObject(message)) throw new RpcError("INVALID_PARAMS", "The message is missing.");
  const { messageId, role, parts, contextId, taskId } = message;
  if (typeof messageId !== "string" || messageId === "") {
    throw new RpcError("INVALID_PARAMS", "The message has no messageId.");
  }
  if (role !== "ROLE_USER") throw new RpcError("INVALID_PARAMS", "The role must be ROLE_USER.");
  if (!Array.isArray(parts)) throw new RpcError("INVALID_PARAMS", "The message has no parts.");
  const texts = parts.flatMap((part: unknown) =>
    isObject(part) && typeof part.text === "string" ? [part.text] : [],
  );
  const text = texts.join(" ");
  return {
    message: { messageId, role, parts: parts as Message["parts"] },
    text,
    ...(typeof contextId === "string" && contextId !== "" && { contextId }),
    ...(typeof taskId === "string" && taskId !== "" && { taskId }),
  };
}

async function readJson(request: Request): Promise<unknown> {
  try {
    return await request.json();
  } catch {
    throw new RpcError("PARSE_ERROR");
  }
}

function createTextResponse(status: number, text: string): Response {
  return new Response(`${text}\n`, { status, headers: { "content-type": "text/plain" } });
}

function createJsonResponse(body: BodyInit): Response {
  return new Response(body, { headers: { "content-type": "application/json" } });
}

/** `endpoint` is the URL by which the client reached the agent. */
function createDemoCard({ name, description, skills }: DemoRole, endpoint: string): unknown {
  return {
    name,
    description,
    version: VERSION,
    provider: { organization: "Loupe", url: endpoint },
    supportedInterfaces: [{ url: endpoint, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
    capabilities: { streaming: true, pushNotifications: false, extendedAgentCard: false },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain", "text/markdown"],
    skills,
  };
}

const SKILLS = [
  createSkill("plan", "Plan and answer", "A plan, a tool call and a streamed Markdown answer.", [
    "plan a weekend trip",
    "What is the weather like?",
  ]),
  createSkill("ask", "Ask back", "Stops and asks a question; answer in the same task.", [
    "ask me something",
  ]),
  createSkill("fail", "Fail", "Works for a moment and then fails with a message.", [
    "fail, please",
  ]),
  createSkill("cut", "Cut the line", "Drops the connection in the middle of an artifact.", [
    "cut the line",
  ]),
  createSkill("message", "Just a message", "One message and no task.", ["message only"]),
  createSkill("slow", "Take your time", "Thirty seconds of tokens, good for canceling.", [
    "slow answer",
  ]),
  createSkill("burst", "Burst", "As many tokens as you say, as fast as possible.", ["burst 10000"]),
];

interface DemoSkill {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly examples: readonly string[];
}

export function createSkill(
  id: string,
  name: string,
  description: string,
  examples: readonly string[],
): DemoSkill {
  return { id, name, description, tags: ["demo"], examples };
}

const DEMO_ROLE: DemoRole = {
  name: "Loupe demo agent",
  description:
    "Answers with a plan, a tool call and streamed Markdown, and misbehaves on request. " +
    "It runs inside Loupe and needs no network.",
  skills: SKILLS,
  findBehavior,
};
