// Calls to an agent whose card was supplied, through a recording server of Loupe.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createPageFetch, createStorage } from "../../fixtures/page-environment.ts";
import type { OAuthResponse } from "../api/api-types.ts";
import { EXCHANGE_REQUEST } from "../api/schemas/api-requests.ts";
import { startHttpServer, stopServers } from "../server/exchange/exchange.testkit.ts";
import { ApiError, handleErrors } from "../server/http/api-error.ts";
import { readCallRequest } from "../server/http/read-request.ts";
import { Library } from "../server/library.ts";
import { readSettings } from "../server/settings.ts";
import { type AgentStore, createAgentStore } from "./agent.ts";
import { createCredentialStore } from "./credentials.ts";
import { createRunStore, type RunStore } from "./run.ts";

const CALL = { operation: "get", taskId: "t-1" } as const;

/** A promise that the test resolves. */
function gate(): { readonly opened: Promise<void>; open(): void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

let folder: string;
let library: Library;
/**
 * What each exchange waits for before it starts, in order; exchanges without an entry do not wait.
 */
let held: (() => Promise<void>)[];
/** The recordings of the requested exchanges, `null` for a new one. */
let asked: (string | null)[];
let run: RunStore;
let credentials: ReturnType<typeof createCredentialStore>;
let agent: AgentStore;
/** The paths of the calls to agents. */
let called: string[];
let agentUrl: string;
let renewals: ReturnType<typeof gate>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "loupe-agent-"));
  library = new Library({ ...readSettings({}), dataFolder: folder });
  held = [];
  asked = [];
  called = [];
  renewals = gate();
  agentUrl = await startHttpServer((request, response) => {
    called.push(request.url ?? "");
    response.setHeader("content-type", "application/json").end("{}");
  });
  const exchanges = handleErrors(async (request) => {
    const wanted = await readCallRequest(request, EXCHANGE_REQUEST);
    asked.push(wanted.recording ?? null);
    await held.shift()?.();
    const { recording, exchange, done } = await library.exchanges.start(wanted);
    await done;
    return Response.json({ recording, exchange });
  });
  const oauth = async () => {
    await renewals.opened;
    const body = JSON.stringify({ access_token: "new", token_type: "Bearer" });
    return Response.json({ status: 200, body } satisfies OAuthResponse);
  };
  const routes = { "POST /api/exchanges": exchanges, "POST /api/oauth": oauth };
  vi.stubGlobal("fetch", await createPageFetch(routes));
  // The page is hidden, so no feed is opened: only requests are tested.
  vi.stubGlobal(
    "document",
    Object.assign(new EventTarget(), { visibilityState: "hidden" as const }),
  );
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("localStorage", createStorage());
  vi.stubGlobal("sessionStorage", createStorage());
  run = createRunStore();
  credentials = createCredentialStore();
  agent = createAgentStore(run, credentials);
  expect(await agent.connectToCard(cardOf("one"))).toBeNull();
});
afterEach(async () => {
  // Listeners of a closed run are notified a little later, so the globals stay until then.
  run.close();
  stopServers();
  await rm(folder, { recursive: true, force: true });
});

const cardOf = (name: string) => ({
  name,
  protocolVersion: "0.3.0",
  url: `${agentUrl}/${name}`,
  preferredTransport: "JSONRPC",
  capabilities: {},
  skills: [],
});

const shown = () => {
  const { source } = run.getState();
  return source?.kind === "recording" ? source.id : null;
};

/** Makes a call while another exchange is starting, with an action in between. */
async function whileFirstBegins(act: () => Promise<unknown> | undefined): Promise<string | null> {
  const first = gate();
  const isAsked = gate();
  held.push(() => {
    isAsked.open();
    return first.opened;
  });
  const sent = agent.send(CALL);
  await isAsked.opened;
  const acting = act();
  first.open();
  const exchange = await sent;
  await acting;
  return exchange;
}

describe("the first call to an agent whose card was supplied", () => {
  test("creates the recording, and other calls wait for it", async () => {
    const others: Promise<string | null>[] = [];
    await whileFirstBegins(() => {
      others.push(agent.send(CALL), agent.send(CALL));
      return undefined;
    });
    expect(await Promise.all(others)).not.toContain(null);
    const recordings = await library.recordings.catalog.list();
    expect(recordings).toHaveLength(1);
    const [{ id } = { id: "" }] = recordings;
    expect(asked).toEqual([null, id, id]);
    expect([agent.getState().recording, shown()]).toEqual([id, id]);
  });

  test("leaves that to the next call on failure", async () => {
    held.push(() => Promise.reject(new ApiError("failed", "Not now.")));
    const sent = await Promise.all([agent.send(CALL), agent.send(CALL), agent.send(CALL)]);
    expect(sent.map((exchange) => exchange !== null)).toEqual([false, true, true]);
    expect(asked.filter((recording) => recording === null)).toHaveLength(2);
    expect(await library.recordings.catalog.list()).toHaveLength(1);
  });

  test("does not set the recording of an agent that was connected meanwhile", async () => {
    const exchange = await whileFirstBegins(() => agent.connectToCard(cardOf("other")));
    expect(exchange).not.toBeNull();
    expect(agent.getState()).toMatchObject({ recording: null, card: { name: "other" } });
    expect(shown()).toBeNull();
  });

  test("does not open a run after disconnecting", async () => {
    await whileFirstBegins(async () => agent.disconnect());
    expect(agent.getState().recording).toBeNull();
    expect(shown()).toBeNull();
  });
});

describe("a request to one agent", () => {
  test("does not show its problem for the next agent", async () => {
    held.push(async () => {
      await agent.connectToCard(cardOf("other"));
      throw new ApiError("failed", "Not now.");
    });
    expect(await agent.send(CALL)).toBeNull();
    expect(agent.getState().sendProblem).toBeNull();
  });

  test("is not sent to the next agent after a token renewal", async () => {
    credentials.setGrant(agentUrl, "t", {
      accessToken: "old",
      refreshToken: "r",
      expiresAt: 0,
      scope: null,
      tokenUrl: `${agentUrl}/token`,
      client: { id: "i", secret: "", method: "none" },
      byClientAlone: false,
    });
    const sent = agent.send(CALL);
    await agent.connectToCard(cardOf("other"));
    renewals.open();
    expect(await sent).toBeNull();
    expect(called).toEqual([]);
    await agent.send(CALL);
    expect(called).toEqual(["/other"]);
  });
});
