// Playwright's `test` with a Loupe tab and agents; each agent is closed with its test.
import { test as base } from "@playwright/test";
import { type Agent, type AgentVersion, startAgent } from "../agents/agent.ts";
import { type AgentProxy, type AgentProxyOptions, startAgentProxy } from "../agents/agent-proxy.ts";
import { type AskingAgent, startAskingAgent } from "../agents/asking-agent.ts";
import { type FaultAgent, startFaultAgent } from "../agents/fault-agent.ts";
import {
  type GuardedAgent,
  type GuardOptions,
  startGuardedAgent,
} from "../agents/guarded-agent.ts";
import { startOAuthProvider, type TestOAuthProvider } from "../agents/oauth-provider.ts";
import {
  type StreamingAgent,
  type StreamingVersion,
  startStreamingAgent,
} from "../agents/streaming-agent.ts";
import { Loupe } from "../panels/loupe.ts";
import { collectPageErrors, printPageReport } from "./page-report.ts";
import { SharedTab } from "./shared-tab.ts";
import { TestServer } from "./test-server.ts";

export { expect } from "@playwright/test";

/** Marks a test, of a file that the gate runs, which only `npm run test:all` includes. */
export const LONG = { tag: "@long" };

interface Fixtures {
  /** The URL of Loupe. */
  home: string;
  /** Whether the test has a browser context of its own instead of the worker's tab. */
  needsOwnContext: boolean;
  loupe: Loupe;
  startAgent(generation: AgentVersion, options?: { prefersGrpc: boolean }): Promise<Agent>;
  /** A proxy in front of an agent, closed with the test. */
  doorTo(agent: Agent, options?: AgentProxyOptions): Promise<AgentProxy>;
  startStreamingAgent(speech: StreamingVersion): Promise<StreamingAgent>;
  startGuardedAgent(guard: GuardOptions): Promise<GuardedAgent>;
  provider: TestOAuthProvider;
  faultAgent: FaultAgent;
  askingAgent: AskingAgent;
  /** A server with its own library. */
  ownServer: TestServer;
}

interface WorkerFixtures {
  sharedTab: SharedTab;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  needsOwnContext: [false, { option: true }],
  sharedTab: [
    async ({ browser }, use) => {
      const tab = new SharedTab(browser, process.env.LOUPE_E2E_URL ?? "");
      await use(tab);
      await tab.close();
    },
    { scope: "worker" },
  ],
  page: async (
    {
      browser,
      sharedTab,
      needsOwnContext,
      home,
      colorScheme,
      contextOptions,
      hasTouch,
      isMobile,
      permissions,
      viewport,
    },
    use,
  ) => {
    const options = {
      ...contextOptions,
      colorScheme,
      viewport,
      ...(permissions && { permissions }),
    };
    if (!needsOwnContext && !hasTouch && !isMobile) {
      await use(await sharedTab.take(options));
      await sharedTab.reset();
      return;
    }
    const context = await browser.newContext({ ...options, baseURL: home, hasTouch, isMobile });
    await use(await context.newPage());
    await context.close();
  },
  context: async ({ page }, use) => use(page.context()),
  home: async ({ baseURL }, use) => use(baseURL ?? ""),
  loupe: async ({ page }, use, info) => {
    const complaints = collectPageErrors(page);
    await use(new Loupe(page));
    if (info.status !== info.expectedStatus) await printPageReport(page, complaints);
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
    const opened: AgentProxy[] = [];
    await use(async (agent, options) => {
      const door = await startAgentProxy(agent, options);
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
    const provider = await startOAuthProvider();
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
    const server = new TestServer();
    await server.start();
    await use(server);
    await server.stop();
  },
});
