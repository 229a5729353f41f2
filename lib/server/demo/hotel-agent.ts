/**
 * The hotel agent of the demo team: A2A 1.0 over HTTP+JSON, streamed. On request it fails, takes its
 * time, or cuts the connection.
 */

import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { VERSION } from "../../api/version.ts";
import type { Message, StreamResponse } from "./a2a-types.ts";
import { type DemoScene, DemoTask, type TaskListener } from "./demo-task.ts";
import { isObject } from "./rpc.ts";
import { streamText, type TokenIntervalMs } from "./scenes.ts";
import { findMisbehavior, sendJson, type TeamAgent, type TeamRequest } from "./team-server.ts";

const MEDIA_TYPE = "application/a2a+json";
const SLOW_WORDS = 24;
/** How much slower than usual it is when asked to be slow. */
const SLOW_FACTOR = 16;

export function createHotelAgent(pace: TokenIntervalMs): TeamAgent {
  return {
    createCard: createHotelCard,
    handleRequest: (request, response) => handleRequest(request, response, pace),
  };
}

async function handleRequest(
  { incoming, body }: TeamRequest,
  response: ServerResponse,
  pace: TokenIntervalMs,
): Promise<void> {
  if (incoming.method !== "POST" || incoming.url !== "/message:stream") {
    return sendError(response, 404, "NOT_FOUND", "This agent only streams messages.");
  }
  const message = parseMessage(body);
  if (!message) return sendError(response, 400, "INVALID_ARGUMENT", "The message is missing.");
  const text = message.parts.map((part) => ("text" in part ? part.text : "")).join(" ");
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  const task = new DemoTask(message.contextId ?? randomUUID());
  task.addListener(new ResponseListener(response));
  response.on("close", () => void task.cancel());
  await task.play(message, createScene(text, pace));
}

function createScene(text: string, pace: TokenIntervalMs): DemoScene {
  const stream = (task: DemoTask, words: string, every = pace) =>
    streamText(task, "hotel", words, every);
  const found = "Hotel Tejo has a room with a view of the river, 120 € a night.";
  switch (findMisbehavior(text)) {
    case "fail":
      return async (task) => {
        await stream(task, "I ask the booking service, and");
        await task.status("TASK_STATE_FAILED", "The booking service did not answer (503).");
      };
    case "cut":
      return async (task) => {
        await stream(task, "Hotel Tejo has a room with");
        task.cutConnections();
      };
    case "slow":
      return async (task) => {
        const words = Array.from({ length: SLOW_WORDS }, (_, i) => `hotel ${i + 1},`).join(" ");
        await stream(task, `I look at ${words} and then: ${found}`, pace * SLOW_FACTOR);
        await task.status("TASK_STATE_COMPLETED");
      };
    default:
      return async (task) => {
        await stream(task, found);
        await task.status("TASK_STATE_COMPLETED");
      };
  }
}

function parseMessage(body: string): Message | null {
  try {
    const { message } = JSON.parse(body);
    return isObject(message) && Array.isArray(message.parts) ? (message as never) : null;
  } catch {
    return null;
  }
}

function sendError(response: ServerResponse, code: number, status: string, message: string): void {
  sendJson(response, { error: { code, status, message, details: [] } }, code, MEDIA_TYPE);
}

/** Server-sent events on a response of Node.js. */
class ResponseListener implements TaskListener {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  onEvent(event: StreamResponse): undefined {
    this.#response.write(`data: ${JSON.stringify(event)}\n\n`);
  }

  end(): void {
    this.#response.end();
  }

  cut(): void {
    this.#response.write('data: {"artifactUpdate":', () => this.#response.destroy());
  }
}

function createHotelCard(endpoint: string): unknown {
  return {
    name: "Hotel agent",
    description: "Finds a room, and misbehaves on request. It runs inside Loupe.",
    version: VERSION,
    supportedInterfaces: [{ url: endpoint, protocolBinding: "HTTP+JSON", protocolVersion: "1.0" }],
    capabilities: { streaming: true, pushNotifications: false, extendedAgentCard: false },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    securitySchemes: { key: { httpAuthSecurityScheme: { scheme: "bearer" } } },
    securityRequirements: [{ schemes: { key: { list: [] } } }],
    skills: [{ id: "room", name: "Room", description: "A room for a weekend.", tags: ["demo"] }],
  };
}
