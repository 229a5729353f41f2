// Shares agents among the tests of a file: each is started on first use and closed after the last test.
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
