// The tools for coding agents at the real server, called with the real client.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { HANGING, saveRuns, WELL } from "../fixtures/mcp-runs.ts";
import { expect, test } from "./support/fixtures.ts";
import { TestServer } from "./support/test-server.ts";

const TOKEN = "a-token-of-the-test";

test("a coding agent diagnoses a run over HTTP, with the token only", async () => {
  const server = new TestServer();
  saveRuns(server.data);
  await server.start({ LOUPE_TOKEN: TOKEN });
  const url = new URL("/mcp", server.url);
  const headers = { authorization: `Bearer ${TOKEN}` };
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  const call = async (name: string, args: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: args })).structuredContent;

  expect(await call("list_runs", { query: "flight" })).toMatchObject({ runs: [{ run: HANGING }] });
  expect(await call("inspect_run", { run: HANGING })).toMatchObject({
    verdict: { kind: "timeout", clean: false },
  });
  expect(await call("get_event", { run: HANGING, n: 3, view: "wire" })).toMatchObject({
    content: expect.stringContaining(" on Friday"),
  });
  expect(await call("serve_run", { run: WELL, faults: "speed=max" })).toMatchObject({
    url: new URL(`/replay/${WELL}`, server.url).href,
  });
  await client.close();

  const anyone = await fetch(url, { method: "POST", body: "{}" });
  expect(anyone.status).toBe(401);
  expect(anyone.headers.get("content-security-policy")).toContain("default-src 'none'");
  const foreign = { ...headers, origin: "http://evil.example" };
  expect((await fetch(url, { method: "POST", body: "{}", headers: foreign })).status).toBe(403);
  expect((await fetch(url, { headers })).status).toBe(405);
  await server.stop();
});
