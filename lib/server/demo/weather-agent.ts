/** The weather agent of the demo team: A2A 0.3 over JSON-RPC, without streaming. */

import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { VERSION } from "../../api/version.ts";
import {
  createErrorResponse,
  createResultResponse,
  getRequestId,
  isObject,
  parseCall,
  RpcError,
  type RpcId,
} from "./rpc.ts";
import { sendJson, type TeamAgent, type TeamRequest } from "./team-server.ts";

/** `workMs`: how long it looks up the weather. */
export function createWeatherAgent(workMs: number): TeamAgent {
  return {
    createCard: createWeatherCard,
    handleRequest: (request, response) => handleRequest(request, response, workMs),
  };
}

async function handleRequest(
  { body }: TeamRequest,
  response: ServerResponse,
  workMs: number,
): Promise<void> {
  let id: RpcId = null;
  try {
    const value = parseJson(body);
    id = getRequestId(value);
    const { method, params } = parseCall(value);
    if (method !== "message/send") throw new RpcError("METHOD_NOT_FOUND");
    const task = createTask(params.message);
    await sleep(workMs);
    sendJson(response, createResultResponse(id, task));
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    // Before 1.0, errors had no details.
    const { code, message } = error.toJSON();
    sendJson(response, { ...createErrorResponse(id, error), error: { code, message } });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RpcError("PARSE_ERROR");
  }
}

function createTask(message: unknown): unknown {
  if (!isObject(message)) throw new RpcError("INVALID_PARAMS", "The message is missing.");
  const contextId = typeof message.contextId === "string" ? message.contextId : randomUUID();
  const id = randomUUID();
  return {
    kind: "task",
    id,
    contextId,
    status: { state: "completed", timestamp: new Date().toISOString() },
    artifacts: [
      {
        artifactId: randomUUID(),
        name: "forecast",
        parts: [{ kind: "text", text: "Saturday 21 °C and dry, Sunday 15 °C with some rain." }],
      },
    ],
    history: [{ ...message, taskId: id, contextId }],
  };
}

function createWeatherCard(endpoint: string): unknown {
  return {
    protocolVersion: "0.3.0",
    name: "Weather agent",
    description: "Forecasts the weather of a weekend. It runs inside Loupe.",
    url: endpoint,
    preferredTransport: "JSONRPC",
    version: VERSION,
    capabilities: { streaming: false, pushNotifications: false },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    securitySchemes: { key: { type: "http", scheme: "bearer" } },
    security: [{ key: [] }],
    skills: [
      {
        id: "forecast",
        name: "Forecast",
        description: "The weather of a weekend.",
        tags: ["demo"],
      },
    ],
  };
}
