import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createStreamLog, status } from "../../fixtures/event-builders.ts";
import { HANGING, HOSTILE, saveRecording, saveRuns, WELL } from "../../fixtures/mcp-runs.ts";
import {
  callTool,
  diagnose,
  expectBudgets,
  expectFenced,
  expectNoCredentials,
  getText,
} from "../../fixtures/mcp-scenarios.ts";
import { createWorkspaceHost } from "../server/operations/workspace-host.ts";
import { createRequestGuard } from "../server/security/request-guard.ts";
import { readSettings } from "../server/settings.ts";
import { createHttpHandler } from "./http-handler.ts";

const ANNS = "20260201-100000-annsru";
const data = mkdtempSync(join(tmpdir(), "loupe-mcp-http-"));
const handle = createHttpHandler(createWorkspaceHost);
let url = "";
let policies: unknown[] = [];

/** The handler behind the guard of the real server. */
const server = http.createServer((incoming, outgoing) => {
  const { port } = server.address() as AddressInfo;
  const guard = createRequestGuard({ ...readSettings(), port }, "page policy");
  if (!guard(incoming, outgoing)) return;
  policies.push(outgoing.getHeader("content-security-policy"));
  const headers = Object.entries(incoming.headers).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value] as [string, string]] : [],
  );
  const request = new Request(`http://${incoming.headers.host}${incoming.url}`, {
    method: incoming.method ?? "GET",
    headers,
    ...(incoming.method === "POST" && {
      body: Readable.toWeb(incoming) as BodyInit,
      duplex: "half",
    }),
  });
  void handle(request).then((response) => {
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    if (response.body) Readable.fromWeb(response.body as ReadableStream).pipe(outgoing);
    else outgoing.end();
  });
});

beforeAll(async () => {
  vi.stubEnv("LOUPE_DATA", data);
  vi.stubEnv("LOUPE_USER_TOKENS", "ann=token-of-ann-1,bob=token-of-bob-2");
  saveRuns(join(data, "users", "bob"));
  saveRecording(join(data, "users", "ann"), ANNS, createStreamLog(status("completed")).records);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
});

const clients: Client[] = [];
afterEach(async () => {
  policies = [];
  for (const client of clients.splice(0)) await client.close();
});
afterAll(() => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
  rmSync(data, { recursive: true });
});

async function connect(token: string, headers: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const requestInit = { headers: { authorization: `Bearer ${token}`, ...headers } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  clients.push(client);
  return client;
}

const connectAsBob = () => connect("token-of-bob-2");

test("from “my agent hangs” to the rule and the frame in five calls", async () => {
  await diagnose(await connectAsBob());
  expect(new Set(policies)).toEqual(new Set([undefined]));
});

test("answers stay within their budget", async () =>
  expectBudgets(await connectAsBob(), [HOSTILE]));

test("text of an agent is fenced and called untrusted", async () =>
  expectFenced(await connectAsBob()));

test("credentials never leave", async () => expectNoCredentials(await connectAsBob()));

describe("behind the guard", () => {
  test("nothing is answered without the token", async () => {
    await expect(connect("token-of-nobody")).rejects.toThrow();
    expect((await fetch(url, { method: "POST", body: "{}" })).status).toBe(401);
  });

  test.each([
    ["a page of another origin", { origin: "http://evil.example" }],
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["a page without an origin", { "sec-fetch-site": "same-origin" }],
  ])("%s is refused, even with the token", async (_, headers) => {
    const response = await fetch(url, {
      method: "POST",
      body: "{}",
      headers: { authorization: "Bearer token-of-bob-2", ...headers },
    });
    expect(response.status).toBe(403);
  });

  test("a user sees only the own recordings", async () => {
    const [ann, bob] = [await connect("token-of-ann-1"), await connectAsBob()];
    const list = async (client: Client) => {
      const { structuredContent } = await callTool(client, "list_runs");
      return (structuredContent as { runs: { run: string }[] }).runs.map(({ run }) => run);
    };
    expect(await list(ann)).toEqual([ANNS]);
    expect(await list(bob)).not.toContain(ANNS);
    const answer = await callTool(bob, "inspect_run", { run: ANNS });
    expect(getText(answer)).toContain("no such recording");
    const uri = `loupe://run/${HANGING}/report`;
    await expect(ann.readResource({ uri })).rejects.toThrow();
  });

  test("no file is read but recordings", async () => {
    const file = join(data, "users", "bob", "recordings", `${WELL}.jsonl`);
    const answer = await callTool(await connectAsBob(), "inspect_run", { run: file });
    expect(getText(answer)).toContain("There is no such run");
  });
});

test("a served run has an address of this server", async () => {
  const client = await connectAsBob();
  const served = await callTool(client, "serve_run", { run: WELL });
  expect(served.structuredContent).toMatchObject({
    url: url.replace("/mcp", `/replay/${WELL}`),
    serving: true,
  });
  const stopped = await callTool(client, "serve_run", { run: WELL, stop: true });
  expect(stopped.structuredContent).toMatchObject({ serving: false });
});
