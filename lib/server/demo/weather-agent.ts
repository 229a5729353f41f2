/** The weather agent of the demo team: A2A 0.3 over JSON-RPC, without streaming. */

import { VERSION } from "../../api/version.ts";
import { FORMAT_0_3 } from "./format-0.3.ts";
import { type ScriptStep, state, wait } from "./script.ts";
import { ScriptedAgent } from "./scripted-agent.ts";

const FORECAST = "Saturday 21 °C and dry, Sunday 15 °C with some rain.";

/** `workMs`: how long it looks up the weather. */
export const createWeatherAgent = (workMs: number): ScriptedAgent =>
  new ScriptedAgent({
    format: { ...FORMAT_0_3, methods: { "message/send": "send" } },
    createCard: createWeatherCard,
    *getScript(): Generator<ScriptStep, void, void> {
      yield { kind: "task" };
      yield wait(workMs);
      yield { kind: "chunk", artifact: "forecast", text: FORECAST, append: false, last: true };
      yield state("completed");
    },
  });

function createWeatherCard(endpoint: string): object {
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
