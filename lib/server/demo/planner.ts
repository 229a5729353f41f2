/**
 * The planner of the demo team: an A2A 1.0 agent that asks the weather agent and then the hotel agent.
 * It passes the trace context on to the first and forgets it for the second, as real agents do.
 */

import { createRoleAgent, createSkill } from "./demo-agent.ts";
import type { TokenIntervalMs } from "./demo-scripts.ts";
import { beginTask, type ScriptStep, state, streamText } from "./script.ts";
import type { ReceivedMessage, ScriptedAgent } from "./scripted-agent.ts";
import { askForHotel, askForWeather } from "./team-client.ts";

/** Where the other agents can be called, for one message. */
export interface TeamConnection {
  /** `host:port`. */
  readonly weather: string;
  readonly hotel: string;
  readonly key: string;
  close(): Promise<void>;
}

/** `traceId`: that of the message; `null` if it has none. */
type TeamConnector = (traceId: string | null) => Promise<TeamConnection>;

const DEFAULT_PLACE = "Lisbon";

export const createPlanner = (pace: TokenIntervalMs, connectTeam: TeamConnector): ScriptedAgent =>
  createRoleAgent({
    name: "Trip planner",
    description:
      "Plans a weekend with two other agents, for the weather and the hotel. " +
      "All three run inside Loupe and need no network.",
    skills: SKILLS,
    getScript: (message) => planWeekend(message, pace, connectTeam),
  });

async function* planWeekend(
  { text, headers, contextId, signal }: ReceivedMessage,
  pace: TokenIntervalMs,
  connectTeam: TeamConnector,
): AsyncGenerator<ScriptStep, void, void> {
  yield* beginTask();
  const traceId = /^00-([0-9a-f]{32})-/.exec(headers.get("traceparent") ?? "")?.[1] ?? null;
  const place = /\bin (\p{Lu}[\p{L}-]+)/u.exec(text)?.[1] ?? DEFAULT_PLACE;
  let team: TeamConnection | null = null;
  let asked = "team";
  try {
    team = await connectTeam(traceId);
    const call = { key: team.key, contextId, signal };
    asked = "weather agent";
    yield state("working", "I ask the weather agent first.");
    const weather = await askForWeather({
      ...call,
      address: team.weather,
      traceId,
      text: `What is the weather in ${place} at the weekend?`,
    });
    asked = "hotel agent";
    yield state("working", "I have the weather, and ask the hotel agent.");
    const hotel = await askForHotel({
      ...call,
      address: team.hotel,
      traceId: null,
      text: `Find a room in ${place}. The user wrote: ${text}`,
    });
    const answer = `# A weekend in ${place}\n\n- **Weather**: ${weather}\n- **Hotel**: ${hotel}\n\n> Ask for it again and write *fail*, *slow* or *cut*: the hotel agent obeys.\n`;
    yield* streamText("streaming_result", answer, pace);
    yield state("completed");
  } catch (error) {
    signal.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    yield state("failed", `The ${asked} gave no result: ${reason}`);
  } finally {
    await team?.close();
  }
}

const SKILLS = [
  createSkill("plan", "Plan a weekend", "Asks both agents and writes a plan.", [
    "plan a weekend in Lisbon",
  ]),
  createSkill("fail", "Let an agent fail", "The hotel agent reports a failure.", [
    "fail at the hotel",
  ]),
  createSkill("slow", "Let an agent be slow", "The hotel agent takes its time.", [
    "slow hotel, please",
  ]),
  createSkill("cut", "Cut the line", "The hotel agent drops the connection in its response.", [
    "cut the line to the hotel",
  ]),
];
