// Recordings are served to real processes: a client written by hand, right and wrong in many ways, and
// the three generations of the JavaScript SDK.
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { getFixturePath, readFixtureBytes } from "../fixtures/read-fixture.ts";
import { runInTerminal } from "../fixtures/terminal.ts";
import type { ClientResult } from "../lib/clients/client-result.ts";
import type { VariantResult } from "../lib/clients/stress-result.ts";
import type { ConformResult } from "../lib/conform/grade.ts";
import { main } from "./client.ts";
import { CLIENT } from "./client-options.ts";
import { parseArguments } from "./command-line.ts";
import { main as conform } from "./conform.ts";
import { main as inspect } from "./inspect.ts";

const DRIVER = getFixturePath("client-driver.mjs");
const NEVER = new Promise<never>(() => {});

async function run(log: string, ...args: string[]) {
  const path = log.includes("/") && !log.startsWith("/") ? getFixturePath(log) : log;
  return runInTerminal((terminal) => main([path, ...args], terminal, NEVER));
}

async function runDriver(log: string, fault: string, ...args: string[]) {
  const { code, out } = await run(log, "--driver", `node "${DRIVER}" ${fault}`, "--json", ...args);
  const [client] = JSON.parse(out).clients as [ClientResult];
  return { code, ...client };
}

const kindsOf = ({ differences }: Pick<ClientResult, "differences">) =>
  differences.map(({ kind, event }) => [kind, event]);

describe("a client that is right", () => {
  test.each([
    "recorded/0.2/stream.jsonl",
    "recorded/0.3/input-required.jsonl",
    "recorded/1.0/cancel.jsonl",
    "recorded/1.0/unknown-task.jsonl",
    "recorded/0.3/hang-up.jsonl",
    "recorded/faults/cut.jsonl",
    "recorded/faults/http-500.jsonl",
    "recorded/faults/stall.jsonl",
    "recorded/frameworks/mastra-tools.jsonl",
    "shapes/rest-0.3.sse",
    "shapes/crlf-keep-alive.sse",
    "shapes/envelopes.jsonl",
    "formats/collector-kubectl.log",
    "formats/har-chrome-events.har",
    "formats/times-seconds.json",
  ])("hands over %s", async (name) => {
    const result = await runDriver(name, "none", "--speed", "max");
    expect(result).toMatchObject({ code: 0, verdict: "same", differences: [] });
  });

  test("events in order, with the numbers of the run", async () => {
    const { exchanges } = await runDriver("recorded/0.3/input-required.jsonl", "none");
    expect(exchanges.map(({ exchange, wire, received }) => [exchange, wire, received])).toEqual([
      [1, 3, 3],
      [2, 4, 4],
    ]);
  });
});

describe("a client that is wrong", () => {
  const LOG = "recorded/0.3/stream.jsonl";

  test.each([
    ["lose", [["lost", 3]], /drops artifact answer \(event 3\)\.$/],
    ["double", [["doubled", 3]], /hands over artifact answer \(event 3\) more than once\.$/],
    ["reorder", [["reordered", 3]], /artifact answer \(event 3\) out of order\.$/],
    ["change", [["changed", 3]], /artifact\.parts\[0\]\.text .* from "Grüße" to "Gruesse"\.$/],
    ["throw", [["thrown", 3]], /“TypeError: cannot read that” at artifact answer .* 9 events/],
    ["report", [["thrown", 3]], /“ClientError: cannot read that” at artifact answer/],
  ])("to %s differs", async (fault, kinds, sentence) => {
    const result = await runDriver(LOG, fault);
    expect(kindsOf(result)).toEqual(kinds);
    expect(result).toMatchObject({ code: 1, verdict: "differs" });
    expect(result.sentence).toMatch(sentence);
    expect(result.differences[0]).toMatchObject({ exchange: 2, frame: 3, runEvent: 3 });
  });

  test.each([
    ["hang", [], /did not end within 1 s of the end of the response\.$/],
    ["early", Array.from({ length: 9 }, (_, i) => ["lost", i + 3]), /ended without {"done": true}/],
    ["log", [], /prints a line that is no event, error or end \(line 1: "connecting …"\)/],
    ["refuse", [], /exit code 1 before it asked for the response: no such module\.$/],
    ["unable", [], /threw before it asked for the response: ImportError: no such module\.$/],
    ["silent", [], /never asked for the response\.$/],
    ["endless", null, /prints more than \d+ events\.$/],
  ])("to %s fails", async (fault, kinds, sentence) => {
    const result = await runDriver(LOG, fault, "--timeout", "1");
    if (kinds !== null) expect(kindsOf(result)).toEqual(kinds);
    expect(result).toMatchObject({ code: 1, verdict: "failed" });
    expect(result.sentence).toMatch(sentence);
  });

  test("a program that cannot be started fails", async () => {
    const { code, out } = await run(LOG, "--driver", "/no/such/program", "--json");
    expect(code).toBe(1);
    expect(JSON.parse(out).clients).toMatchObject([
      { verdict: "failed", sentence: expect.stringMatching(/could not be started: .*ENOENT\.$/) },
    ]);
  });

  test("in the second turn is named with its exchange", async () => {
    const result = await runDriver("recorded/1.0/input-required.jsonl", "lose");
    expect(result.differences.map(({ exchange, event }) => [exchange, event])).toEqual([
      [1, 3],
      [2, 3],
    ]);
    expect(result.differences[1]?.runEvent).toBe(5);
  });

  test("is listed in text, with a verdict for each", async () => {
    const drivers = ["--driver", `node ${DRIVER}`, "--driver", `node ${DRIVER} lose`];
    const { code, out } = await run(LOG, ...drivers, "--all");
    expect(code).toBe(1);
    const [first, ...rest] = out.split("\n");
    expect(first).toMatch(/^✓ node .* hands over all 11 events as the agent sent them\.$/);
    expect(rest.filter((line) => line.startsWith("✗"))).toHaveLength(1);
    expect(rest.filter((line) => / equal +/.test(line))).toHaveLength(21);
    expect(rest).toContainEqual(expect.stringMatching(/^ {9}3 {2}lost {7}artifact answer$/));
  });
});

describe("what a driver is told", () => {
  /** What the driver read, with the card at the address that it was given. */
  async function getJob(log: string) {
    const folder = mkdtempSync(join(tmpdir(), "loupe-client-"));
    const [program, told, path] = ["tell.mjs", "told.json", "run.jsonl"].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    writeFileSync(
      program,
      `import { writeFileSync } from "node:fs";
       let text = ""; for await (const chunk of process.stdin) text += chunk;
       const job = JSON.parse(text);
       const card = await fetch(job.cardUrl).then((it) => it.json());
       writeFileSync(${JSON.stringify(told)}, JSON.stringify({ job, card }));`,
    );
    writeFileSync(path, log);
    await run(path, "--driver", `node "${program}"`);
    return JSON.parse(readFileSync(told, "utf8"));
  }

  test("where to connect, the card, the recorded request and its version, but no credential", async () => {
    const text = readFixtureBytes("recorded/0.3/stream.jsonl").toString();
    const configuration =
      '"configuration":{"pushNotificationConfig":{"url":"http://push.example","token":"push-secret"}},';
    const log = text
      .replace('\\"params\\":{', `\\"params\\":{${configuration.replaceAll('"', '\\"')}`)
      .replace('"headers":[', '"headers":[["authorization","Bearer wire-secret"],');
    expect(log).toContain("push-secret");
    const told = await getJob(log);
    expect(JSON.stringify(told)).not.toContain("secret");
    const { job, card } = told;
    expect(job).toMatchObject({ version: "0.3", binding: "jsonrpc", operation: "stream" });
    expect(job.request).toMatchObject({ method: "message/stream", params: { message: {} } });
    expect(new URL(job.url).hostname).toBe("127.0.0.1");
    expect(card.url).toBe(job.url);
  });
});

describe("a driver that knows no SDK", () => {
  const EVENTS = [
    { task: { id: "t", contextId: "c", status: { state: "TASK_STATE_SUBMITTED" } } },
    { statusUpdate: { taskId: "t", contextId: "c", status: { state: "TASK_STATE_COMPLETED" } } },
  ];

  /** A stream of 1.0 over HTTP+JSON. */
  function createRestLog(): string {
    const body = { message: { messageId: "m", role: "ROLE_USER", parts: [{ text: "hi" }] } };
    const url = "http://agent.example/a2a/message:stream";
    const headers = [["content-type", "application/json"]];
    const open = { r: "open", x: "x1", t: 0, method: "POST", url, headers };
    const type = ["content-type", "text/event-stream"];
    const records = [
      { ...open, body: JSON.stringify(body) },
      { r: "head", x: "x1", t: 1, status: 200, headers: [type] },
      ...EVENTS.map((one, i) => ({
        r: "data",
        x: "x1",
        t: i + 2,
        text: `data: ${JSON.stringify(one)}\n\n`,
      })),
      { r: "end", x: "x1", t: 9, cause: "complete" },
    ];
    return records.map((record) => `${JSON.stringify(record)}\n`).join("");
  }

  test.each(["", "/message:stream", "/v1/message:stream"])(
    "gets a stream of HTTP+JSON at the address with %j",
    async (path) => {
      const folder = mkdtempSync(join(tmpdir(), "loupe-client-"));
      const [program, log] = [join(folder, "rest.mjs"), join(folder, "run.jsonl")];
      writeFileSync(
        program,
        `let text = ""; for await (const chunk of process.stdin) text += chunk;
         const { url, request } = JSON.parse(text);
         const response = await fetch(url + ${JSON.stringify(path)}, {
           method: "POST",
           headers: { "content-type": "application/json" },
           body: JSON.stringify(request),
         });
         for (const event of (await response.text()).split("\\n\\n")) {
           if (event) console.log(JSON.stringify({ event: JSON.parse(event.slice(6)) }));
         }
         console.log(JSON.stringify({ state: "completed" }));
         console.log(JSON.stringify({ done: true }));`,
      );
      writeFileSync(log, createRestLog());
      const { code, out } = await run(log, "--driver", `node "${program}"`);
      expect(out).toMatch(/hands over all 2 events as the agent sent them\.\n$/);
      expect(code).toBe(0);
    },
  );
});

describe("one exchange of a log", () => {
  const LOG = "recorded/1.0/input-required.jsonl";

  test.each([["2"], ["x2"]])("%s is served alone", async (name) => {
    const { code, exchanges } = await runDriver(LOG, "none", "--exchange", name);
    expect([code, exchanges.map(({ exchange, id }) => [exchange, id])]).toEqual([0, [[2, "x2"]]]);
  });

  test.each([
    [LOG, "x9", /The log has no exchange "x9"\./],
    ["recorded/0.3/stream.jsonl", "1", /Exchange "1" is no response to a message and no task\./],
    ["recorded/grpc/stream-1.0.jsonl", "x2", /"x2" cannot be served\. .* over gRPC/],
  ])("of %s, %s cannot be served", async (log, name, reason) => {
    const { code, err } = await run(log, "--driver", `node ${DRIVER}`, "--exchange", name);
    expect(code).toBe(2);
    expect(err).toMatch(reason);
  });

  test("that is over gRPC is named beside those that are served", async () => {
    const path = join(mkdtempSync(join(tmpdir(), "loupe-client-")), "mixed.jsonl");
    const [, ...grpc] = readFixtureBytes("recorded/grpc/stream-1.0.jsonl").toString().split("\n");
    const others = grpc.join("\n").replaceAll(/"x":"x/g, '"x":"g');
    writeFileSync(path, readFixtureBytes(LOG).toString() + others);
    const { code, out } = await run(path, "--driver", `node ${DRIVER}`);
    expect(code).toBe(0);
    expect(out).toMatch(/^– Not served: \d exchanges? over gRPC, which cannot be replayed\.$/m);
  });
});

describe("arguments", () => {
  test.each([
    [[], "client needs a log, or - for standard input"],
    [["a", "--client", "curl"], "--client needs one of a2a-js-0.2, a2a-js-0.3, a2a-js-1"],
    [["a", "--driver", ""], "--driver needs a value"],
    [["a", "--driver", "node x.mjs | tee log"], '--driver is no shell: "|" has no meaning in it'],
    [["a", "--driver", "node $FILE"], "--driver is no shell: write the value of the variable"],
    [["a", "--driver", "node 'x"], "--driver: The quote ' is never closed."],
    [["a", "--timeout", "0"], '--timeout needs seconds from 0 to 3600, not "0"'],
    [["a", "--speed", "-1"], '--speed needs a factor above 0, or max, not "-1", or short'],
  ])("rejects %j", (argv, reason) => {
    expect(() => parseArguments(CLIENT, argv)).toThrow(reason);
  });

  test.each([
    ["/no/such/file", /ENOENT/],
    [getFixturePath("recorded/faults/refused.jsonl"), /only 1 exchange that never reached/],
    [getFixturePath("recorded/grpc/cancel-1.0.jsonl"), /over gRPC, which cannot be replayed/],
    [getFixturePath("formats/README.md"), /no A2A/],
  ])("%s cannot be served, with a one-line error message", async (log, reason) => {
    const { code, out, err } = await run(log, "--driver", `node ${DRIVER}`);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(/^loupe: cannot serve [^\n]*\n$/);
    expect(err).toMatch(reason);
  });

  test("a project without an SDK is told how to install one", async () => {
    const folder = mkdtempSync(join(tmpdir(), "loupe-client-"));
    const log = getFixturePath("recorded/0.3/stream.jsonl");
    const { code, err } = await run(log, "--client", "a2a-js-1", "--sdk", folder);
    expect(code).toBe(2);
    expect(err).toBe(`loupe: not found in ${folder}: @a2a-js/sdk 1 (npm install @a2a-js/sdk@1)\n`);
  });
});

describe("stress", () => {
  /** One event. */
  const LOG = "recorded/0.3/message.jsonl";

  test("breaks a naive client, with the smallest bytes that do, saved for the app", async () => {
    const folder = mkdtempSync(join(tmpdir(), "loupe-client-"));
    const junit = join(folder, "clients.xml");
    const driver = ["--driver", `node ${DRIVER} naive`];
    const args = ["--stress", "--save", folder, "--junit", junit, "--json"];
    const { code, out } = await run(LOG, ...driver, ...args);
    expect(code).toBe(1);
    const { stress, checks } = JSON.parse(out);
    const broken: VariantResult[] = stress[0].variants.filter(
      (one: VariantResult) => one.verdict !== "same",
    );
    // Whether a split breaks it depends on how the system delivers the bytes.
    const found = broken.map(({ variant }) => variant).filter((variant) => variant !== "SPLIT");
    expect(found).toEqual([
      "CRLF",
      "CR",
      "CRLF-SPLIT",
      "COMMENTS",
      "FIELDS",
      "NO-SPACE",
      "DATA-LINES",
      "BOM",
    ]);
    const smallest = broken.find(({ variant }) => variant === "CRLF")?.smallest;
    expect(smallest?.body).toMatch(/^data: [^\r\n]*\r\n\r\n$/);
    // Only what a message must have is left of its JSON.
    expect(JSON.parse(smallest?.body.slice(6) ?? "")).toEqual({
      jsonrpc: "2.0",
      id: "stream-1",
      result: {
        kind: "message",
        role: "agent",
        messageId: expect.any(String),
        parts: [],
      },
    });
    expect(smallest?.writes).toEqual([smallest?.bytes]);
    const failed = checks.filter((one: ConformResult) => one.status === "fail");
    expect(failed).toHaveLength(broken.length);
    for (const { recording, id } of failed) {
      const saved = await runInTerminal((terminal) => inspect([recording, "--json"], terminal));
      expect(JSON.parse(saved.out).exchanges).toHaveLength(1);
      if (id === "CLIENT-SPLIT") continue;
      expect((await run(recording, ...driver)).code).toBe(1);
    }
    expect(readFileSync(junit, "utf8")).toContain(`tests="20" failures="${broken.length}"`);
  });

  test("known failures pass, and a stale one does not", async () => {
    const folder = mkdtempSync(join(tmpdir(), "loupe-client-"));
    const known = join(folder, "known.json");
    const check = async (...ids: string[]) => {
      writeFileSync(known, JSON.stringify(ids.map((id) => ({ id, reason: "reported upstream" }))));
      const { code, out } = await run(LOG, "--driver", `node ${DRIVER}`, "--known", known);
      return { code, out };
    };
    expect((await check()).code).toBe(0);
    const stale = await check("CLIENT-EVENTS");
    expect(stale.code).toBe(1);
    expect(stale.out).toContain("Stale: CLIENT-EVENTS no longer fails (reported upstream).");
    writeFileSync(known, '[{"id":"CLIENT-EVENTS","reason":"reported upstream"}]');
    const failing = await run(LOG, "--driver", `node ${DRIVER} log`, "--known", known);
    expect(failing.code).toBe(0);
    expect(failing.out).toContain("Known, because reported upstream: ");
    writeFileSync(known, '[{"id":"CARD-RULES","reason":"no check of clients"}]');
    const wrong = await run(LOG, "--driver", `node ${DRIVER}`, "--known", known);
    expect([wrong.code, wrong.err]).toEqual([
      2,
      `loupe: cannot read ${known}: [0]: there is no check CARD-RULES\n`,
    ]);
  });

  test("a right client is the same for all variants, as a table and as a grade", async () => {
    const { code, out } = await run(LOG, "--driver", `node ${DRIVER}`, "--stress");
    expect(code).toBe(0);
    expect(out.match(/ ✓$/gm)).toHaveLength(19);
    expect(out).not.toContain("✗");
    const argv = [getFixturePath(LOG), "--client", "--driver", `node ${DRIVER}`];
    const grade = await runInTerminal((terminal) => conform(argv, terminal, NEVER));
    expect(grade.code).toBe(0);
    expect(grade.out).toMatch(/^Clients\n {2}✓ CLIENT-EVENTS {2}The application gets every event/);
    expect(grade.out).toMatch(/20 of 20 passed against A2A 0\.3\.0/);
  });
});

const project = fileURLToPath(new URL("..", import.meta.url));

describe("the command of the Go SDK, by the built command", () => {
  /** What a program named a2a was started with for each response, and what was printed. */
  async function runNamed(log: string) {
    const folder = mkdtempSync(join(tmpdir(), "loupe-client-"));
    const told = join(folder, "told.jsonl");
    const text = `#!${process.execPath}
const { appendFileSync } = require("node:fs");
const args = process.argv.slice(2);
if (args[0] === "--help") return console.log("CLI for the Agent-to-Agent protocol");
appendFileSync(${JSON.stringify(told)}, JSON.stringify(args) + "\\n");
const url = args.find((arg) => arg.startsWith("http:"));
const [method, params] = args[0] === "get" ? ["GetTask", { id: args[3] }]
  : ["SendStreamingMessage", { message: JSON.parse(args[args.indexOf("--json") + 1]) }];
const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
fetch(url + "/a2a", { method: "POST", headers: { "content-type": "application/json" }, body })
  .then((response) => response.text())
  .then((answer) => {
    for (const line of answer.split("\\n")) {
      const found = /^(?:data: )?({.*)$/.exec(line);
      if (found) console.log(JSON.stringify(JSON.parse(found[1]).result, null, 2));
    }
  });
`;
    writeFileSync(join(folder, "a2a"), text, { mode: 0o755 });
    const argv = ["bin/loupe.mjs", "client", getFixturePath(log), "--client", "a2a", "--json"];
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
    const out = await new Promise<string>((resolve) => {
      execFile(process.execPath, argv, { cwd: project, env }, (_, text) => resolve(text));
    });
    const lines = existsSync(told) ? readFileSync(told, "utf8").trim().split("\n") : [];
    return { calls: lines.map((line) => JSON.parse(line) as string[]), ...JSON.parse(out) };
  }

  const URL_HERE = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/);
  const OUTPUT = ["-o", "json", "--timeout", "24h"];

  test("gets the recorded message, and prints what came", async () => {
    const { calls, clients } = await runNamed("recorded/1.0/stream.jsonl");
    expect(calls).toEqual([["send", URL_HERE, "--stream", "--json", expect.anything(), ...OUTPUT]]);
    expect(JSON.parse(calls[0]?.[4] ?? "")).toMatchObject({ role: "ROLE_USER" });
    expect(clients).toMatchObject([{ name: "a2a", verdict: "same" }]);
  });

  test("looks a task up with the options that it has", async () => {
    const { calls } = await runNamed("recorded/1.0/send.jsonl");
    expect(calls.at(-1)).toEqual(["get", "task", URL_HERE, expect.anything(), ...OUTPUT]);
  });

  test("is not asked by a card that it cannot read", async () => {
    const { calls, notRun } = await runNamed("recorded/0.3/stream.jsonl");
    expect(calls).toEqual([]);
    expect(notRun).toEqual([{ name: "a2a", reason: "it does not read agent cards of A2A 0.3" }]);
  });
});

describe("the JavaScript SDK, by the built command", () => {
  async function runSdks(name: string, ...args: string[]): Promise<readonly ClientResult[]> {
    const argv = ["bin/loupe.mjs", "client", getFixturePath(name), "--json", ...args];
    const clients = ["0.2", "0.3", "1"].flatMap((one) => ["--client", `a2a-js-${one}`]);
    return new Promise((resolve) => {
      execFile(process.execPath, [...argv, ...clients], { cwd: project }, (_, out) =>
        resolve(JSON.parse(out).clients),
      );
    });
  }

  test.each([
    ["recorded/0.2/stream.jsonl", ["0.2.5", "0.3.14"]],
    ["recorded/0.3/subscribe.jsonl", ["0.2.5", "0.3.14", "1.3.0"]],
    ["recorded/0.3/send.jsonl", ["0.2.5", "0.3.14", "1.3.0"]],
    ["recorded/1.0/two.jsonl", ["1.3.0"]],
    ["recorded/1.0/cancel.jsonl", ["1.3.0"]],
  ])("hands over %s", async (name, versions) => {
    const clients = await runSdks(name, "--speed", "max");
    expect(clients.map((one) => [one.name, one.verdict])).toEqual(
      versions.map((version) => [`@a2a-js/sdk ${version}`, "same"]),
    );
  });

  test("0.3.14 and 1.3.0 lose the name of a file over HTTP+JSON", async () => {
    const clients = await runSdks("shapes/rest-0.3.sse");
    expect(clients.map((one) => one.sentence)).toEqual([
      expect.stringMatching(
        /^@a2a-js\/sdk 0\.3\.14 changes artifact\.parts\[0\]\.name .* "pic.png" to nothing/,
      ),
      expect.stringMatching(
        /^@a2a-js\/sdk 1\.3\.0 changes artifact\.parts\[0\]\.name .* "pic.png" to nothing/,
      ),
    ]);
  });
});
