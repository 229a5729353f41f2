// Agents for the tests of a command: each begun when it is asked for first, and closed with the last.
import { afterAll } from "vitest";
import { type Agent, type AgentVersion, startAgent } from "./agent.ts";

export function createAgentPool(): (
  generation: AgentVersion,
  prefersGrpc?: boolean,
) => Promise<Agent> {
  const agents = new Map<string, Promise<Agent>>();
  afterAll(async () => {
    for (const agent of agents.values()) await (await agent).close();
  });
  return (generation, prefersGrpc = false) => {
    const key = `${generation} ${prefersGrpc}`;
    const known = agents.get(key) ?? startAgent(generation, { prefersGrpc });
    agents.set(key, known);
    return known;
  };
}
