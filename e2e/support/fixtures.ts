// Playwright's `test` with agents to talk to; each ends with the test that started it.
import { test as base } from "@playwright/test";
import { type Agent, type Generation, startAgent } from "../agents/agent.ts";
import { type FaultAgent, startFaultAgent } from "../agents/fault.ts";

export { expect } from "@playwright/test";

interface Agents {
  startAgent(generation: Generation): Promise<Agent>;
  faultAgent: FaultAgent;
}

export const test = base.extend<Agents>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names out of the pattern
  startAgent: async ({}, use) => {
    const started: Agent[] = [];
    await use(async (generation) => {
      const agent = await startAgent(generation);
      started.push(agent);
      return agent;
    });
    await Promise.all(started.map((agent) => agent.close()));
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names out of the pattern
  faultAgent: async ({}, use) => {
    const agent = await startFaultAgent();
    await use(agent);
    await agent.close();
  },
});
