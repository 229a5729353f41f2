// Records live agents of several protocol versions from the command line.
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
import { startLandingAgent } from "../e2e/agents/landing-agent.ts";
import { runInTerminal } from "../fixtures/terminal.ts";
import { parseArguments } from "./command-line.ts";
import { readLog } from "./read-log.ts";
import { main, RECORD } from "./record.ts";

const getAgent = createAgentPool();

const NEVER = new Promise<void>(() => undefined);
const record = (argv: readonly string[], stopped: Promise<unknown> = NEVER) =>
  runInTerminal((terminal) => main(argv, terminal, stopped));

const newFile = (name = "run.jsonl") =>
  join(mkdtempSync(join(tmpdir(), "loupe-record-test-")), name);
const readTimeline = async (log: string, text = "") =>
  (
    await readLog(
      log,
      (async function* () {
        yield text;
      })(),
    )
  ).timeline;

describe("arguments", () => {
  test("parses an agent, messages and how to send them", () => {
    const argv = ["-m", "a", "http://x", "--message=b", "-H", "A: b", "--no-stream", "--task", "t"];
    const more = ["--context=c", '--data={"n":1}', "--file", "f", "--timeout=2", "-o", "-"];
    more.push("--binding=grpc", "--a2a-version", "0.3");
    more.push(
      "--headers-to",
      "https://x.example/a2a",
      "--max-response",
      "5MB",
      "--idle-timeout=90",
    );
    expect(parseArguments(RECORD, [...argv, ...more])).toEqual({
      address: "http://x",
      json: false,
      file: null,
      isForced: false,
      telemetry: { otlp: null, hasOtlpContent: false },
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

  test("accepts the earlier names of options", () => {
    const former = ["--limit=2", "--send", "--max-answer", "5MB"];
    const current = ["--timeout=2", "--no-stream", "--max-response", "5MB"];
    const parse = (options: string[]) => parseArguments(RECORD, ["a", "-m", "x", ...options]);
    expect(parse(former)).toEqual(parse(current));
    expect(parse(current)).toMatchObject({ run: { limitMs: 2000, operation: "send" } });
  });

  test.each([
    [[], /the address of one agent/],
    [["a", "b", "-m", "x"], /the address of one agent/],
    [["a"], /needs a message: -m TEXT/],
    [["a", "-m"], /-m needs a value/],
    [["a", "-m", "x", "-H", "none"], /-H needs "Name: value"/],
    [["a", "-m", "x", "--headers-to", "x"], /--headers-to needs an origin/],
    [["a", "-m", "x", "--timeout", "0"], /--timeout needs a number of seconds/],
    [["a", "-m", "x", "--max-response", "5"], /--max-response must be from 1 KB to 1 TB/],
    [["a", "-m", "x", "--idle-timeout=soon"], /--idle-timeout must be a time such as 30 s/],
    [["a", "-m", "x", "--data", "{"], /--data needs valid JSON/],
    [["a", "-m", "x", "--also", "list"], /--also needs one or more of send, get, not "list"/],
    [["a", "-m", "x", "--binding=soap"], /--binding needs one of jsonrpc, http\+json, grpc/],
    [["a", "-m", "x", "--a2a-version=2"], /--a2a-version needs one of .*1\.0, 0\.3, .*not "2"/],
    [["a", "-m", "x", "--fast"], /unknown option "--fast"/],
  ])("rejects %j", (argv, reason) => {
    expect(() => parseArguments(RECORD, argv)).toThrow(reason);
  });
});

describe("recording", () => {
  test.each<[AgentVersion, boolean]>([
    ["0.1", false],
    ["0.2", false],
    ["0.3", true],
    ["1.0", false],
  ])(
    "an agent of version %s (over gRPC: %s) continues the task that waits for input",
    async (version, grpc) => {
      const { url } = await getAgent(version, grpc);
      const file = newFile();
      const { code, out, err } = await record([url, "-m", "input", "-m", "blue", "-o", file]);
      expect({ code, out }).toEqual({ code: 0, out: "" });
      expect(err).toMatch(/input-required \(\d+ events?\)[\s\S]*✓ completed: /);
      const { tasks, calls, exchanges } = await readTimeline(file);
      expect(tasks).toHaveLength(1);
      expect(tasks[0]?.state).toBe("completed");
      expect(calls).toBe(2);
      expect(exchanges.every(({ end }) => end?.record.cause === "complete")).toBe(true);
    },
  );

  test("continues the context of a finished task, then makes the --also calls", async () => {
    const { url } = await getAgent("1.0");
    const { code, out, err } = await record([url, "-m", "plain", "-m", "plain", "--also=get,send"]);
    expect(code).toBe(0);
    expect(err).toContain("stored task");
    const { tasks, exchanges } = await readTimeline("-", out);
    const operations = exchanges.flatMap(({ request }) => request?.operation ?? []);
    expect(operations).toEqual(["stream", "stream", "get", "send"]);
    const contexts = tasks.map((task) => task.contexts.latest);
    expect(contexts).toHaveLength(3);
    expect(contexts[1]).toBe(contexts[0]);
    expect(contexts[2]).not.toBe(contexts[0]);
  });

  test("sends without streaming, with data and a file, to an earlier task", async () => {
    const { url } = await getAgent("0.3");
    const paper = newFile("notes.txt");
    writeFileSync(paper, "tide at 14:20");
    const first = await readTimeline("-", (await record([url, "-m", "input"])).out);
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
    const { exchanges } = await readTimeline("-", out);
    const sent = exchanges.find(({ request }) => request?.operation === "send")?.request;
    expect(sent?.taskId).toBe(taskId);
    expect(sent?.message?.parts).toMatchObject([
      { kind: "text", text: "blue" },
      { kind: "data", data: [1] },
      { kind: "file", name: "notes.txt", mediaType: "text/plain", bytes: btoa("tide at 14:20") },
    ]);
  });

  test("writes no credential, not even an echoed one", async () => {
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

  test("sends credentials to another origin that the card names only with --headers-to", async () => {
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
    const argv = [agent.url, "-m", "hi", ...headers];
    const { code, err } = await record(argv);
    expect(code).toBe(0);
    expect(err).toContain(
      `not sent to ${elsewhere.url}, which only the card names: X-Harbour (to send, add --headers-to ${elsewhere.url})`,
    );
    expect(JSON.stringify(elsewhere.calls)).not.toContain("s3cret");
    expect(elsewhere.calls[0]?.headers["a2a-extensions"]).toBe("https://e.example");

    await record([...argv, "--headers-to", elsewhere.url]);
    expect(elsewhere.calls[1]?.headers["x-harbour"]).toBe("s3cret-word");
  });
});

test("as a real process, interrupted: the log is complete and can be checked", async () => {
  const command = fileURLToPath(new URL("loupe.mjs", import.meta.url));
  const { url } = await getAgent("1.0");
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
  const output = textOf(checker.stdout);
  checker.stdin.end(await log);
  expect(await output).toMatch(/failed: verdict\/cut\n$/);
});

describe("failures", () => {
  test("a run that ended badly is saved and reported", async () => {
    const agent = await startFaultAgent();
    onTestFinished(() => agent.close());
    const file = newFile();
    const { code, err } = await record([agent.url, "-m", "cut", "-o", file]);
    expect(code).toBe(1);
    expect(err).toMatch(/^✗ connection lost: /m);
    expect((await readTimeline(file)).tasks[0]?.state).toBe("working");
  });

  test("a response that does not end is closed at the timeout", async () => {
    const agent = await startFaultAgent();
    onTestFinished(() => agent.close());
    const { code, out, err } = await record([agent.url, "-m", "stall", "--timeout", "0.3"]);
    expect(code).toBe(1);
    expect(err).toContain("timed out: the response had not ended after");
    const { exchanges } = await readTimeline("-", out);
    expect(exchanges.at(-1)?.end?.record).toMatchObject({
      cause: "limit",
      error: { by: "loupe", message: expect.stringContaining("0.3 s, the limit set by --timeout") },
    });
  });

  test("a run stopped in the middle keeps what was received", async () => {
    const { url } = await getAgent("1.0");
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
          // The status line with the number of events.
          if (/ [4-9] events/.test(text)) stop();
        },
      },
    };
    expect(await main([url, "-m", "slow", "-m", "never sent", "-o", file], terminal, stopped)).toBe(
      1,
    );
    expect(errors.join("")).toContain("stopped\n");
    const { exchanges, calls } = await readTimeline(file);
    expect(calls).toBe(1);
    expect(exchanges.at(-1)?.end?.record.cause).toBe("aborted");
  });

  test("an existing file is replaced only with --force", async () => {
    const { url } = await getAgent("1.0");
    const file = newFile();
    writeFileSync(file, "mine");
    const { code, err } = await record([url, "-m", "message", "-o", file]);
    expect(code).toBe(2);
    expect(err).toMatch(/^loupe: cannot write .*use --force to replace it\n$/);
    expect(readFileSync(file, "utf8")).toBe("mine");
    expect((await record([url, "-m", "message", "-o", file, "--force"])).code).toBe(0);
    expect((await readTimeline(file)).calls).toBe(1);
  });

  test("a missing folder is reported before anything is sent", async () => {
    const { code, err } = await record([
      "http://127.0.0.1:9",
      "-m",
      "x",
      "-o",
      "/no/such/run.jsonl",
    ]);
    expect(code).toBe(2);
    expect(err).toMatch(/^loupe: cannot write \/no\/such\/run\.jsonl: its folder does not exist/);
  });

  test("an agent behind a landing object is found, and what it says when it fails is quoted", async () => {
    const agent = await startLandingAgent();
    onTestFinished(agent.close);
    const file = newFile();
    const { code, err } = await record([agent.url, "-m", "x", "--no-stream", "-o", file]);
    expect(code).toBe(1);
    expect(err).toContain("HTTP 500: “Error: Message.__init__() got an unexpected keyword");
    expect(agent.requests).toEqual([
      "GET /.well-known/agent-card.json",
      "GET /a2a/agent.json",
      "POST /a2a",
    ]);
  });

  test("a search for a card that ends without one says all that was tried", async () => {
    const agent = await startLandingAgent({ cardPath: null, link: "http://other.example/card" });
    onTestFinished(agent.close);
    const { code, err } = await record([agent.url, "-m", "x", "-o", newFile()]);
    expect(code).toBe(2);
    for (const request of agent.requests) {
      expect(err).toContain(`${agent.url}${request.replace("GET ", "")}: HTTP 200, but`);
    }
    expect(agent.requests.length).toBeGreaterThan(4);
    expect(err).toContain("it names one at http://other.example/card, which is not on its origin");
  });

  test("without an agent, nothing is written", async () => {
    const file = newFile();
    const { code, err } = await record(["http://127.0.0.1:9", "-m", "x", "-o", file]);
    expect(code).toBe(2);
    expect(err).toMatch(/^loupe: no agent card found\. http:\/\/127\.0\.0\.1:9.*\n$/);
    expect(existsSync(file)).toBe(false);
  });
});
