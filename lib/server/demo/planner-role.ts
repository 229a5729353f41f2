/**
 * The planner of the demo team: an A2A 1.0 agent that asks the weather agent and then the hotel agent.
 * It passes the trace context on to the first and forgets it for the second, as real agents do.
 */

import { createSkill, type DemoMessageContext, type DemoRole } from "./demo-agent.ts";
import type { DemoTask } from "./demo-task.ts";
import { streamText, type TokenIntervalMs } from "./scenes.ts";
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

export function createPlannerRole(connectTeam: TeamConnector): DemoRole {
  return {
    name: "Trip planner",
    description:
      "Plans a weekend with two other agents, for the weather and the hotel. " +
      "All three run inside Loupe and need no network.",
    skills: SKILLS,
    findBehavior: (text, pace, context) => ({
      kind: "scene",
      scene: async (task) => {
        const traceId = getTraceId(context);
        const team = await tryOrFail(task, "team", () => connectTeam(traceId));
        if (team === null) return;
        try {
          await planWeekend({ task, text, pace, team, traceId, contextId: context.contextId });
        } finally {
          await team.close();
        }
      },
    }),
  };
}

function getTraceId({ headers }: DemoMessageContext): string | null {
  return /^00-([0-9a-f]{32})-/.exec(headers.get("traceparent") ?? "")?.[1] ?? null;
}

interface WeekendOptions {
  readonly task: DemoTask;
  readonly text: string;
  readonly pace: TokenIntervalMs;
  readonly team: TeamConnection;
  readonly traceId: string | null;
  readonly contextId: string;
}

async function planWeekend(options: WeekendOptions): Promise<void> {
  const { task, text, pace, team, traceId, contextId } = options;
  const { key } = team;
  const place = /\bin (\p{Lu}[\p{L}-]+)/u.exec(text)?.[1] ?? DEFAULT_PLACE;
  const call = { key, contextId, signal: task.signal };
  await task.status("TASK_STATE_WORKING", "I ask the weather agent first.");
  const weather = await tryOrFail(task, "weather agent", () =>
    askForWeather({
      ...call,
      address: team.weather,
      traceId,
      text: `What is the weather in ${place} at the weekend?`,
    }),
  );
  if (weather === null) return;
  await task.status("TASK_STATE_WORKING", "I have the weather, and ask the hotel agent.");
  const hotel = await tryOrFail(task, "hotel agent", () =>
    askForHotel({
      ...call,
      address: team.hotel,
      traceId: null,
      text: `Find a room in ${place}. The user wrote: ${text}`,
    }),
  );
  if (hotel === null) return;
  const answer = `# A weekend in ${place}\n\n- **Weather**: ${weather}\n- **Hotel**: ${hotel}\n\n> Ask for it again and write *fail*, *slow* or *cut*: the hotel agent obeys.\n`;
  await streamText(task, "streaming_result", answer, pace);
  await task.status("TASK_STATE_COMPLETED");
}

/** `null` if the agent gave no result: then the task has failed, and says why. */
async function tryOrFail<T>(
  task: DemoTask,
  agent: string,
  ask: () => Promise<T>,
): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    task.signal.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    await task.status("TASK_STATE_FAILED", `The ${agent} gave no result: ${reason}`);
    return null;
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
