// Calls agents from the command line: with the extensions that a card requires, and without a card
// if the endpoint is known.
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createAgentPool } from "../e2e/agents/agents-by-version.ts";
import {
  type AgentBinding,
  startExtensionAgent,
  TRACKED_URI,
} from "../e2e/agents/extension-agent.ts";
import { createSendMessageParams, ReportLog } from "../fixtures/event-builders.ts";
import { runInTerminal } from "../fixtures/terminal.ts";
import { main as check } from "./check.ts";
import { main as record } from "./record.ts";
import { main as resend } from "./resend.ts";

const getAgent = createAgentPool();

const NEVER = new Promise<void>(() => undefined);
const newFile = () => join(mkdtempSync(join(tmpdir(), "loupe-reach-test-")), "run.jsonl");

const HEADERS: readonly [AgentBinding, string][] = [
  ["0.3", "x-a2a-extensions"],
  ["1.0", "a2a-extensions"],
  ["grpc", "a2a-extensions"],
];

type Command = (url: string) => ReturnType<typeof runInTerminal>;

const COMMANDS: Readonly<Record<string, Command>> = {
  record: (url) =>
    runInTerminal((terminal) => record([url, "-m", "hello", "-o", newFile()], terminal, NEVER)),
  check: (url) => runInTerminal((terminal) => check([url, "-m", "hello"], terminal, NEVER)),
  resend: (url) => runInTerminal((terminal) => resend([saveRecordedCall(), url], terminal)),
  "resend of a method that A2A does not have": (url) =>
    runInTerminal((terminal) => resend([saveRecordedCall("custom/method"), url], terminal)),
};

function saveRecordedCall(method = "message/send"): string {
  const log = new ReportLog()
    .addRequest(method, createSendMessageParams("hello", "m1"))
    .addHead(200, "application/json")
    .addEnd();
  const header = { r: "loupe", version: 1, id: "made", at: null, by: "test" };
  const file = newFile();
  writeFileSync(file, [header, ...log.records].map((one) => `${JSON.stringify(one)}\n`).join(""));
  return file;
}

const EACH = Object.keys(COMMANDS).flatMap((command) =>
  HEADERS.filter(([binding]) => binding !== "grpc" || !command.includes("method")).map(
    ([binding, header]): [string, AgentBinding, string] => [command, binding, header],
  ),
);

describe("an extension that the card requires", () => {
  test.each(EACH)("is requested by %s (%s)", async (command, binding, header) => {
    const agent = await startExtensionAgent(binding);
    onTestFinished(() => agent.close());
    const { err } = (await COMMANDS[command]?.(agent.url)) ?? { err: "no such command" };
    expect(
      agent.calls.map((headers) => headers[header]),
      err,
    ).toEqual([TRACKED_URI]);
    expect(err.toLowerCase()).toContain(`${header}: ${TRACKED_URI}`);
  });

  test("is not added to a given header, and what the header leaves out is named", async () => {
    const agent = await startExtensionAgent("1.0");
    onTestFinished(() => agent.close());
    const argv = [agent.url, "-m", "hello", "-H", "A2A-Extensions: urn:other", "-o", newFile()];
    const { code, err } = await runInTerminal((terminal) => record(argv, terminal, NEVER));
    expect(agent.calls.map((headers) => headers["a2a-extensions"])).toEqual(["urn:other"]);
    expect(err).toContain(
      `your A2A-Extensions header leaves out what the card requires: ${TRACKED_URI}`,
    );
    expect(code).toBe(1);
  });
});

describe("an endpoint without a card", () => {
  test("is called over gRPC with --binding grpc", async () => {
    const { grpcUrl } = await getAgent("1.0");
    const file = newFile();
    const argv = [new URL(grpcUrl ?? "").host, "--binding", "grpc", "-m", "plain", "-o", file];
    const { code, err } = await runInTerminal((terminal) => record(argv, terminal, NEVER));
    expect({ code, err }).toEqual({ code: 0, err: expect.stringMatching(/✓ completed/) });
    expect(err).toMatch(/without a card: gRPC, A2A 1\.0/);
    expect(readFileSync(file, "utf8")).toContain("/lf.a2a.v1.A2AService/SendStreamingMessage");
  });

  test.each([
    ["1.0", "jsonrpc", "rpcUrl"],
    ["0.3", "jsonrpc", "rpcUrl"],
    ["1.0", "http+json", "restUrl"],
  ] as const)("is called in %s over %s", async (version, binding, which) => {
    const agent = await getAgent(version);
    const url = agent[which] ?? "";
    const argv = [url, `--binding=${binding}`, "--a2a-version", version, "-m", "plain"];
    const { code, out, err } = await runInTerminal((terminal) =>
      check([...argv, "--json"], terminal, NEVER),
    );
    expect(code, err).toBe(0);
    expect(JSON.parse(out).logs).toHaveLength(1);
  });

  test("a gRPC port is recognized, and the error shows how to call it", async () => {
    const { grpcUrl } = await getAgent("0.3");
    const argv = [grpcUrl ?? "", "-m", "plain"];
    const { code, err } = await runInTerminal((terminal) => record(argv, terminal, NEVER));
    expect(code).toBe(2);
    expect(err).toContain("The server speaks only HTTP/2");
    expect(err).toContain("--binding grpc --a2a-version 0.3");
  });

  test("needs a message for a check", async () => {
    const { grpcUrl } = await getAgent("1.0");
    const argv = [grpcUrl ?? "", "--binding", "grpc"];
    const { code, err } = await runInTerminal((terminal) => check(argv, terminal, NEVER));
    expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(/needs a message/) });
  });
});
