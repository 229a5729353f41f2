/**
 * What the demo agent can be made to do, by the first word of a message that is known here.
 */
import { setImmediate as breathe } from "node:timers/promises";
import { ANSWER, planText, SLOW_ANSWER, STEPS } from "./script.ts";
import type { DemoTask, Scene } from "./task.ts";

export type Behaviour = { kind: "message"; text: string } | { kind: "scene"; scene: Scene };

/** Milliseconds between two tokens. */
export type Pace = number;

const MOST_TOKENS = 1_000_000;
const DEFAULT_TOKENS = 10_000;
const TOKENS_PER_BREATH = 256;
const SLOW_MS = 30_000;

type SceneOf = (pace: Pace, argument: number | undefined) => Behaviour;

const scene = (play: Scene): Behaviour => ({ kind: "scene", scene: play });

const plan: SceneOf = (pace) => scene((task) => work(task, pace));

const ask: SceneOf = () =>
  scene((task) => task.status("TASK_STATE_INPUT_REQUIRED", "Which city should I look at?"));

const BY_WORD: Readonly<Record<string, SceneOf>> = {
  plan,
  ask,
  input: ask,
  fail: (pace) =>
    scene(async (task) => {
      await stream(task, "streaming_result", "I will look that up at once, and then", pace);
      await task.status("TASK_STATE_FAILED", "The weather service did not answer (503).");
    }),
  cut: (pace) =>
    scene(async (task) => {
      const piece = { artifactId: "streaming_result", name: "streaming_result" };
      const tokens = tokensOf(ANSWER);
      for (const [i, token] of tokens.entries()) {
        await task.artifact(piece, { text: token }, i === tokens.length - 1 ? { last: true } : {});
        await task.pause(pace);
        if (i === Math.floor(tokens.length / 3)) task.cut();
      }
      await task.status("TASK_STATE_COMPLETED");
    }),
  message: () => ({ kind: "message", text: "A plain message, with no task behind it." }),
  slow: (pace) =>
    scene(async (task) => {
      const tokens = tokensOf(SLOW_ANSWER);
      const step = pace === 0 ? 1 : SLOW_MS / tokens.length;
      await stream(task, "streaming_result", SLOW_ANSWER, step);
      await task.status("TASK_STATE_COMPLETED");
    }),
  burst: (_pace, count = DEFAULT_TOKENS) =>
    scene((task) => burst(task, Math.min(count, MOST_TOKENS))),
};

/** The behaviour for what the user wrote; a plan where no word is known. */
export function behaviourFor(text: string, pace: Pace): Behaviour {
  const words = text.toLowerCase().split(/[^a-z0-9]+/);
  const at = words.findIndex((word) => Object.hasOwn(BY_WORD, word));
  const argument = /^\d+$/.test(words[at + 1] ?? "") ? Number(words[at + 1]) : undefined;
  return (BY_WORD[words[at] ?? ""] ?? plan)(pace, argument);
}

/** What the user answered to the question of `ask`. */
export function continuation(answer: string, pace: Pace): Scene {
  return async (task) => {
    await stream(
      task,
      "streaming_result",
      `Thank you. For **${answer.trim()}**: sunny, 21 °C.`,
      pace,
    );
    await task.status("TASK_STATE_COMPLETED");
  };
}

async function work(task: DemoTask, pace: Pace): Promise<void> {
  const plan = { artifactId: "plan", name: "execution_plan_streaming" };
  for (const token of tokensOf(planText(0))) {
    await task.artifact(plan, { text: token });
    await task.pause(pace);
  }
  for (const done of STEPS.keys()) {
    if (done === 1) await callTool(task, pace);
    if (done === 2) await stream(task, "streaming_result", ANSWER, pace);
    const update = { artifactId: "plan", name: "execution_plan_status_update" };
    await task.artifact(update, { text: planText(done + 1) }, { replace: true });
    await task.pause(pace);
  }
  await task.status("TASK_STATE_COMPLETED");
}

async function callTool(task: DemoTask, pace: Pace): Promise<void> {
  const start = {
    artifactId: "tool-1-start",
    name: "tool_notification_start",
    description: "Tool call started: get_weather",
  };
  await task.artifact(start, { text: "🔧 Demo: Calling tool: **get_weather**\n" });
  await task.pause(pace * 20);
  const end = {
    artifactId: "tool-1-end",
    name: "tool_notification_end",
    description: "Tool call completed: get_weather",
  };
  await task.artifact(end, { text: "✅ get_weather completed\n" });
}

async function burst(task: DemoTask, count: number): Promise<void> {
  const piece = { artifactId: "streaming_result", name: "streaming_result" };
  for (let i = 1; i <= count; i += 1) {
    await task.artifact(piece, { text: `t${i} ` }, i === count ? { last: true } : {});
    if (i % TOKENS_PER_BREATH === 0) await breathe();
  }
  await task.status("TASK_STATE_COMPLETED");
}

async function stream(task: DemoTask, name: string, text: string, pace: Pace): Promise<void> {
  const tokens = tokensOf(text);
  for (const [i, token] of tokens.entries()) {
    const last = i === tokens.length - 1 ? ({ last: true } as const) : {};
    await task.artifact({ artifactId: name, name }, { text: token }, last);
    await task.pause(pace);
  }
}

/** Words with the space after them, as language models send them. */
function tokensOf(text: string): string[] {
  return text.match(/\S+\s*|\s+/g) ?? [];
}
