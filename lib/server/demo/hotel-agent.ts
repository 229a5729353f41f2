/**
 * The hotel agent of the demo team: A2A 1.0 over HTTP+JSON, streamed. On request it fails, takes its
 * time, or cuts the connection.
 */

import { VERSION } from "../../api/version.ts";
import { isObject } from "../../protocol/json.ts";
import type { TokenIntervalMs } from "./demo-scripts.ts";
import { FORMAT_1_0 } from "./format-1.0.ts";
import { RpcError } from "./rpc.ts";
import { beginTask, type ScriptStep, state, streamText } from "./script.ts";
import { ScriptedAgent } from "./scripted-agent.ts";
import type { TeamAgent } from "./team-server.ts";

const SLOW_WORDS = 24;
/** How much slower than usual it is when asked to be slow. */
const SLOW_FACTOR = 16;
const FOUND = "Hotel Tejo has a room with a view of the river, 120 € a night.";

export function createHotelAgent(pace: TokenIntervalMs): TeamAgent {
  const agent = new ScriptedAgent({
    format: FORMAT_1_0,
    createCard: createHotelCard,
    getScript: ({ text }) => findRoom(text, pace),
  });
  return {
    async handleRequest(request, endpoint, path) {
      if (request.method !== "POST") return agent.handleRequest(request, endpoint, path);
      if (path !== "/message:stream")
        return createError(404, "NOT_FOUND", "This agent only streams messages.");
      try {
        const params: unknown = await request.json();
        if (!isObject(params)) throw new RpcError("INVALID_PARAMS");
        return await agent.stream(params, request.headers);
      } catch (error) {
        if (error instanceof RpcError || error instanceof SyntaxError)
          return createError(400, "INVALID_ARGUMENT", error.message);
        throw error;
      }
    },
  };
}

function* findRoom(text: string, pace: TokenIntervalMs): Generator<ScriptStep, void, void> {
  yield* beginTask();
  const stream = (words: string, pauseMs = pace) => streamText("hotel", words, pauseMs);
  switch (findMisbehavior(text)) {
    case "fail":
      yield* stream("I ask the booking service, and");
      return yield state("failed", "The booking service did not answer (503).");
    case "cut":
      yield* stream("Hotel Tejo has a room with");
      return yield { kind: "cut" };
    case "slow": {
      const words = Array.from({ length: SLOW_WORDS }, (_, i) => `hotel ${i + 1},`).join(" ");
      yield* stream(`I look at ${words} and then: ${FOUND}`, pace * SLOW_FACTOR);
      break;
    }
    default:
      yield* stream(FOUND);
  }
  yield state("completed");
}

const MISBEHAVIORS = ["fail", "slow", "cut"] as const;

/** How the agent is asked to misbehave; `undefined` if it is not. */
function findMisbehavior(text: string): (typeof MISBEHAVIORS)[number] | undefined {
  const words = text.toLowerCase().split(/[^a-z]+/);
  return MISBEHAVIORS.find((word) => words.includes(word));
}

function createError(code: number, status: string, message: string): Response {
  const error = { code, status, message, details: [] };
  const headers = { "content-type": "application/a2a+json" };
  return Response.json({ error }, { status: code, headers });
}

function createHotelCard(endpoint: string): object {
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
