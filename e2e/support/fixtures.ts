// Playwright's `test` with a tab of Loupe and agents to talk to; each agent ends with its test.
import { test as base } from "@playwright/test";
import { type Agent, type Generation, startAgent } from "../agents/agent.ts";
import { type AskingAgent, startAskingAgent } from "../agents/asking.ts";
import { type Door, type DoorOptions, openDoor } from "../agents/door.ts";
import { type FaultAgent, startFaultAgent } from "../agents/fault.ts";
import { type Guard, type GuardedAgent, startGuardedAgent } from "../agents/guarded.ts";
import { type Provider, startProvider } from "../agents/provider.ts";
import { type Speech, type StreamingAgent, startStreamingAgent } from "../agents/streaming.ts";
import { Loupe } from "../panels/loupe.ts";
import { OwnServer } from "./server.ts";
import { complaintsOf, tellOf } from "./telling.ts";

export { expect } from "@playwright/test";

interface Fixtures {
  /** Where Loupe is. */
  home: string;
  loupe: Loupe;
  startAgent(generation: Generation, options?: { prefersGrpc: boolean }): Promise<Agent>;
  /** A door to an agent, which closes with the test. */
  doorTo(agent: Agent, options?: DoorOptions): Promise<Door>;
  startStreamingAgent(speech: Speech): Promise<StreamingAgent>;
  startGuardedAgent(guard: Guard): Promise<GuardedAgent>;
  provider: Provider;
  faultAgent: FaultAgent;
  askingAgent: AskingAgent;
  /** A server with a library of its own, which nobody else fills. */
  ownServer: OwnServer;
}

export const test = base.extend<Fixtures>({
  home: async ({ baseURL }, use) => use(baseURL ?? ""),
  loupe: async ({ page }, use, info) => {
    const complaints = complaintsOf(page);
    await use(new Loupe(page));
    if (info.status !== info.expectedStatus) await tellOf(page, complaints);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names out of the pattern
  startAgent: async ({}, use) => {
    const started: Agent[] = [];
    await use(async (generation, options) => {
      const agent = await startAgent(generation, options);
      started.push(agent);
      return agent;
    });
    await Promise.all(started.map((agent) => agent.close()));
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names out of the pattern
  doorTo: async ({}, use) => {
    const opened: Door[] = [];
    await use(async (agent, options) => {
      const door = await openDoor(agent, options);
      opened.push(door);
      return door;
    });
    await Promise.all(opened.map((door) => door.close()));
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names out of the pattern
  startStreamingAgent: async ({}, use) => {
    const started: StreamingAgent[] = [];
    await use(async (speech) => {
      const agent = await startStreamingAgent(speech);
      started.push(agent);
      return agent;
    });
    await Promise.all(started.map((agent) => agent.close()));
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names out of the pattern
  provider: async ({}, use) => {
    const provider = await startProvider();
    await use(provider);
    await provider.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names out of the pattern
  startGuardedAgent: async ({}, use) => {
    const started: GuardedAgent[] = [];
    await use(async (guard) => {
      const agent = await startGuardedAgent(guard);
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
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names out of the pattern
  askingAgent: async ({}, use) => {
    const agent = await startAskingAgent();
    await use(agent);
    await agent.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names out of the pattern
  ownServer: async ({}, use) => {
    const server = new OwnServer();
    await server.start();
    await use(server);
    await server.stop();
  },
});
