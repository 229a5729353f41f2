// Resends recorded runs to real agents of the same and of other protocol versions.
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createAgentPool } from "../e2e/agents/agents-by-version.ts";
import { createSendMessageParams, ReportLog } from "../fixtures/event-builders.ts";
import { getFixturePath } from "../fixtures/read-fixture.ts";
import { runInTerminal } from "../fixtures/terminal.ts";
import { parseArguments } from "./command-line.ts";
import { readLog } from "./read-log.ts";
import { main, RESEND } from "./resend.ts";

const getAgent = createAgentPool();

const resend = (...argv: string[]) => runInTerminal((terminal) => main(argv, terminal));

const getRecordedPath = (name: string) => getFixturePath(`recorded/${name}.jsonl`);
const writeLog = (log: ReportLog) => {
  const path = join(mkdtempSync(join(tmpdir(), "loupe-resend-test-")), "log.jsonl");
  const header = { r: "loupe", version: 1, id: "made", at: null, by: "test" };
  const lines = [header, ...log.records].map((record) => `${JSON.stringify(record)}\n`);
  writeFileSync(path, lines.join(""));
  return path;
};

describe("arguments", () => {
  test("parses a log, an address, headers and diff options", () => {
    expect(
      parseArguments(RESEND, ["a", "b", "-o", "c", "--header=X: y", "--limit", "2", "--text"]),
    ).toEqual({
      log: "a",
      address: "b",
      output: "c",
      call: {
        headers: [["X", "y"]],
        headersTo: [],
        limitMs: 2000,
        waitMs: 0,
        limits: {},
        binding: null,
        version: null,
      },
      diff: { json: false, text: true, timing: true, ignored: new Set() },
    });
  });

  test.each([
    [["a"], /needs a log and the address/],
    [["a", "b", "--header", "none"], /--header needs "Name: value"/],
    [["a", "b", "--limit", "0"], /--limit needs/],
    [["a", "b", "--fast"], /unknown option "--fast"/],
    [["-", "b"], /cannot be standard input/],
  ])("rejects %j", (argv, reason) => {
    expect(() => parseArguments(RESEND, argv)).toThrow(reason);
  });
});

describe("resending a recorded run", () => {
  test.each(["input-required", "two", "replace", "message", "fail"])(
    "to the agent it was recorded from gives the same run: %s",
    async (name) => {
      const { url } = await getAgent("1.0");
      const { code, out, err } = await resend(
        getRecordedPath(`1.0/${name}`),
        url,
        "--ignore",
        "pieces",
      );
      expect(err).toMatch(/: answered$/m);
      expect({ code, out }).toEqual({
        code: 0,
        out: expect.stringContaining("The two runs are the same in"),
      });
    },
  );

  test.each([
    ["0.3", "1.0", false],
    ["1.0", "0.3", false],
    ["0.2", "1.0", true],
    ["1.0", "0.2", false],
    ["0.3", "0.1", false],
  ] as const)(
    "recorded in %s, sent in %s (over gRPC: %s), completes the conversation",
    async (from, to, prefersGrpc) => {
      const { url } = await getAgent(to, prefersGrpc);
      const { out } = await resend(
        getRecordedPath(`${from}/input-required`),
        url,
        "--ignore=pieces,findings",
      );
      expect(out).toContain("working → input-required → working → completed");
      // A log without a card shows only its major version.
      expect(out).toMatch(
        new RegExp(`\\| A2A ${to}.*${prefersGrpc ? "gRPC" : ""}|over JSON-RPC$`, "m"),
      );
      expect(out).not.toContain("[-");
    },
  );

  test("cancels in the middle, as in the recording", async () => {
    const { url } = await getAgent("0.3");
    const { out, err } = await resend(
      getRecordedPath("1.0/cancel"),
      url,
      "--ignore=pieces,text,findings",
    );
    expect(err.match(/: answered$/gm)).toHaveLength(2);
    expect(out).toMatch(/^Task 1 +submitted → working → canceled$/m);
  });

  test("stops watching where the recorded client stopped", async () => {
    const { url } = await getAgent("1.0");
    const { err, out } = await resend(getRecordedPath("1.0/hang-up"), url);
    expect(err).toContain("Stopped watching after as many events as were recorded.");
    expect(out).toMatch(/^Task 1 +submitted → working$/m);
  });

  test("names the requests that are not resent, and saves the new run", async () => {
    const { url } = await getAgent("1.0");
    const push = { taskId: "t", pushNotificationConfig: { url: "https://example.org/hook" } };
    const log = new ReportLog()
      .addRequest("message/send", createSendMessageParams("plain", "m1"))
      .addHead(200, "application/json")
      .addEnd()
      .addRequest("tasks/pushNotificationConfig/set", push, "x2")
      .addHead(200, "application/json", "x2")
      .addEnd("complete", "x2")
      .addRequest("company/own", { a: 1 }, "x3")
      .addHead(200, "application/json", "x3")
      .addEnd("complete", "x3");
    const path = writeLog(log);
    const { err } = await resend(path, url, "-o", `${path}.new`);
    expect(err).toContain("tasks/pushNotificationConfig/set: not sent");
    expect(err).toContain("not taken from a log");
    expect(err).toContain("company/own: answered");
    const { timeline } = await readLog(`${path}.new`, process.stdin);
    const methods = timeline.exchanges.map(({ request }) => request?.method ?? null);
    expect(methods).toEqual([null, "SendMessage", "company/own"]);
    const bodies = timeline.exchanges.map(({ open }) => open.record.body ?? "").join("\n");
    expect(bodies).not.toContain("example.org");
    expect(bodies).not.toContain('"m1"');
  });

  test("reports where it looked for an agent that is not there", async () => {
    const { code, err } = await resend(getRecordedPath("1.0/stream"), "http://127.0.0.1:9");
    expect(code).toBe(2);
    expect(err).toMatch(/^loupe: no agent card found\. http:\/\/127\.0\.0\.1:9.*\n$/);
  });

  test("fails if the log contains no request", async () => {
    const { url } = await getAgent("1.0");
    const { code, err } = await resend(getFixturePath("shapes/caipe.sse"), url);
    expect(code).toBe(2);
    expect(err).toContain("contains no request that can be resent");
  });
});
