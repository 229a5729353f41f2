/** Scripts of the demo agent, selected by the first known word of a message. */

import { beginTask, type ScriptStep, splitTokens, state, streamText, wait } from "./script.ts";

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

/** Milliseconds between two tokens. */
export type TokenIntervalMs = number;

const MAX_TOKENS = 1_000_000;
const DEFAULT_TOKENS = 10_000;
const TOKENS_PER_TURN = 256;
const SLOW_MS = 30_000;
const ANSWER = "streaming_result";

type Steps = Generator<ScriptStep, void, void>;
type ScriptFactory = (pace: TokenIntervalMs, argument: number | undefined) => Steps;

const SCRIPT_BY_WORD: Readonly<Record<string, ScriptFactory>> = {
  plan,
  ask,
  input: ask,
  *fail(pace) {
    yield* beginTask();
    yield* streamText(ANSWER, "I will look that up at once, and then", pace);
    yield state("failed", "The weather service did not answer (503).");
  },
  *cut(pace) {
    yield* beginTask();
    let left = Math.floor(splitTokens(DEMO_ANSWER).length / 3);
    for (const step of streamText(ANSWER, DEMO_ANSWER, pace)) {
      yield step;
      if (step.kind === "wait" && left-- === 0) yield { kind: "cut" };
    }
    yield state("completed");
  },
  *message() {
    yield { kind: "reply", text: "A plain message without a task." };
  },
  *slow(pace) {
    yield* beginTask();
    const gap = pace === 0 ? 1 : SLOW_MS / splitTokens(SLOW_ANSWER).length;
    yield* streamText(ANSWER, SLOW_ANSWER, gap);
    yield state("completed");
  },
  *burst(_pace, argument = DEFAULT_TOKENS) {
    yield* beginTask();
    const count = Math.min(argument, MAX_TOKENS);
    for (let i = 1; i <= count; i += 1) {
      const last = i === count;
      yield { kind: "chunk", artifact: ANSWER, text: `t${i} `, append: i > 1, last };
      if (i % TOKENS_PER_TURN === 0) yield wait(0);
    }
    yield state("completed");
  },
};

/** The script that the user's message names; a plan if it has no known word. */
export function findDemoScript(text: string, pace: TokenIntervalMs): Steps {
  const words = text.toLowerCase().split(/[^a-z0-9]+/);
  const at = words.findIndex((word) => Object.hasOwn(SCRIPT_BY_WORD, word));
  const argument = /^\d+$/.test(words[at + 1] ?? "") ? Number(words[at + 1]) : undefined;
  return (SCRIPT_BY_WORD[words[at] ?? ""] ?? plan)(pace, argument);
}

/** Continues a task with the user's answer to the question of `ask`. */
export function* continueDemo(answer: string, pace: TokenIntervalMs): Steps {
  yield { kind: "resume" };
  yield state("working");
  yield* streamText(ANSWER, `Thank you. For **${answer.trim()}**: sunny, 21 °C.`, pace);
  yield state("completed");
}

function* ask(): Steps {
  yield* beginTask();
  yield state("input-required", "Which city should I look at?");
}

function* plan(pace: TokenIntervalMs): Steps {
  yield* beginTask();
  const artifact = "plan";
  for (const [index, text] of splitTokens(formatPlan(0)).entries()) {
    const name = "execution_plan_streaming";
    yield { kind: "chunk", artifact, name, text, append: index > 0, last: false };
    yield wait(pace);
  }
  for (const done of PLAN_STEPS.keys()) {
    if (done === 1) yield* callTool(pace);
    if (done === 2) yield* streamText(ANSWER, DEMO_ANSWER, pace);
    const name = "execution_plan_status_update";
    const text = formatPlan(done + 1);
    yield { kind: "chunk", artifact, name, text, append: false, last: false };
    yield wait(pace);
  }
  yield state("completed");
}

function* callTool(pace: TokenIntervalMs): Steps {
  const chunk = { kind: "chunk", append: false, last: false } as const;
  yield {
    ...chunk,
    artifact: "tool-1-start",
    name: "tool_notification_start",
    description: "Tool call started: get_weather",
    text: "🔧 Demo: Calling tool: **get_weather**\n",
  };
  yield wait(pace * 20);
  yield {
    ...chunk,
    artifact: "tool-1-end",
    name: "tool_notification_end",
    description: "Tool call completed: get_weather",
    text: "✅ get_weather completed\n",
  };
}
