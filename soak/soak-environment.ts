// The environment of a soak test: the built server with its probe, agents of every version and a
// faulty one, a browser with two windows.
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Browser, type BrowserContext, chromium } from "@playwright/test";
import { type Agent, type AgentVersion, startAgent } from "../e2e/agents/agent.ts";
import { type FaultAgent, startFaultAgent } from "../e2e/agents/fault-agent.ts";
import { Loupe } from "../e2e/panels/loupe.ts";
import { NetworkProxy } from "../e2e/support/network-proxy.ts";
import { TestServer } from "../e2e/support/test-server.ts";
import type { LibraryState } from "../lib/api/api-types.ts";

const GENERATIONS: readonly AgentVersion[] = ["0.1", "0.2", "0.3", "1.0"];
/** The number of recordings that stay, about as many as a user would keep. */
const MAX_RECORDINGS = 10;

export class SoakEnvironment {
  readonly server = new TestServer();
  /** Between the tab that stays open and the server. */
  readonly network = new NetworkProxy();
  readonly probe = join(this.server.data, "probe.sock");
  readonly agents: readonly Agent[];
  readonly faults: FaultAgent;
  readonly #browser: Browser;

  private constructor(agents: readonly Agent[], faults: FaultAgent, browser: Browser) {
    this.agents = agents;
    this.faults = faults;
    this.#browser = browser;
  }

  static async start(root: string): Promise<SoakEnvironment> {
    const program = process.env.LOUPE_CHROMIUM;
    const browser = await chromium.launch({
      ...(program ? { executablePath: program } : {}),
      args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
    });
    const agents = await Promise.all(GENERATIONS.map((generation) => startAgent(generation)));
    const world = new SoakEnvironment(agents, await startFaultAgent(), browser);
    const NODE_OPTIONS = `--require ${JSON.stringify(join(root, "soak", "probe.cjs"))}`;
    await world.network.start();
    const LOUPE_HOSTS = world.network.host;
    await world.server.start({ NODE_OPTIONS, LOUPE_HOSTS, LOUPE_PROBE: world.probe });
    world.network.setTarget(world.server.url);
    return world;
  }

  /** The agent that programs call. */
  get agent(): Agent {
    const agent = this.agents.find(({ grpcUrl }) => grpcUrl !== null);
    if (agent === undefined) throw new Error("No agent speaks gRPC.");
    return agent;
  }

  /** A separate window, so that changing its network affects no other. */
  window(): Promise<BrowserContext> {
    return this.#browser.newContext();
  }

  async tab(window: BrowserContext): Promise<Loupe> {
    const page = await window.newPage();
    page.setDefaultTimeout(30_000);
    return new Loupe(page);
  }

  /** Oldest first. */
  async recordings(): Promise<string[]> {
    const files = await readdir(join(this.server.data, "recordings")).catch(() => []);
    const logs = files.filter((file) => file.endsWith(".jsonl") && !file.includes(".about."));
    return logs.map((file) => file.slice(0, -".jsonl".length)).sort();
  }

  /** Waits until no exchange is running. */
  async waitUntilIdle(): Promise<void> {
    for (;;) {
      const { recordings } = await this.callApi<LibraryState>("GET", "/api/library");
      if (recordings.every(({ live }) => !live)) return;
      await sleep(200);
    }
  }

  /** Calls the server; throws on an error response. */
  async callApi<T>(method: string, path: string, body?: unknown): Promise<T> {
    const isText = typeof body === "string" || body === undefined;
    const response = await fetch(`${this.server.url}${path}`, {
      method,
      ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
      headers: { "content-type": isText ? "text/plain" : "application/json" },
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === "" ? undefined : JSON.parse(text)) as T;
  }

  async deleteOldRecordings(): Promise<void> {
    for (const id of (await this.recordings()).slice(0, -MAX_RECORDINGS)) {
      await this.callApi("DELETE", `/api/recordings/${id}`);
    }
  }

  async close(): Promise<void> {
    await this.#browser.close();
    this.network.close();
    await Promise.all([...this.agents, this.faults].map((agent) => agent.close()));
    await this.server.stop();
  }
}
