// What Loupe writes for other programs is run by them: a shell with curl, and Node.js.
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { formatSseEvent, ReportLog, request, status } from "../../fixtures/event-builders.ts";
import { FIXTURE_NAMES, readFixture } from "../../fixtures/read-fixture.ts";
import { ReplayAgent } from "../server/replay/replay-agent.ts";
import { DEFAULT_REPLAY_OPTIONS } from "../server/replay/replay-options.ts";
import { startReplayServer } from "../server/replay/replay-server.ts";
import { ReplaySourceBuilder } from "../server/replay/replay-source.ts";
import type { WireRecord } from "../wire/record.ts";
import { curlScript } from "./curl-script.ts";
import { type Exporter, writeExport } from "./exporter.ts";
import { EXPORTERS } from "./formats.ts";
import { testFile } from "./test-file.ts";

const run = promisify(execFile);
const hasCurl = spawnSync("curl", ["--version"]).status === 0;
const FOLDER = mkdtempSync(join(tmpdir(), "loupe-export-"));

const exported = (exporter: Exporter, records: readonly WireRecord[]) =>
  [...writeExport(exporter, records, { name: "a `run` $(id) */", by: "loupe/0.1.0" })].join("");

function fileWith(name: string, text: string): string {
  const path = join(FOLDER, name);
  writeFileSync(path, text);
  return path;
}

async function served(records: readonly WireRecord[]): Promise<string> {
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

/** A run in which everything that may be secret is. */
const secretive = new ReportLog()
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
    "asks a served run what was asked before, and gets the same",
    {
      timeout: 60_000,
    },
    async () => {
      const { records } = readFixture("recorded/1.0/input-required.jsonl");
      const origin = await served(records);
      const script = fileWith("again.sh", exported(curlScript, records));
      const env = { ...process.env, A2A_AGENT: origin };
      const { stdout, stderr } = await run("sh", [script], { env });
      expect(stdout.match(/TASK_STATE_INPUT_REQUIRED/g)?.length).toBeGreaterThan(0);
      expect(stdout).toContain("TASK_STATE_COMPLETED");
      expect(stderr).toMatch(/# 1 of \d: .*\n[\s\S]*# 2 of/);
    },
  );

  test("of whatever was recorded is a script for sh", async () => {
    const scripts = FIXTURE_NAMES.map((name) => exported(curlScript, readFixture(name).records));
    const script = fileWith("check.sh", scripts.join("\n"));
    await expect(run("sh", ["-n", script])).resolves.toMatchObject({ stderr: "" });
  });

  test("wants its secrets from the environment", async () => {
    const script = fileWith("secret.sh", exported(curlScript, secretive.records));
    await expect(
      run("sh", [script], { env: { ...process.env, A2A_TOKEN: "" } }),
    ).rejects.toMatchObject({
      stderr: expect.stringContaining("A2A_"),
    });
  });
});

describe("the test file", () => {
  test("passes against the run that it plays itself", { timeout: 120_000 }, async () => {
    const files = RUNS.map((name) => {
      const text = exported(testFile, readFixture(`recorded/${name}.jsonl`).records);
      return fileWith(`${name.replace(/\W/g, "-")}.test.mjs`, text);
    });
    const { NODE_TEST_CONTEXT: _, A2A_AGENT, ...env } = process.env;
    const { stdout } = await run(process.execPath, ["--test", ...files], {
      env,
      maxBuffer: 1 << 26,
    });
    expect(stdout).toMatch(/# fail 0|ℹ fail 0/);
    expect(Number(/(?:#|ℹ) pass (\d+)/.exec(stdout)?.[1])).toBeGreaterThan(RUNS.length);
  });

  test("fails where an agent answers something else", { timeout: 60_000 }, async () => {
    const origin = await served(readFixture("recorded/1.0/fail.jsonl").records);
    const { records } = readFixture("recorded/1.0/stream.jsonl");
    const file = fileWith("other.test.mjs", exported(testFile, records));
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const tried = run(process.execPath, ["--test", file], { env: { ...env, A2A_AGENT: origin } });
    await expect(tried).rejects.toMatchObject({
      stdout: expect.stringMatching(/not ok 2 [\s\S]*- {3}'status completed'/),
    });
  });
});

const CLOSED = EXPORTERS.filter(({ canReopen }) => !canReopen);

test.each(CLOSED.map((exporter) => [exporter.id, exporter] as const))(
  "%s has no secret in it",
  (_, exporter) => {
    const text = exported(exporter, secretive.records);
    for (const secret of [
      ...Object.values(SECRETS),
      encodeURIComponent(SECRETS.key),
      "pass-w0rd",
    ]) {
      expect(text).not.toContain(secret);
    }
  },
);
