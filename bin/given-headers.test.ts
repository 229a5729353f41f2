// A header that the user gives replaces Loupe's own, whichever command sends it.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type Agent, startAgent } from "../e2e/agents/agent.ts";
import { type EditedAgent, startEditedAgent } from "../e2e/agents/edited-agent.ts";
import { runInTerminal } from "../fixtures/terminal.ts";
import { main as check } from "./check.ts";
import { main as conform } from "./conform.ts";
import { main as doctor } from "./doctor.ts";
import { main as record } from "./record.ts";

const NEVER = new Promise<void>(() => undefined);
const VERSION = "A2A-Version: 1.0";
const ACCEPT = "Accept: application/json, */*";
const GIVEN = ["-H", VERSION, "-H", ACCEPT];

let agent: Agent;
let edited: EditedAgent;
/** Of each request. Node.js joins the values of a header that comes twice. */
let seen: Readonly<Record<string, string>>[] = [];

beforeAll(async () => {
  agent = await startAgent("1.0");
  edited = await startEditedAgent(agent, {
    request(headers, body) {
      seen.push({ ...headers });
      return body;
    },
  });
});
afterAll(async () => {
  await edited.close();
  await agent.close();
});
beforeEach(() => {
  seen = [];
  vi.stubEnv("LOUPE_DATA", mkdtempSync(join(tmpdir(), "loupe-given-headers-")));
  vi.stubEnv("PORT", "0");
});
afterEach(() => void vi.unstubAllEnvs());

const listValues = (name: string) => [...new Set(seen.map((headers) => headers[name]))];

test("record sends a given header once, in place of its own", async () => {
  const argv = ["-m", "plain", edited.url, ...GIVEN, "-o", "-"];
  const { code } = await runInTerminal((terminal) => record(argv, terminal, NEVER));
  expect(code).toBe(0);
  expect(listValues("a2a-version")).toEqual(["1.0"]);
  expect(listValues("accept")).toEqual(["application/json, */*"]);
});

test("check sends it once", async () => {
  const argv = [edited.url, "-m", "plain", ...GIVEN];
  await runInTerminal((terminal) => check(argv, terminal, NEVER));
  expect(listValues("a2a-version")).toEqual(["1.0"]);
  expect(listValues("accept")).toEqual(["application/json, */*"]);
});

test("doctor sends it once", async () => {
  await runInTerminal((terminal) => doctor([edited.url, ...GIVEN], terminal));
  expect(seen.length).toBeGreaterThan(1);
  expect(listValues("a2a-version")).toEqual(["1.0"]);
  expect(listValues("accept")).toEqual(["application/json, */*"]);
});

test("conform sends it once, and where a check is about a header what the check says", async () => {
  const argv = [edited.url, ...GIVEN, "-H", "Content-Type: application/json", "--json"];
  const { out } = await runInTerminal((terminal) =>
    conform([...argv, "--prompt", "plain"], terminal, NEVER),
  );
  expect(listValues("accept")).toEqual(["application/json, */*"]);
  expect(new Set(listValues("a2a-version"))).toEqual(new Set(["1.0", "99.0", undefined]));
  expect(listValues("content-type")).toContain("text/plain");
  const { results } = JSON.parse(out) as { results: { id: string; status: string }[] };
  const getStatus = (id: string) => results.find((one) => one.id === id)?.status;
  expect(getStatus("VERSION-UNKNOWN")).toBe("pass");
  expect(getStatus("VERSION-MISSING")).toBe("pass");
});
