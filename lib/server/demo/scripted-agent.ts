/**
 * An agent that plays scripts: JSON-RPC and server-sent events in the format of one version, as a
 * handler from request to response.
 *
 * Guarantees: keeps its tasks in memory, at most `MAX_TASKS`; a task continues when its client
 * disconnects.
 */

import { randomUUID } from "node:crypto";
import { isObject } from "../../protocol/json.ts";
import { createHalfBody, EventStream, waitUntilSettled } from "./event-stream.ts";
import {
  createErrorResponse,
  createResultResponse,
  getRequestId,
  parseCall,
  type RpcCall,
  RpcError,
  type RpcErrorReason,
  type RpcId,
} from "./rpc.ts";
import { isTerminal, isWaiting, type Script } from "./script.ts";
import { ScriptedTask, type SentStep, type StartedScript } from "./scripted-task.ts";

const MAX_TASKS = 200;
const CARD_PATH = "/.well-known/agent-card.json";

type Params = RpcCall["params"];

/** A message as its version sends it, and what an agent must know of it. */
interface ParsedMessage {
  readonly message: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly contextId?: string;
  readonly taskId?: string;
}

/** How one version of the protocol sends what an agent does. */
export interface AgentFormat {
  /** What a method does, or why it cannot; a function returns its result. */
  readonly methods: Readonly<
    Record<
      string,
      | "send"
      | "stream"
      | "get"
      | "cancel"
      | "subscribe"
      | RpcErrorReason
      | ((params: Params) => unknown)
    >
  >;
  /** Errors say more than a code and a message. */
  readonly hasErrorDetails: boolean;
  /** A subscription begins with the task as it is. */
  readonly beginsWithTask: boolean;
  /** Clients choose the IDs of new tasks. */
  readonly clientsNameTasks?: true;
  /** Throws if the agent does not serve such a request. */
  checkHeaders?(headers: Headers): void;
  parseMessage(params: Params): ParsedMessage;
  /** A step as an event of a stream; `null` if the version has none for it. */
  createEvent(step: SentStep, task: ScriptedTask): object | null;
  createTask(task: ScriptedTask): object;
  /** The result of a message that is not streamed. */
  createResult(task: ScriptedTask): object;
}

export interface ReceivedMessage extends ParsedMessage {
  readonly headers: Headers;
  /** Canceled with the task. */
  readonly signal: AbortSignal;
  readonly contextId: string;
  /** The message is to a task that exists. */
  readonly continues: boolean;
}

interface ScriptedAgentOptions {
  readonly format: AgentFormat;
  readonly cardPath?: string;
  createCard(endpoint: string): object;
  getScript(message: ReceivedMessage): Script;
  createId?(of: "task" | "context"): string;
}

interface Turn {
  readonly message: object;
  readonly task: ScriptedTask;
  readonly script: StartedScript;
  /** A message without a task; `null` if the script has a task. */
  readonly reply: SentStep | null;
}

export class ScriptedAgent {
  readonly #options: ScriptedAgentOptions;
  readonly #tasks = new Map<string, ScriptedTask>();

  constructor(options: ScriptedAgentOptions) {
    this.#options = options;
  }

  /** `endpoint` is the agent's own URL as the client knows it; `path` follows it. */
  async handleRequest(request: Request, endpoint: string, path: string): Promise<Response> {
    const { cardPath = CARD_PATH, createCard } = this.#options;
    if (path === cardPath && request.method === "GET") {
      return Response.json(createCard(endpoint), { headers: { "cache-control": "no-cache" } });
    }
    if (path !== "" && path !== "/") return createTextResponse(404, "Not found.");
    if (request.method === "POST") return this.#handleRpc(request);
    return createTextResponse(405, `This is an A2A agent. Its card is at ${endpoint}${cardPath}`);
  }

  /** Streams what a message asks for; `wrap` puts each event into its envelope. */
  async stream(
    params: Params,
    headers: Headers,
    wrap = (event: object): object => event,
  ): Promise<Response> {
    const { message, task, script, reply } = await this.#begin(params, headers);
    const stream = this.#openStream(task, wrap);
    if (reply) {
      void stream.onStep(reply);
      stream.end();
    } else {
      task.addListener(stream);
      void task.play(message, script);
    }
    return stream.createResponse();
  }

  /** Cancels all tasks. */
  async stop(): Promise<void> {
    await Promise.all(Array.from(this.#tasks.values(), (task) => task.cancel()));
  }

  async #handleRpc(request: Request): Promise<Response> {
    const { format } = this.#options;
    let id: RpcId = null;
    try {
      const body = await readJson(request);
      id = getRequestId(body);
      format.checkHeaders?.(request.headers);
      return await this.#handleCall(parseCall(body), request.headers);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return Response.json(createErrorResponse(id, error, format.hasErrorDetails));
    }
  }

  async #handleCall({ id, method, params }: RpcCall, headers: Headers): Promise<Response> {
    const { format } = this.#options;
    const wrap = (result: unknown) => createResultResponse(id, result);
    const action = Object.hasOwn(format.methods, method) ? format.methods[method] : undefined;
    if (typeof action === "function") return Response.json(wrap(action(params)));
    switch (action) {
      case "send":
        return this.#send(params, headers, wrap);
      case "stream":
        return this.stream(params, headers, wrap);
      case "get":
        return Response.json(wrap(format.createTask(this.#getTask(params))));
      case "cancel":
        return Response.json(wrap(format.createTask(await this.#cancel(params))));
      case "subscribe":
        return this.#subscribe(params, wrap);
      case undefined:
        throw new RpcError("METHOD_NOT_FOUND", `Unknown method ${JSON.stringify(method)}.`);
      default:
        throw new RpcError(action);
    }
  }

  async #send(
    params: Params,
    headers: Headers,
    wrap: (result: unknown) => object,
  ): Promise<Response> {
    const { format } = this.#options;
    const { message, task, script, reply } = await this.#begin(params, headers);
    if (reply) return Response.json(wrap(format.createEvent(reply, task)));
    const settled = waitUntilSettled(task);
    void task.play(message, script);
    const { configuration } = params;
    const returnsNow = isObject(configuration) && configuration.returnImmediately === true;
    const isWhole = returnsNow || (await settled);
    const body = JSON.stringify(wrap(format.createResult(task)));
    return new Response(isWhole ? body : createHalfBody(body), {
      headers: { "content-type": "application/json" },
    });
  }

  async #cancel(params: Params): Promise<ScriptedTask> {
    const task = this.#getTask(params);
    if (isTerminal(task.status.state)) throw new RpcError("TASK_NOT_CANCELABLE");
    await task.cancel();
    return task;
  }

  #subscribe(params: Params, wrap: (event: object) => object): Response {
    const task = this.#getTask(params);
    if (isTerminal(task.status.state)) {
      throw new RpcError("UNSUPPORTED_OPERATION", "The task has ended.");
    }
    const stream = this.#openStream(task, wrap);
    if (this.#options.format.beginsWithTask) void stream.onStep({ kind: "task" });
    task.addListener(stream);
    return stream.createResponse();
  }

  #openStream(task: ScriptedTask, wrap: (event: object) => object): EventStream {
    return new EventStream(task, (step) => {
      const event = this.#options.format.createEvent(step, task);
      return event && wrap(event);
    });
  }

  /** Starts what a message asks for: a reply without a task, or a script of a new or waiting task. */
  async #begin(params: Params, headers: Headers): Promise<Turn> {
    const { format, getScript, createId = () => randomUUID() } = this.#options;
    const parsed = format.parseMessage(params);
    const { message, taskId, contextId } = parsed;
    const isNew = format.clientsNameTasks && taskId !== undefined && !this.#tasks.has(taskId);
    const known = taskId === undefined || isNew ? null : this.#getTask({ id: taskId });
    if (known && contextId !== undefined && contextId !== known.contextId) {
      throw new RpcError("INVALID_PARAMS", "The task belongs to another context.");
    }
    if (known && !isWaiting(known.status.state)) {
      throw new RpcError("UNSUPPORTED_OPERATION", "The task is not waiting for input.");
    }
    const task =
      known ?? new ScriptedTask(taskId ?? createId("task"), contextId ?? createId("context"));
    const received = { ...parsed, headers, signal: task.signal, contextId: task.contextId };
    const script = getScript({ ...received, continues: known !== null });
    const steps =
      Symbol.iterator in script ? script[Symbol.iterator]() : script[Symbol.asyncIterator]();
    const next = await steps.next();
    const reply = !next.done && next.value.kind === "reply" ? next.value : null;
    if (reply === null && known === null) this.#addTask(task);
    return { message, task, script: { next, steps }, reply };
  }

  #getTask({ id }: Params): ScriptedTask {
    if (typeof id !== "string") throw new RpcError("INVALID_PARAMS", "The task's id is missing.");
    const task = this.#tasks.get(id);
    if (!task) throw new RpcError("TASK_NOT_FOUND");
    return task;
  }

  #addTask(task: ScriptedTask): void {
    this.#tasks.set(task.id, task);
    const [oldest] = this.#tasks.values();
    if (oldest && this.#tasks.size > MAX_TASKS) {
      this.#tasks.delete(oldest.id);
      void oldest.cancel();
    }
  }
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
