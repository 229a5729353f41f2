// Clients that the page runs: only those that the server found, and none while others can reach it.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { GET, POST } from "../../../app/api/clients/route.ts";
import { getFixturePath, readFixtureBytes } from "../../../fixtures/read-fixture.ts";
import { RUNS_ALL } from "../../../fixtures/run-count.ts";
import type { ClientsState } from "../../api/clients.ts";
import type { ClientStreamLine } from "../../clients/client-line.ts";
import type { WireRecord } from "../../wire/record.ts";
import { type ClientRun, selectClientRun } from "./client-run.ts";
import { readClientSettings } from "./client-settings.ts";
import { runExchange } from "./run-clients.ts";

const VARIABLES = [
  "LOUPE_DATA",
  "LOUPE_DRIVER",
  "LOUPE_SDK",
  "LOUPE_WIDE",
  "LOUPE_USER_TOKENS",
  "LOUPE_HOSTS",
  "LOUPE_PUBLIC_URL",
  "LOUPE_TOKEN",
] as const;
const before = VARIABLES.map((name) => [name, process.env[name]] as const);
let data = "";

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), "loupe-clients-"));
  process.env.LOUPE_DATA = data;
  process.env.LOUPE_SDK = data;
  setOwn("lose");
  delete (globalThis as Record<symbol, unknown>)[Symbol.for("loupe.workspaces")];
});
afterEach(async () => {
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  await rm(data, { recursive: true, force: true });
});

function setOwn(fault: string): void {
  process.env.LOUPE_DRIVER = `"${process.execPath}" "${getFixturePath("client-driver.mjs")}" ${fault}`;
}

/** Makes a program of its own the client. */
function setProgram(text: string): void {
  const program = join(data, "client.mjs");
  writeFileSync(program, `import { writeFileSync } from "node:fs";\n${text}\n`);
  process.env.LOUPE_DRIVER = `"${process.execPath}" "${program}"`;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const ORIGIN = "http://127.0.0.1:4567";
const LOG = "recorded/0.3/stream.jsonl";

const list = async () =>
  (await (await GET(new Request(`${ORIGIN}/api/clients`))).json()) as ClientsState;

function post(query: Readonly<Record<string, string>>, log = LOG): Promise<Response> {
  const body = readFixtureBytes(log);
  const url = `${ORIGIN}/api/clients?${new URLSearchParams(query)}`;
  return POST(new Request(url, { method: "POST", body: new Uint8Array(body) }));
}

async function run(query: Readonly<Record<string, string>>, log = LOG) {
  const response = await post(query, log);
  const lines = (await response.text()).trim().split("\n");
  return lines.map((line) => JSON.parse(line) as ClientStreamLine);
}

describe("the clients of the server's machine", () => {
  test("are listed by name, with the line that installs what is missing", async () => {
    const { refusal, folder, found, missing } = await list();
    expect(refusal).toBeNull();
    expect(folder).toBe(data);
    expect(found.at(-1)).toMatchObject({ id: "own", name: process.env.LOUPE_DRIVER?.slice(0, 80) });
    expect(missing).toContainEqual({
      id: "a2a-js-1",
      title: "@a2a-js/sdk 1",
      install: "npm install @a2a-js/sdk@1",
    });
  });

  test("without one of its own, a server has only what it finds", async () => {
    delete process.env.LOUPE_DRIVER;
    expect((await list()).found.map(({ id }) => id)).not.toContain("own");
    expect((await post({ clients: "own" })).status).toBe(404);
  });

  test.each([
    ["LOUPE_WIDE", "1"],
    ["LOUPE_USER_TOKENS", `ann=${"t".repeat(20)}`],
    ["LOUPE_HOSTS", "loupe.example.com"],
    ["LOUPE_PUBLIC_URL", "https://loupe.example.com"],
  ] as const)("are not run by a server that others reach, by %s", async (name, value) => {
    process.env[name] = value;
    expect(await list()).toMatchObject({ found: [], missing: [], folder: "" });
    expect((await list()).refusal).toMatch(/only for its own user/);
    const response = await post({ clients: "own" });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("only for its own user");
  });
});

test("a command that cannot be run is an error at the start", () => {
  const env = { LOUPE_DRIVER: "node mine.js | tee log" };
  expect(() => readClientSettings(env)).toThrow('LOUPE_DRIVER is no shell: "|" has no meaning');
});

test("after a stop, no client is started", async () => {
  const started = join(data, "started");
  const { source, exchanges } = readRun();
  const [exchange] = exchanges;
  if (!exchange) throw new Error("there is no exchange");
  setProgram(`writeFileSync(${JSON.stringify(started)}, "");`);
  const { own } = readClientSettings();
  if (!own) throw new Error("there is no client");
  const options = { pace: 1, idleMs: 1000, signal: AbortSignal.abort() };
  await expect(runExchange(own, source, exchange, options)).rejects.toThrow();
  expect(existsSync(started)).toBe(false);
});

function readRun(): ClientRun {
  const lines = readFixtureBytes(LOG).toString().trim().split("\n");
  const run = selectClientRun(
    lines.map((line) => JSON.parse(line) as WireRecord),
    null,
  );
  if ("refusal" in run) throw new Error(run.refusal ?? LOG);
  return run;
}

describe("clients that are run", () => {
  test("say line by line what each understood", async () => {
    const lines = await run({ clients: "own" });
    expect(lines.map(({ kind }) => kind)).toEqual(["progress", "client", "done"]);
    expect(lines[0]).toMatchObject({ progress: { done: 0, all: 1, variant: null } });
    expect(lines[1]).toMatchObject({
      result: {
        verdict: "differs",
        differences: [{ kind: "lost", event: 3, frame: 3, runEvent: 3 }],
      },
    });
  });

  test.runIf(RUNS_ALL)("in variants come with the log of each that breaks", async () => {
    setOwn("naive");
    const lines = await run({ clients: "own", stress: "1" }, "recorded/0.3/message.jsonl");
    const logs = lines.filter((line) => line.kind === "log");
    const stress = lines.find((line) => line.kind === "stress");
    const broken = stress?.result.variants.filter(({ smallest }) => smallest !== null) ?? [];
    expect(logs.map(({ check }) => check)).toEqual(
      broken.map(({ variant }) => `CLIENT-${variant}`),
    );
    const last = lines.findLast((line) => line.kind === "progress");
    expect(last?.progress.done).toBeLessThan(last?.progress.all ?? 0);
    expect(lines.at(-1)).toEqual({ kind: "done" });
  });

  test("are served one exchange on request", async () => {
    const lines = await run({ clients: "own", exchange: "2" }, "recorded/1.0/input-required.jsonl");
    const [result] = lines.flatMap((line) => (line.kind === "client" ? [line.result] : []));
    expect(result?.exchanges.map(({ exchange }) => exchange)).toEqual([2]);
  });

  test("stop when the page closes the response", async () => {
    const told = join(data, "pid");
    setProgram(`writeFileSync(${JSON.stringify(told)}, String(process.pid));
                setInterval(() => {}, 1000);`);
    const response = await post({ clients: "own" });
    const reader = response.body?.getReader();
    await reader?.read();
    await expect.poll(() => existsSync(told) && readFileSync(told, "utf8")).toMatch(/^\d+$/);
    await reader?.cancel();
    await expect.poll(() => isRunning(Number(readFileSync(told, "utf8")))).toBe(false);
  });

  test.each([
    [{}, 400],
    [{ clients: "" }, 400],
    [{ clients: "own", stress: "yes" }, 400],
    [{ clients: "node -e 0" }, 404],
    [{ clients: "../../bin/sh" }, 404],
    [{ clients: "own", exchange: "99" }, 400],
    [{ clients: "own", recording: "../settings" }, 404],
  ])("cannot be asked for by %j", async (query, status) => {
    expect((await post(query as Record<string, string>)).status).toBe(status);
  });

  test("of a log over gRPC are refused with the reason", async () => {
    const response = await post({ clients: "own" }, "recorded/grpc/stream-1.0.jsonl");
    expect(response.status).toBe(400);
    expect(JSON.stringify(await response.json())).toContain("over gRPC, which cannot be replayed");
  });

  test("are told none of the settings of the server", async () => {
    const seen = join(data, "env.json");
    setProgram(`writeFileSync(${JSON.stringify(seen)}, JSON.stringify(Object.keys(process.env)));`);
    process.env.LOUPE_TOKEN = "a-token-that-is-long-enough";
    await run({ clients: "own" });
    const names = JSON.parse(readFileSync(seen, "utf8")) as string[];
    expect(names).toContain("PATH");
    expect(names.filter((name) => name.startsWith("LOUPE_"))).toEqual([]);
  });
});
