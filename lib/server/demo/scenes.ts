/**
 * Behaviors of the demo agent, selected by the first known word of a message.
 */

import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { DemoScene, DemoTask } from "./demo-task.ts";

const PLAN_STEPS = ["Understand the question", "Look up the weather", "Write the answer"] as const;

/** The plan as a checklist with `done` finished steps. */
function formatPlan(done: number): string {
  const mark = (step: number) => (step < done ? "✅" : step === done ? "🔄" : "⏳");
  const lines = PLAN_STEPS.map((title, step) => `- ${mark(step)} ${title}\n`);
  return `📋 Execution Plan\n${lines.join("")}`;
}

const DEMO_ANSWER = `## Weather for your trip

Here is what the **forecast** says for the next three days. It is made up, like
everything this agent says, but it arrives *token by token* as a real answer would.

| Day | Morning | Evening | Rain |
|---|---|---|---:|
| Friday | 12 °C | 17 °C | 10 % |
| Saturday | 13 °C | 21 °C | 0 % |
| Sunday | 11 °C | 15 °C | 60 % |

### What to take

1. A light jacket for the mornings
2. Sun glasses on Saturday ☀️
3. An umbrella on Sunday — \`60 %\` is not a promise, but it is close

\`\`\`ts
const days = forecast.filter((day) => day.rain < 0.2);
console.log(days.map((day) => day.name).join(", ")); // Friday, Saturday
\`\`\`

> Ask me to *fail*, to *ask* you something, to be *slow* or to *cut* the line.
`;

const SLOW_ANSWER = Array.from(
  { length: 300 },
  (_, i) => `${i % 12 === 0 ? `\n\n**Minute ${i / 12 + 1}.** ` : ""}Still thinking, word ${i + 1};`,
).join(" ");

export type DemoBehavior = { kind: "message"; text: string } | { kind: "scene"; scene: DemoScene };

/** Milliseconds between two tokens. */
export type TokenIntervalMs = number;

const MAX_TOKENS = 1_000_000;
const DEFAULT_TOKENS = 10_000;
const TOKENS_PER_TURN = 256;
const SLOW_MS = 30_000;

type BehaviorFactory = (pace: TokenIntervalMs, argument: number | undefined) => DemoBehavior;

const createSceneBehavior = (play: DemoScene): DemoBehavior => ({ kind: "scene", scene: play });

const plan: BehaviorFactory = (pace) => createSceneBehavior((task) => playPlan(task, pace));

const ask: BehaviorFactory = () =>
  createSceneBehavior((task) =>
    task.status("TASK_STATE_INPUT_REQUIRED", "Which city should I look at?"),
  );

const BEHAVIOR_BY_WORD: Readonly<Record<string, BehaviorFactory>> = {
  plan,
  ask,
  input: ask,
  fail: (pace) =>
    createSceneBehavior(async (task) => {
      await streamText(task, "streaming_result", "I will look that up at once, and then", pace);
      await task.status("TASK_STATE_FAILED", "The weather service did not answer (503).");
    }),
  cut: (pace) =>
    createSceneBehavior(async (task) => {
      const artifact = { artifactId: "streaming_result", name: "streaming_result" };
      const tokens = splitTokens(DEMO_ANSWER);
      for (const [i, token] of tokens.entries()) {
        await task.sendArtifact(
          artifact,
          { text: token },
          i === tokens.length - 1 ? { last: true } : {},
        );
        await task.pause(pace);
        if (i === Math.floor(tokens.length / 3)) task.cutConnections();
      }
      await task.status("TASK_STATE_COMPLETED");
    }),
  message: () => ({ kind: "message", text: "A plain message without a task." }),
  slow: (pace) =>
    createSceneBehavior(async (task) => {
      const tokens = splitTokens(SLOW_ANSWER);
      const step = pace === 0 ? 1 : SLOW_MS / tokens.length;
      await streamText(task, "streaming_result", SLOW_ANSWER, step);
      await task.status("TASK_STATE_COMPLETED");
    }),
  burst: (_pace, count = DEFAULT_TOKENS) =>
    createSceneBehavior((task) => burst(task, Math.min(count, MAX_TOKENS))),
};

/** The behavior for the user's message; a plan if it has no known word. */
export function findBehavior(text: string, pace: TokenIntervalMs): DemoBehavior {
  const words = text.toLowerCase().split(/[^a-z0-9]+/);
  const at = words.findIndex((word) => Object.hasOwn(BEHAVIOR_BY_WORD, word));
  const argument = /^\d+$/.test(words[at + 1] ?? "") ? Number(words[at + 1]) : undefined;
  return (BEHAVIOR_BY_WORD[words[at] ?? ""] ?? plan)(pace, argument);
}

/** Continues a task with the user's answer to the question of `ask`. */
export function createContinuation(answer: string, pace: TokenIntervalMs): DemoScene {
  return async (task) => {
    await streamText(
      task,
      "streaming_result",
      `Thank you. For **${answer.trim()}**: sunny, 21 °C.`,
      pace,
    );
    await task.status("TASK_STATE_COMPLETED");
  };
}

async function playPlan(task: DemoTask, pace: TokenIntervalMs): Promise<void> {
  const plan = { artifactId: "plan", name: "execution_plan_streaming" };
  for (const token of splitTokens(formatPlan(0))) {
    await task.sendArtifact(plan, { text: token });
    await task.pause(pace);
  }
  for (const done of PLAN_STEPS.keys()) {
    if (done === 1) await callTool(task, pace);
    if (done === 2) await streamText(task, "streaming_result", DEMO_ANSWER, pace);
    const update = { artifactId: "plan", name: "execution_plan_status_update" };
    await task.sendArtifact(update, { text: formatPlan(done + 1) }, { replace: true });
    await task.pause(pace);
  }
  await task.status("TASK_STATE_COMPLETED");
}

async function callTool(task: DemoTask, pace: TokenIntervalMs): Promise<void> {
  const start = {
    artifactId: "tool-1-start",
    name: "tool_notification_start",
    description: "Tool call started: get_weather",
  };
  await task.sendArtifact(start, { text: "🔧 Demo: Calling tool: **get_weather**\n" });
  await task.pause(pace * 20);
  const end = {
    artifactId: "tool-1-end",
    name: "tool_notification_end",
    description: "Tool call completed: get_weather",
  };
  await task.sendArtifact(end, { text: "✅ get_weather completed\n" });
}

async function burst(task: DemoTask, count: number): Promise<void> {
  const artifact = { artifactId: "streaming_result", name: "streaming_result" };
  for (let i = 1; i <= count; i += 1) {
    await task.sendArtifact(artifact, { text: `t${i} ` }, i === count ? { last: true } : {});
    if (i % TOKENS_PER_TURN === 0) await yieldToEventLoop();
  }
  await task.status("TASK_STATE_COMPLETED");
}

export async function streamText(
  task: DemoTask,
  name: string,
  text: string,
  pace: TokenIntervalMs,
): Promise<void> {
  const tokens = splitTokens(text);
  for (const [i, token] of tokens.entries()) {
    const last = i === tokens.length - 1 ? ({ last: true } as const) : {};
    await task.sendArtifact({ artifactId: name, name }, { text: token }, last);
    await task.pause(pace);
  }
}

/** Splits a text into words with their trailing space, as language models send them. */
function splitTokens(text: string): string[] {
  return text.match(/\S+\s*|\s+/g) ?? [];
}
