/** The built-in demo agent: a real A2A 1.0 agent over HTTP, as a handler from request to response. */

import { VERSION } from "../../api/version.ts";
import { continueDemo, findDemoScript, type TokenIntervalMs } from "./demo-scripts.ts";
import { FORMAT_1_0 } from "./format-1.0.ts";
import type { Script } from "./script.ts";
import { type ReceivedMessage, ScriptedAgent } from "./scripted-agent.ts";

const PACE_MS = 25;

/** What an agent says about itself, and what it does. */
interface DemoRole {
  readonly name: string;
  readonly description: string;
  readonly skills: readonly DemoSkill[];
  getScript(message: ReceivedMessage): Script;
}

export const createDemoAgent = (pace: TokenIntervalMs = PACE_MS): ScriptedAgent =>
  createRoleAgent({
    name: "Loupe demo agent",
    description:
      "Answers with a plan, a tool call and streamed Markdown, and misbehaves on request. " +
      "It runs inside Loupe and needs no network.",
    skills: SKILLS,
    getScript: ({ text, continues }) =>
      continues ? continueDemo(text, pace) : findDemoScript(text, pace),
  });

export const createRoleAgent = ({ getScript, ...about }: DemoRole): ScriptedAgent =>
  new ScriptedAgent({
    format: FORMAT_1_0,
    getScript,
    createCard: (url) => ({
      ...about,
      version: VERSION,
      provider: { organization: "Loupe", url },
      supportedInterfaces: [{ url, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
      capabilities: { streaming: true, pushNotifications: false, extendedAgentCard: false },
      defaultInputModes: ["text/plain"],
      defaultOutputModes: ["text/plain", "text/markdown"],
    }),
  });

const SKILLS = [
  createSkill("plan", "Plan and answer", "A plan, a tool call and a streamed Markdown answer.", [
    "plan a weekend trip",
    "What is the weather like?",
  ]),
  createSkill("ask", "Ask back", "Stops and asks a question; answer in the same task.", [
    "ask me something",
  ]),
  createSkill("fail", "Fail", "Works for a moment and then fails with a message.", [
    "fail, please",
  ]),
  createSkill("cut", "Cut the line", "Drops the connection in the middle of an artifact.", [
    "cut the line",
  ]),
  createSkill("message", "Just a message", "One message and no task.", ["message only"]),
  createSkill("slow", "Take your time", "Thirty seconds of tokens, good for canceling.", [
    "slow answer",
  ]),
  createSkill("burst", "Burst", "As many tokens as you say, as fast as possible.", ["burst 10000"]),
];

interface DemoSkill {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly examples: readonly string[];
}

export function createSkill(
  id: string,
  name: string,
  description: string,
  examples: readonly string[],
): DemoSkill {
  return { id, name, description, tags: ["demo"], examples };
}
