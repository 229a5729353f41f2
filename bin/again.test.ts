// Recorded runs sent again to real agents of the same and of other generations.
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createAgentPool } from "../e2e/agents/agents-by-version.ts";
import { createSendMessageParams, ReportLog } from "../fixtures/event-builders.ts";
import { getFixturePath } from "../fixtures/read-fixture.ts";
import { runInTerminal } from "../fixtures/terminal.ts";
import { main } from "./again.ts";
import { parseResendArguments } from "./again-arguments.ts";
import { readLog } from "./read-log.ts";

const agentOf = createAgentPool();

const again = (...argv: string[]) => runInTerminal((terminal) => main(argv, terminal));

const recorded = (name: string) => getFixturePath(`recorded/${name}.jsonl`);
const written = (log: ReportLog) => {
  const path = join(mkdtempSync(join(tmpdir(), "loupe-again-test-")), "log.jsonl");
  const header = { r: "loupe", version: 1, id: "made", at: null, by: "test" };
  const lines = [header, ...log.records].map((record) => `${JSON.stringify(record)}\n`);
  writeFileSync(path, lines.join(""));
  return path;
};

describe("what it is asked for", () => {
  test("a log, an address, headers, and how to compare", () => {
    expect(
      parseResendArguments(["a", "b", "-o", "c", "--header=X: y", "--limit", "2", "--text"]),
    ).toEqual({
      log: "a",
      address: "b",
      output: "c",
      headers: [["X", "y"]],
      headersTo: [],
      limitMs: 2000,
      waitMs: 0,
      limits: {},
      binding: null,
      version: null,
      rest: ["--text"],
    });
  });

  test.each([
    [["a"], /needs a log and the address/],
    [["a", "b", "--header", "none"], /--header needs "Name: value"/],
    [["a", "b", "--limit", "0"], /--limit needs/],
    [["a", "b", "--fast"], /unknown option "--fast"/],
  ])("%j is refused", (argv, reason) => {
    expect(parseResendArguments(argv)).toMatch(reason);
  });
});

describe("a recorded run, sent again", () => {
  test.each(["input-required", "two", "replace", "message", "fail"])(
    "to the agent that it was recorded from says the same: %s",
    async (name) => {
      const { url } = await agentOf("1.0");
      const { code, out, err } = await again(recorded(`1.0/${name}`), url, "--ignore", "pieces");
      expect(err).toMatch(/: answered$/m);
      expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining("say the same in") });
    },
  );

  test.each([
    ["0.3", "1.0", false],
    ["1.0", "0.3", false],
    ["0.2", "1.0", true],
    ["1.0", "0.2", false],
    ["0.3", "0.1", false],
  ] as const)("from %s to %s (by gRPC: %s), asked and answered", async (from, to, prefersGrpc) => {
    const { url } = await agentOf(to, prefersGrpc);
    const { out } = await again(
      recorded(`${from}/input-required`),
      url,
      "--ignore=pieces,findings",
    );
    expect(out).toContain("working → input-required → working → completed");
    // A log without a card shows no more than which generation it is.
    expect(out).toMatch(
      new RegExp(`\\| A2A ${to}.*${prefersGrpc ? "gRPC" : ""}|over JSON-RPC$`, "m"),
    );
    expect(out).not.toContain("[-");
  });

  test("cancels in the middle, as it had been cancelled", async () => {
    const { url } = await agentOf("0.3");
    const { out, err } = await again(recorded("1.0/cancel"), url, "--ignore=pieces,text,findings");
    expect(err.match(/: answered$/gm)).toHaveLength(2);
    expect(out).toMatch(/^Task 1 +submitted → working → canceled$/m);
  });

  test("stops watching where the client had stopped watching", async () => {
    const { url } = await agentOf("1.0");
    const { err, out } = await again(recorded("1.0/hang-up"), url);
    expect(err).toContain("Stopped watching after as much as was recorded.");
    expect(out).toMatch(/^Task 1 +submitted → working$/m);
  });

  test("leaves out by name what is not sent again, and keeps the new run", async () => {
    const { url } = await agentOf("1.0");
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
    const path = written(log);
    const { err } = await again(path, url, "-o", `${path}.new`);
    expect(err).toContain("tasks/pushNotificationConfig/set: not sent");
    expect(err).toContain("not taken from a log");
    expect(err).toContain("company/own: answered");
    const { timeline } = await readLog(`${path}.new`, process.stdin);
    const asked = timeline.exchanges.map(({ request }) => request?.method ?? null);
    expect(asked).toEqual([null, "SendMessage", "company/own"]);
    const bodies = timeline.exchanges.map(({ open }) => open.record.body ?? "").join("\n");
    expect(bodies).not.toContain("example.org");
    expect(bodies).not.toContain('"m1"');
  });

  test("finds no agent, and says where it looked", async () => {
    const { code, err } = await again(recorded("1.0/stream"), "http://127.0.0.1:9");
    expect(code).toBe(2);
    expect(err).toMatch(/^loupe: http:\/\/127\.0\.0\.1:9.*\n$/);
  });

  test("has nothing to send where the log holds no request", async () => {
    const { url } = await agentOf("1.0");
    const { code, err } = await again(getFixturePath("shapes/caipe.sse"), url);
    expect(code).toBe(2);
    expect(err).toContain("holds no request that can be sent again");
  });
});
