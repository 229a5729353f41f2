// Commands that look for an agent's card say what it needs, and take no other agent's.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { runInTerminal } from "../fixtures/terminal.ts";
import { startHttpServer, stopServers } from "../lib/server/exchange/exchange.testkit.ts";
import { main as check } from "./check.ts";
import { main as conform } from "./conform.ts";
import { main as doctor } from "./doctor.ts";
import { main as record } from "./record.ts";
import type { Terminal } from "./terminal.ts";

const NEVER = new Promise<never>(() => undefined);
const { LOUPE_DATA } = process.env;

beforeAll(() => {
  process.env.LOUPE_DATA = mkdtempSync(join(tmpdir(), "loupe-card-search-"));
});
afterEach(stopServers);
afterAll(() => {
  if (LOUPE_DATA === undefined) delete process.env.LOUPE_DATA;
  else process.env.LOUPE_DATA = LOUPE_DATA;
});

const COMMANDS = {
  check: (terminal: Terminal, address: string) => check([address], terminal, NEVER),
  "check with a message": (terminal: Terminal, address: string) =>
    check([address, "-m", "hi"], terminal, NEVER),
  record: (terminal: Terminal, address: string) => record([address, "-m", "hi"], terminal, NEVER),
  conform: (terminal: Terminal, address: string) => conform([address], terminal, NEVER),
};

const CARD = { name: "Fault agent", url: "/rpc", skills: [], version: "1", capabilities: {} };

/** Serves the card at the root, and denies what is under `/c/401`. Calls are counted, not answered. */
async function startHost() {
  const calls: string[] = [];
  const url = await startHttpServer((request, response) => {
    const path = request.url ?? "";
    if (request.method === "POST") calls.push(path);
    if (path.startsWith("/c/401")) {
      return void response.writeHead(401, { "www-authenticate": "Bearer" }).end();
    }
    const isCard = path === "/.well-known/agent-card.json";
    response.writeHead(isCard ? 200 : 404, { "content-type": "application/json" });
    response.end(isCard ? JSON.stringify(CARD) : "{}");
  });
  return { url, calls };
}

describe.each(Object.entries(COMMANDS))("loupe %s", (_, run) => {
  test.each([
    [
      "/c/401",
      'the card needs credentials: give them with --header "Authorization: Bearer …". URL/c/401/.well-known/agent-card.json: HTTP 401: the server requires credentials, and none were sent. Requested: Bearer',
    ],
    [
      "/c/x",
      'no card at /c/x. Found "Fault agent" at the root of this host: to use it, give its address, URL.',
    ],
  ])("refuses %s and says what helps", async (path, text) => {
    const { url, calls } = await startHost();
    const { code, err } = await runInTerminal((terminal) => run(terminal, url + path));
    expect(err).toContain(text.replaceAll("URL", url));
    expect(code).toBe(2);
    expect(calls).toEqual([]);
  });
});

test("loupe doctor names the card that it did not take", async () => {
  const { url } = await startHost();
  const { code, out } = await runInTerminal((terminal) => doctor([`${url}/c/x`], terminal));
  expect(out).toContain('No agent card is at /c/x. Found "Fault agent" at the root of this host');
  expect(out).toContain(`give its address: ${url}`);
  expect(code).toBe(1);
  const denied = await runInTerminal((terminal) => doctor([`${url}/c/401`], terminal));
  expect(denied.out).toContain("The card needs credentials.");
  expect(denied.out).not.toContain("requires no credentials");
});
