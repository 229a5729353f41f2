// Every command prints what an agent that responds with 401 asks for, and what its card accepts.
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { ReportLog, request } from "../fixtures/event-builders.ts";
import { runInTerminal } from "../fixtures/terminal.ts";
import { startHttpServer, stopServers } from "../lib/server/exchange/exchange.testkit.ts";
import { main as check } from "./check.ts";
import { main as doctor } from "./doctor.ts";
import { main as event } from "./event.ts";
import { main as events } from "./events.ts";
import { main as explain } from "./explain.ts";
import { main as findings } from "./findings.ts";
import { main as inspect } from "./inspect.ts";
import type { Terminal } from "./terminal.ts";

const FOLDER = mkdtempSync(join(tmpdir(), "loupe-challenge-"));
const NEVER = new Promise<never>(() => undefined);
const CHALLENGE =
  'DPoP realm="agents", error="use_dpop_nonce", error_description="A nonce is needed", Bearer scope="read"';

const createCard = (url: string) => ({
  name: "Secure",
  description: "An agent",
  version: "1",
  protocolVersion: "0.3.0",
  url,
  preferredTransport: "JSONRPC",
  capabilities: {},
  defaultInputModes: [],
  defaultOutputModes: [],
  skills: [],
  securitySchemes: {
    key: { type: "apiKey", in: "header", name: "X-API-Key" },
    oidc: { type: "openIdConnect", openIdConnectUrl: "https://id.example/" },
  },
  security: [{ key: [] }, { oidc: ["read", "write"] }],
});

afterEach(stopServers);

let count = 0;

/** A run whose second exchange is rejected. */
function createLog(type: string, body: string): string {
  const headers = [
    ["content-type", type],
    ["www-authenticate", CHALLENGE],
  ] as const;
  const log = new ReportLog()
    .addOpen("x1", { method: "GET", url: "http://agent.example/.well-known/agent-card.json" })
    .addHead(200, "application/json", "x1")
    .addText(JSON.stringify(createCard("http://agent.example/")), "x1")
    .addEnd("complete", "x1")
    .addOpen("x2", { url: "http://agent.example/", body: request("message/send", {}) })
    .addHead(401, type, "x2", { statusText: "Unauthorized", headers });
  if (body !== "") log.addText(body, "x2");
  log.addEnd("complete", "x2");
  const file = join(FOLDER, `${++count}.jsonl`);
  const header = { r: "loupe", version: 1, id: "a", at: "2026-01-01T00:00:00.000Z", by: "x" };
  writeFileSync(file, [header, ...log.records].map((one) => `${JSON.stringify(one)}\n`).join(""));
  return file;
}

const LOGS = {
  JSON: createLog("application/json", '{"error":"unauthorized"}'),
  text: createLog("text/plain", "Unauthorized"),
  "a page": createLog("text/html", "<html><title>Sign in</title></html>"),
  "a JSON-RPC error": createLog(
    "application/json",
    '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"no"}}',
  ),
  "no body": createLog("text/plain", ""),
};

type Main = (
  argv: readonly string[],
  terminal: Terminal,
  stopped: Promise<unknown>,
) => Promise<number>;

const run = async (main: Main, ...argv: string[]) =>
  (await runInTerminal((terminal) => main(argv, terminal, NEVER))).out;

const DEMANDS = [
  /token bound to a key \(DPoP\).* for “agents”/,
  /\(use_dpop_nonce\): A nonce is needed/,
  /bearer token\. It requires the scope read/,
  /The card accepts key: API key in the header X-API-Key; or oidc \(scopes read, write\): OpenID/,
];

/** Wrapped lines are joined. */
const expectDemands = (text: string) => {
  for (const demand of DEMANDS) expect(text.replace(/\s+/g, " ")).toMatch(demand);
};

describe.each(Object.entries(LOGS))("a 401 with %s", (body, log) => {
  test("is explained by inspect, findings and check", async () => {
    for (const main of [inspect, findings, check]) expectDemands(await run(main, log));
  });

  test("has its challenge and the card's schemes in the JSON of inspect", async () => {
    const { exchanges } = JSON.parse(await run(inspect, log, "--json"));
    expect(exchanges[0]).not.toHaveProperty("authentication");
    expect(exchanges[1].authentication).toMatchObject({
      status: "HTTP 401",
      challenges: [
        { scheme: "DPoP", realm: "agents", error: "use_dpop_nonce", scope: null },
        { scheme: "Bearer", realm: null, error: null, scope: "read" },
      ],
      accepts: [
        [{ name: "key", needs: "API key in the header X-API-Key", scopes: [] }],
        [{ name: "oidc", needs: "OpenID Connect token", scopes: ["read", "write"] }],
      ],
    });
  });

  test("is found among the errors of events", async () => {
    const all = await run(events, log);
    const errors = await run(events, log, "--kind", "error");
    expect(all).not.toContain("undefined");
    expect(errors.trim().split("\n")).toHaveLength(1);
    expect(all).toContain(errors);
    const { events: listed } = JSON.parse(await run(events, log, "--kind", "error", "--json"));
    expect(listed).toMatchObject([{ kind: "error", n: body === "no body" ? null : 1 }]);
    const found = JSON.parse(await run(events, log, "--grep", "unauthorized", "--json")).events;
    if (body === "no body") expect(found).toMatchObject([{ n: null, exchange: "x2" }]);
  });

  test.runIf(body !== "no body")("is explained with its event", async () => {
    expectDemands(await run(event, log, "1"));
    const { kind, authentication } = JSON.parse(await run(event, log, "1", "--json"));
    expect(kind).toBe("error");
    expectDemands(authentication.join(" "));
    expect(JSON.parse(await run(event, log, "0", "--json"))).not.toHaveProperty("authentication");
  });
});

test("events are listed in pages with the failures between them", async () => {
  const log = LOGS["no body"];
  const first = JSON.parse(await run(events, log, "--limit", "1", "--json"));
  const second = JSON.parse(
    await run(events, log, "--limit", "1", "--cursor", first.nextCursor, "--json"),
  );
  expect([first, second].flatMap((page) => page.events)).toMatchObject([
    { n: 0, kind: "card" },
    { n: null, kind: "error" },
  ]);
  expect(second.nextCursor).toBeNull();
  expect(await run(events, log, "--from", "1")).toContain("x2 ");
  expect(await run(events, log, "--from", "2")).toBe("No events match.\n");
});

test("the verdict is explained with what to look for", async () => {
  expect(await run(explain, "verdict/http-error")).toMatch(/realm.*use_dpop_nonce.*card accepts/);
});

describe("doctor", () => {
  async function startAgent(hasCard: boolean): Promise<string> {
    let url = "";
    const origin = await startHttpServer((incoming, response) => {
      incoming.resume();
      const isCard = hasCard && /agent-card\.json$/.test(incoming.url ?? "");
      if (isCard) return response.end(JSON.stringify(createCard(url)));
      response.writeHead(401, { "www-authenticate": CHALLENGE }).end();
    });
    url = `${origin}/`;
    return url;
  }

  test("says what an endpoint asks for and what its card accepts", async () => {
    expectDemands(await run(doctor, await startAgent(true)));
  });

  test("says what a protected card asks for", async () => {
    const out = await run(doctor, await startAgent(false));
    for (const demand of DEMANDS.slice(0, 3)) expect(out).toMatch(demand);
  });
});
