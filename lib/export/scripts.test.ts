// Runs generated scripts with the programs that they are for: a shell with curl, and Node.js.
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { formatSseEvent, ReportLog, request, status } from "../../fixtures/event-builders.ts";
import { FIXTURE_NAMES, readFixture } from "../../fixtures/read-fixture.ts";
import { toFetch } from "../protocol/snippets/fetch.ts";
import { toPython } from "../protocol/snippets/python.ts";
import { startHttpServer, stopServers } from "../server/exchange/exchange.testkit.ts";
import { ReplayAgent } from "../server/replay/replay-agent.ts";
import { DEFAULT_REPLAY_OPTIONS } from "../server/replay/replay-options.ts";
import { startReplayServer } from "../server/replay/replay-server.ts";
import { ReplaySourceBuilder } from "../server/replay/replay-source.ts";
import { escapeControls } from "../text/hidden-characters.ts";
import type { WireRecord } from "../wire/record.ts";
import { curlScript } from "./curl-script.ts";
import { type Exporter, writeExport } from "./exporter.ts";
import { EXPORTERS } from "./formats.ts";
import { testFile } from "./test-file.ts";

const run = promisify(execFile);
const hasCurl = spawnSync("curl", ["--version"]).status === 0;
const FOLDER = mkdtempSync(join(tmpdir(), "loupe-export-"));

const exportRecords = (exporter: Exporter, records: readonly WireRecord[]) =>
  [...writeExport(exporter, records, { name: "a `run` $(id) */", by: "loupe/0.1.0" })].join("");

function createFile(name: string, text: string): string {
  const path = join(FOLDER, name);
  writeFileSync(path, text);
  return path;
}

async function startReplay(records: readonly WireRecord[]): Promise<string> {
  const reader = new ReplaySourceBuilder();
  for (const record of records) reader.push(record);
  const agent = new ReplayAgent(reader.build(), {
    ...DEFAULT_REPLAY_OPTIONS,
    speed: Number.POSITIVE_INFINITY,
  });
  const at = { host: "127.0.0.1", port: 0, hosts: [], token: null, onServed: () => undefined };
  const { url, close } = await startReplayServer(agent, at);
  onTestFinished(close);
  return new URL(url).origin;
}

const RUNS = [
  "0.2/stream",
  "0.3/input-required",
  "1.0/two",
  "1.0/throw",
  "faults/cut",
  "faults/gzip",
];
const SECRETS = { token: "s3cret-token", key: "k3y/value", cookie: "session=c00kie" };

/** A run with a secret in every location that may contain one. */
const secretRun = new ReportLog()
  .addOpen("x1", {
    url: `https://user:pass-w0rd@agent.example/rpc?api_key=${encodeURIComponent(SECRETS.key)}&page=1`,
    headers: [
      ["Authorization", `Bearer ${SECRETS.token}`],
      ["Cookie", SECRETS.cookie],
      ["Content-Type", "application/json"],
    ],
    body: request("message/stream", { note: `it says ${SECRETS.token}`, mask: "‹masked 0123ab›" }),
  })
  .addHead()
  .addText(formatSseEvent(status("completed")))
  .addEnd();

describe("the curl script", () => {
  test.runIf(hasCurl)(
    "sends the recorded requests to a replayed run and gets the recorded responses",
    {
      timeout: 60_000,
    },
    async () => {
      const { records } = readFixture("recorded/1.0/input-required.jsonl");
      const origin = await startReplay(records);
      const script = createFile("again.sh", exportRecords(curlScript, records));
      const env = { ...process.env, A2A_AGENT: origin };
      const { stdout, stderr } = await run("sh", [script], { env });
      expect(stdout.match(/TASK_STATE_INPUT_REQUIRED/g)?.length).toBeGreaterThan(0);
      expect(stdout).toContain("TASK_STATE_COMPLETED");
      expect(stderr).toMatch(/# 1 of \d: .*\n[\s\S]*# 2 of/);
    },
  );

  test("is valid sh for every recorded run", async () => {
    const scripts = FIXTURE_NAMES.map((name) =>
      exportRecords(curlScript, readFixture(name).records),
    );
    const script = createFile("check.sh", scripts.join("\n"));
    await expect(run("sh", ["-n", script])).resolves.toMatchObject({ stderr: "" });
  });

  test("requires its secrets in environment variables", async () => {
    const script = createFile("secret.sh", exportRecords(curlScript, secretRun.records));
    await expect(
      run("sh", [script], { env: { ...process.env, A2A_TOKEN: "" } }),
    ).rejects.toMatchObject({
      stderr: expect.stringContaining("A2A_"),
    });
  });
});

/** The default format of the results differs by version of Node.js. */
const RUN_TESTS = ["--test", "--test-reporter=tap"];

describe("the test file", () => {
  test("passes against the run that it replays", { timeout: 120_000 }, async () => {
    const files = RUNS.map((name) => {
      const text = exportRecords(testFile, readFixture(`recorded/${name}.jsonl`).records);
      return createFile(`${name.replace(/\W/g, "-")}.test.mjs`, text);
    });
    const { NODE_TEST_CONTEXT: _, A2A_AGENT, ...env } = process.env;
    const { stdout } = await run(process.execPath, [...RUN_TESTS, ...files], {
      env,
      maxBuffer: 1 << 26,
    });
    expect(stdout).toMatch(/# fail 0/);
    expect(Number(/# pass (\d+)/.exec(stdout)?.[1])).toBeGreaterThan(RUNS.length);
  });

  test("fails if an agent responds differently", { timeout: 60_000 }, async () => {
    const origin = await startReplay(readFixture("recorded/1.0/fail.jsonl").records);
    const { records } = readFixture("recorded/1.0/stream.jsonl");
    const file = createFile("other.test.mjs", exportRecords(testFile, records));
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const result = run(process.execPath, [...RUN_TESTS, file], {
      env: { ...env, A2A_AGENT: origin },
    });
    await expect(result).rejects.toMatchObject({
      stdout: expect.stringMatching(/not ok 2 [\s\S]*- {3}'status completed'/),
    });
  });
});

/** What a terminal obeys or does not show: OSC 52, 0 and 8, C1, and controls of direction. */
const HOSTILE =
  "\u001b]52;c;aGk=\u0007\u001b]0;title\u0007\u001b]8;;http://evil.example\u001b\\link \u007f\u0080\u009b31m\u009f \u202eturned\u202a\u2066\u2069\u200e\u200f\u061c over\rwritten it's 100%s \u{e0068}👩‍👩‍👧";
const hasPython = spawnSync("python3", ["--version"]).status === 0;

afterEach(stopServers);

/** A server, and the body of each request to it as text. */
async function startBodyServer(): Promise<{ origin: string; received: string[] }> {
  const received: string[] = [];
  const origin = await startHttpServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    received.push(Buffer.concat(chunks).toString());
    response.end("{}");
  });
  return { origin, received };
}

describe("a request with control characters", () => {
  const bodies = [
    request("message/send", { note: HOSTILE, [HOSTILE]: ["a\0b", "\n"] }),
    `not JSON ${HOSTILE}\t\n`,
    `with NUL \0 ${HOSTILE}`,
    `${HOSTILE}${"x".repeat(120_000)}`,
  ];
  const url = "http://agent.example/rpc";
  const headers = [["Content-Type", "application/json"]] as const;
  const log = new ReportLog();
  for (const [i, body] of bodies.entries()) {
    const x = `x${i}`;
    log
      .addOpen(x, { url, headers: [...headers], body })
      .addHead(200, "application/json", x)
      .addText("{}", x)
      .addEnd("complete", x);
  }

  test.runIf(hasCurl)("is the same from the curl script", async () => {
    const { origin, received } = await startBodyServer();
    const text = exportRecords(curlScript, log.records);
    expect(escapeControls(text)).toBe(text);
    await run("sh", [createFile("hostile.sh", text)], {
      env: { ...process.env, A2A_AGENT: origin },
    });
    expect(received).toEqual(bodies);
  });

  test("is the same from the test file", { timeout: 60_000 }, async () => {
    const { origin, received } = await startBodyServer();
    const text = exportRecords(testFile, log.records);
    expect(escapeControls(text)).toBe(text);
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const file = createFile("hostile.test.mjs", text);
    await run(process.execPath, [...RUN_TESTS, file], { env: { ...env, A2A_AGENT: origin } });
    expect(received).toEqual(bodies);
  });

  test.each([
    ["JavaScript", process.execPath, "request.mjs", toFetch, true],
    ["Python", "python3", "request.py", toPython, hasPython],
  ] as const)("is the same from %s", async (_, program, name, format, isInstalled) => {
    if (!isInstalled) return;
    const { origin, received } = await startBodyServer();
    for (const body of bodies) {
      const text = format({ method: "POST", url: origin, headers, body });
      expect(escapeControls(text)).toBe(text);
      await run(program, [createFile(name, text)]);
    }
    expect(received).toEqual(bodies);
  });
});

const NOT_REOPENABLE = EXPORTERS.filter(({ canReopen }) => !canReopen);

test.each(NOT_REOPENABLE.map((exporter) => [exporter.id, exporter] as const))(
  "%s contains no secret",
  (_, exporter) => {
    const text = exportRecords(exporter, secretRun.records);
    for (const secret of [
      ...Object.values(SECRETS),
      encodeURIComponent(SECRETS.key),
      "pass-w0rd",
    ]) {
      expect(text).not.toContain(secret);
    }
  },
);
