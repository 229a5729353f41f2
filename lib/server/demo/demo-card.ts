/**
 * Agent card of the demo agent.
 */
import { VERSION } from "../../api/version.ts";

/** `endpoint` is the URL by which the client reached the agent. */
export function createDemoCard(endpoint: string): unknown {
  return {
    name: "Loupe demo agent",
    description:
      "Answers with a plan, a tool call and streamed Markdown, and misbehaves on request. " +
      "It runs inside Loupe and needs no network.",
    version: VERSION,
    provider: { organization: "Loupe", url: endpoint },
    supportedInterfaces: [{ url: endpoint, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
    capabilities: { streaming: true, pushNotifications: false, extendedAgentCard: false },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain", "text/markdown"],
    skills: SKILLS,
  };
}

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

function createSkill(id: string, name: string, description: string, examples: readonly string[]) {
  return { id, name, description, tags: ["demo"], examples };
}
