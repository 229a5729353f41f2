// Live agents of several generations, recorded from the command line.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text as textOf } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import type { AgentVersion } from "../e2e/agents/agent.ts";
import { createAgentPool } from "../e2e/agents/agents-by-version.ts";
import { startFaultAgent } from "../e2e/agents/fault-agent.ts";
import { startGuardedAgent } from "../e2e/agents/guarded-agent.ts";
import { runInTerminal } from "../fixtures/terminal.ts";
import { readLog } from "./read-log.ts";
import { main } from "./record.ts";
import { parseRecordArguments } from "./record-arguments.ts";

const agentOf = createAgentPool();

const NEVER = new Promise<void>(() => undefined);
const record = (argv: readonly string[], stopped: Promise<unknown> = NEVER) =>
  runInTerminal((terminal) => main(argv, terminal, stopped));

const newFile = (name = "run.jsonl") =>
  join(mkdtempSync(join(tmpdir(), "loupe-record-test-")), name);
const timelineOf = async (log: string, text = "") =>
  (
    await readLog(
      log,
      (async function* () {
        yield text;
      })(),
    )
  ).timeline;

describe("what it is asked for", () => {
  test("an agent, messages, and how they are sent", () => {
    const argv = ["-m", "a", "http://x", "--message=b", "-H", "A: b", "--send", "--task", "t"];
    const more = ["--context=c", '--data={"n":1}', "--file", "f", "--limit=2", "-o", "-"];
    more.push("--binding=grpc", "--a2a-version", "0.3");
    more.push("--headers-to", "https://x.example/a2a", "--max-answer", "5MB", "--idle-timeout=90");
    expect(parseRecordArguments([...argv, ...more])).toEqual({
      address: "http://x",
      file: null,
      isForced: false,
      run: {
        messages: ["a", "b"],
        headers: [["A", "b"]],
        headersTo: ["https://x.example"],
        operation: "send",
        taskId: "t",
        contextId: "c",
        data: [{ n: 1 }],
        files: ["f"],
        limitMs: 2000,
        waitMs: 0,
        binding: "grpc",
        version: "0.3",
        limits: { answerBytes: 5_000_000, silenceMs: 90_000 },
        also: new Set(),
      },
    });
  });

  test.each([
    [[], /the address of one agent/],
    [["a", "b", "-m", "x"], /the address of one agent/],
    [["a"], /needs a message: -m TEXT/],
    [["a", "-m"], /-m needs a value/],
    [["a", "-m", "x", "-H", "none"], /-H needs "Name: value"/],
    [["a", "-m", "x", "--headers-to", "x"], /--headers-to needs an origin/],
    [["a", "-m", "x", "--timeout", "0"], /--timeout needs a number of seconds/],
    [["a", "-m", "x", "--max-answer", "5"], /--max-answer must be from 1 KB to 1 TB/],
    [["a", "-m", "x", "--idle-timeout=soon"], /--idle-timeout must be a time such as 30 s/],
    [["a", "-m", "x", "--data", "{"], /--data needs JSON/],
    [["a", "-m", "x", "--also", "list"], /--also needs some of send, get, not "list"/],
    [["a", "-m", "x", "--binding=soap"], /--binding needs one of jsonrpc, http\+json, grpc/],
    [["a", "-m", "x", "--a2a-version=2"], /--a2a-version needs one of .*1\.0, 0\.3, .*not "2"/],
    [["a", "-m", "x", "--fast"], /unknown option "--fast"/],
  ])("%j is refused", (argv, reason) => {
    expect(parseRecordArguments(argv)).toMatch(reason);
  });
});

describe("a run", () => {
  test.each<[AgentVersion, boolean]>([
    ["0.1", false],
    ["0.2", false],
    ["0.3", true],
    ["1.0", false],
  ])(
    "of an agent of %s (by gRPC: %s): asked, and answered in the same task",
    async (generation, grpc) => {
      const { url } = await agentOf(generation, grpc);
      const file = newFile();
      const { code, out, err } = await record([url, "-m", "input", "-m", "blue", "-o", file]);
      expect({ code, out }).toEqual({ code: 0, out: "" });
      expect(err).toMatch(/input-required \(\d+ events?\)[\s\S]*✓ completed: /);
      const { tasks, calls, exchanges } = await timelineOf(file);
      expect(tasks).toHaveLength(1);
      expect(tasks[0]?.state).toBe("completed");
      expect(calls).toBe(2);
      expect(exchanges.every(({ end }) => end?.record.cause === "complete")).toBe(true);
    },
  );

  test("goes on in the context of a task that is over, and ends with what else was asked for", async () => {
    const { url } = await agentOf("1.0");
    const { code, out, err } = await record([url, "-m", "plain", "-m", "plain", "--also=get,send"]);
    expect(code).toBe(0);
    expect(err).toContain("the task, as the agent keeps it");
    const { tasks, exchanges } = await timelineOf("-", out);
    const operations = exchanges.flatMap(({ request }) => request?.operation ?? []);
    expect(operations).toEqual(["stream", "stream", "get", "send"]);
    const contexts = tasks.map((task) => task.contexts.latest);
    expect(contexts).toHaveLength(3);
    expect(contexts[1]).toBe(contexts[0]);
    expect(contexts[2]).not.toBe(contexts[0]);
  });

  test("in one piece, with data and a file, to a task of before", async () => {
    const { url } = await agentOf("0.3");
    const paper = newFile("notes.txt");
    writeFileSync(paper, "tide at 14:20");
    const first = await timelineOf("-", (await record([url, "-m", "input"])).out);
    const taskId = first.tasks[0]?.id ?? "";
    const { out } = await record([
      url,
      "-m",
      "blue",
      "--send",
      "--task",
      taskId,
      "--data=[1]",
      "--file",
      paper,
    ]);
    const { exchanges } = await timelineOf("-", out);
    const sent = exchanges.find(({ request }) => request?.operation === "send")?.request;
    expect(sent?.taskId).toBe(taskId);
    expect(sent?.message?.parts).toMatchObject([
      { kind: "text", text: "blue" },
      { kind: "data", data: [1] },
      { kind: "file", name: "notes.txt", mediaType: "text/plain", bytes: btoa("tide at 14:20") },
    ]);
  });

  test("holds no credential, not even as an echo", async () => {
    const agent = await startGuardedAgent({
      card: {},
      guardsCard: true,
      checkRequest: ({ headers }) =>
        headers.authorization === "Bearer s3cret-word" ? null : "Bearer",
    });
    onTestFinished(() => agent.close());
    const { code, out } = await record([
      agent.url,
      "-m",
      "hi",
      "-H",
      "Authorization: Bearer s3cret-word",
    ]);
    expect(code).toBe(0);
    expect(agent.calls).toHaveLength(1);
    expect(out).toContain("You showed");
    expect(out).toContain("masked");
    expect(out).not.toContain("s3cret");
  });

  test("takes credentials to no other origin that the card names, unless told to", async () => {
    const elsewhere = await startGuardedAgent({ card: {}, checkRequest: () => null });
    const agent = await startGuardedAgent({
      card: {},
      guardsCard: true,
      interfaceUrl: `${elsewhere.url}/`,
      checkRequest: ({ headers }) => (headers["x-harbour"] === "s3cret-word" ? null : ""),
    });
    onTestFinished(async () => {
      await agent.close();
      await elsewhere.close();
    });
    const headers = ["-H", "X-Harbour: s3cret-word", "-H", "A2A-Extensions: https://e.example"];
    const asked = [agent.url, "-m", "hi", ...headers];
    const { code, err } = await record(asked);
    expect(code).toBe(0);
    expect(err).toContain(
      `not sent to ${elsewhere.url}, which only the card names: X-Harbour (--headers-to`,
    );
    expect(JSON.stringify(elsewhere.calls)).not.toContain("s3cret");
    expect(elsewhere.calls[0]?.headers["a2a-extensions"]).toBe("https://e.example");

    await record([...asked, "--headers-to", elsewhere.url]);
    expect(elsewhere.calls[1]?.headers["x-harbour"]).toBe("s3cret-word");
  });
});

test("as a real process, interrupted: the log is whole, and goes on into a check", async () => {
  const command = fileURLToPath(new URL("loupe.mjs", import.meta.url));
  const { url } = await agentOf("1.0");
  const child = spawn(process.execPath, [command, "record", url, "-m", "slow"]);
  onTestFinished(() => void child.kill("SIGKILL"));
  const log = textOf(child.stdout);
  for await (const line of createInterface({ input: child.stderr })) {
    if (line.includes("working")) child.kill("SIGINT");
  }
  const [code] = child.exitCode === null ? await once(child, "exit") : [child.exitCode];
  expect(code).toBe(1);
  const checker = spawn(process.execPath, [command, "check", "-"]);
  onTestFinished(() => void checker.kill("SIGKILL"));
  const told = textOf(checker.stdout);
  checker.stdin.end(await log);
  expect(await told).toMatch(/failed: verdict\/cut\n$/);
});

describe("what goes wrong", () => {
  test("a run that ended badly is kept, and says so", async () => {
    const agent = await startFaultAgent();
    onTestFinished(() => agent.close());
    const file = newFile();
    const { code, err } = await record([agent.url, "-m", "cut", "-o", file]);
    expect(code).toBe(1);
    expect(err).toMatch(/^✗ cut: /m);
    expect((await timelineOf(file)).tasks[0]?.state).toBe("working");
  });

  test("an answer that does not end is hung up", async () => {
    const agent = await startFaultAgent();
    onTestFinished(() => agent.close());
    const { code, out, err } = await record([agent.url, "-m", "stall", "--limit", "0.3"]);
    expect(code).toBe(1);
    expect(err).toContain("stopped watching: it had not ended after");
    const { exchanges } = await timelineOf("-", out);
    expect(exchanges.at(-1)?.end?.record).toMatchObject({
      cause: "limit",
      error: { by: "loupe", message: expect.stringContaining("0.3 s, the most by --limit") },
    });
  });

  test("stopped in the middle, what came is there", async () => {
    const { url } = await agentOf("1.0");
    const file = newFile();
    let stop: () => void = () => undefined;
    const stopped = new Promise<void>((resolve) => {
      stop = resolve;
    });
    const errors: string[] = [];
    const terminal = {
      stdout: { write: () => undefined },
      stderr: {
        isTTY: true,
        write(text: string) {
          errors.push(text);
          // The count of a run that goes on.
          if (/ [4-9] events/.test(text)) stop();
        },
      },
    };
    expect(await main([url, "-m", "slow", "-m", "never said", "-o", file], terminal, stopped)).toBe(
      1,
    );
    expect(errors.join("")).toContain("stopped\n");
    const { exchanges, calls } = await timelineOf(file);
    expect(calls).toBe(1);
    expect(exchanges.at(-1)?.end?.record.cause).toBe("aborted");
  });

  test("a file that is there stays as it is, unless that is asked for", async () => {
    const { url } = await agentOf("1.0");
    const file = newFile();
    writeFileSync(file, "mine");
    const { code, err } = await record([url, "-m", "message", "-o", file]);
    expect(code).toBe(2);
    expect(err).toMatch(/^loupe: cannot write .*--force replaces it\n$/);
    expect(readFileSync(file, "utf8")).toBe("mine");
    expect((await record([url, "-m", "message", "-o", file, "--force"])).code).toBe(0);
    expect((await timelineOf(file)).calls).toBe(1);
  });

  test("a folder that is not there is told before anything is said to the agent", async () => {
    const { code, err } = await record([
      "http://127.0.0.1:9",
      "-m",
      "x",
      "-o",
      "/no/such/run.jsonl",
    ]);
    expect(code).toBe(2);
    expect(err).toMatch(/^loupe: cannot write \/no\/such\/run\.jsonl: its folder is not there/);
  });

  test("without an agent nothing is written", async () => {
    const file = newFile();
    const { code, err } = await record(["http://127.0.0.1:9", "-m", "x", "-o", file]);
    expect(code).toBe(2);
    expect(err).toMatch(/^loupe: http:\/\/127\.0\.0\.1:9.*\n$/);
    expect(existsSync(file)).toBe(false);
  });
});
