// Plans and breakpoints of `loupe tap` and `loupe serve`, with real agents of several versions.
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { afterEach, describe, expect, test } from "vitest";
import { createAgentPool } from "../e2e/agents/agents-by-version.ts";
import { createMessageParams, postRpc } from "../e2e/agents/raw-client.ts";
import { SCRIPT_TOKENS } from "../e2e/agents/script.ts";
import { getFreePort } from "../fixtures/free-port.ts";
import { NEVER, newFile, send, startCommand, startTap } from "../fixtures/tap-command.ts";
import { runInTerminal } from "../fixtures/terminal.ts";
import { stopServers } from "../lib/server/exchange/exchange.testkit.ts";
import { waitFor } from "../lib/server/tap/tap.testkit.ts";
import { main as check } from "./check.ts";
import { main as exportLog } from "./export.ts";
import { main as inspect } from "./inspect.ts";
import { main as record } from "./record.ts";
import { main as serve } from "./serve.ts";
import { main as tap } from "./tap.ts";

const getAgent = createAgentPool();
afterEach(stopServers);

function writePlan(text: string): string {
  const file = `${newFile()}.yaml`;
  writeFileSync(file, text);
  return file;
}

const readJson = async (file: string) =>
  JSON.parse((await runInTerminal((terminal) => inspect([file, "--json"], terminal))).out);

describe.each(["0.3", "1.0"] as const)("of an agent of %s", (version) => {
  test("a plan drops an event, and the log says so", async () => {
    const agent = await getAgent(version);
    const port = await getFreePort();
    const log = newFile();
    const plan = writePlan('steps:\n  - when: { text: "Welt " }\n    do: drop\n');
    const argv = ["--reverse", `${port}=${new URL(agent.url).port}`, "--plan", plan, "-o", log];
    const running = await startCommand(tap, argv, "Recording");
    await send(`http://127.0.0.1:${port}`, "-m", "stream");
    await running.stop();
    const report = await readJson(log);
    expect(report.edits).toMatchObject([{ do: "drop", by: "plan", step: 1 }]);
    const ids = report.exchanges.map(({ id }: { id: string }) => id);
    expect(ids).toContain(report.edits[0].exchange);
    expect(report.verdict.because).toContain("Edited by Loupe: 1 event dropped");
    expect(JSON.stringify(report.tasks)).toContain(SCRIPT_TOKENS.join(""));
    const checked = await runInTerminal((terminal) => check([log], terminal, NEVER));
    expect(checked.out).toContain("with edits by Loupe");
  });
});

test("a stream is held at a breakpoint until the user types what to do", async () => {
  const agent = await getAgent("0.3");
  const port = await getFreePort();
  const log = newFile();
  const argv = [
    "--reverse",
    `${port}=${new URL(agent.url).port}`,
    "--break",
    "state=completed,once",
    "-o",
    log,
  ];
  const running = await startCommand(tap, argv, "Recording");
  const sending = send(`http://127.0.0.1:${port}`, "-m", "stream");
  await waitFor(() => running.err().includes("Held h1"));
  running.type("list");
  await waitFor(() => running.err().includes("\nh1: event"));
  running.type('edit h1 {"set":{"/status/state":"failed"}}');
  await sending;
  await running.stop();
  const [held, edited] = (await readJson(log)).edits;
  expect([held, edited]).toMatchObject([
    { do: "hold", by: "user" },
    { do: "edit", by: "user" },
  ]);

  // What was done by hand is done again by a plan, with another run.
  const saved = await runInTerminal((terminal) => exportLog([log, "--as", "plan"], terminal));
  expect(JSON.parse(saved.out).steps).toMatchObject([
    { when: { operation: "stream", event: edited.event }, do: "edit", once: true },
  ]);
  const again = newFile();
  const planned = ["--reverse", argv[1] ?? "", "--plan", writePlan(saved.out), "-o", again];
  const second = await startCommand(tap, planned, "Recording");
  await send(`http://127.0.0.1:${port}`, "-m", "stream");
  await second.stop();
  expect((await readJson(again)).edits).toMatchObject([
    { do: "edit", by: "plan", step: 1, event: edited.event },
  ]);
});

test.each([
  ["steps:\n  - do: jump\n", 'Step 1: "do" must be "hold" or "delay"'],
  ["steps:\n  - do: drop\n    whn: {}\n", 'Step 1: Unknown member "whn".'],
  ["steps:\n  - do: drop\n    when: { events: 2 }\n", 'Step 1: Unknown member "events" in "when".'],
  ["steps:\n  - do: drop\n    when: { event: 0 }\n", '"when.event" must be'],
  ["steps:\n  - do: drop\n    when: { state: runing }\n", '"when.state" must be a state'],
  ["steps:\n  - do: drop\n    when: { rule: NONE }\n", '"when.rule" must be the ID of a rule'],
  ["steps:\n  - do: drop\n    when: { operation: ask }\n", '"when.operation" must be one of send'],
  ["steps:\n  - do: insert\n", 'Step 1: insert needs "event"'],
  ["steps:\n  - do: edit\n", 'Step 1: edit needs "set"'],
  ["steps:\n  - { do: answer, from: run, when: { event: 1 } }\n", "answer is about a request"],
  ["steps: 3\n", '"steps" must be a list'],
  ["steps: [\n", "is no plan"],
])("a plan that is wrong is refused: %j", async (text, message) => {
  const { code, err } = await runInTerminal((terminal) =>
    tap(["9999=9998", "--plan", writePlan(text)], terminal, Promise.resolve()),
  );
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
});

test("serve takes the same plans", async () => {
  const agent = await getAgent("1.0");
  const log = newFile();
  await runInTerminal((terminal) =>
    record([agent.url, "-m", "stream", "-o", log], terminal, NEVER),
  );
  const plan = writePlan(JSON.stringify({ steps: [{ when: { text: "Welt " }, do: "drop" }] }));
  const running = await startCommand(
    serve,
    [log, "--plan", plan, "--json", "--speed", "max"],
    '"url"',
  );
  const { url } = JSON.parse(running.out());
  const again = newFile();
  await runInTerminal((terminal) => record([url, "-m", "stream", "-o", again], terminal, NEVER));
  await running.stop();
  expect(JSON.stringify((await readJson(again)).tasks)).toContain(
    SCRIPT_TOKENS.join("").replace("Welt ", ""),
  );
});

test("a call is answered from a recording in place of its agent", async () => {
  const agent = await getAgent("0.3");
  const log = newFile();
  await runInTerminal((terminal) =>
    record([agent.url, "-m", "stream", "-o", log], terminal, NEVER),
  );
  const port = await getFreePort();
  const tapped = newFile();
  const plan = writePlan(
    JSON.stringify({ steps: [{ when: { operation: "stream" }, do: "answer", from: log }] }),
  );
  const running = await startCommand(
    tap,
    ["--reverse", `${port}=${new URL(agent.url).port}`, "--plan", plan, "-o", tapped],
    "Recording",
  );
  await send(`http://127.0.0.1:${port}`, "-m", "stream");
  await running.stop();
  const report = await readJson(tapped);
  expect(report.edits).toMatchObject([{ do: "answer", event: 0 }]);
  expect(JSON.stringify(report.tasks)).toContain(SCRIPT_TOKENS.join(""));
});

test("one agent is pinned to a recording, and the plan says so", async () => {
  const agent = await getAgent("0.3");
  const log = newFile();
  await runInTerminal((terminal) =>
    record([agent.url, "-m", "stream", "-o", log], terminal, NEVER),
  );
  const port = await getFreePort();
  const tapped = newFile();
  const target = new URL(agent.url).port;
  const argv = ["--reverse", `${port}=${target}`, "--pin", `${target}=${log}`, "-o", tapped];
  const running = await startCommand(tap, argv, "Recording");
  await send(`http://127.0.0.1:${port}`, "-m", "stream");
  await running.stop();
  expect((await readJson(tapped)).edits).toMatchObject([{ do: "answer", event: 0, by: "user" }]);
});

test("a pinned agent leaves the recording at an event, and goes on as the same task", async () => {
  const agent = await getAgent("0.3");
  const log = newFile();
  await runInTerminal((terminal) =>
    record([agent.url, "-m", "stream", "-o", log], terminal, NEVER),
  );
  // So that what the log says can be told from what the agent says.
  writeFileSync(log, readFileSync(log, "utf8").replaceAll("Welt ", "Mond "));
  const port = await getFreePort();
  const target = new URL(agent.url).port;
  // The task, its state and the first tokens come before: “Welt ” is event 5.
  const talk = async (pin: string) => {
    const tapped = newFile();
    const argv = ["--reverse", `${port}=${target}`, "--pin", pin, "-o", tapped];
    const running = await startCommand(tap, argv, "Recording");
    const heard = newFile();
    await runInTerminal((terminal) =>
      record([`http://127.0.0.1:${port}`, "-m", "stream", "-o", heard], terminal, NEVER),
    );
    await running.stop();
    return { heard: await readJson(heard), tapped: await readJson(tapped) };
  };
  const live = await talk(`${target}=${log}@5`);
  expect(JSON.stringify(live.heard.tasks)).toContain(SCRIPT_TOKENS.join(""));
  const { heard, tapped } = await talk(`${target}=${log}@6`);
  expect(JSON.stringify(heard.tasks)).toContain(SCRIPT_TOKENS.join("").replace("Welt ", "Mond "));
  // The agent sent all events, of a task of its own; the caller knows one task, that of the log.
  expect(JSON.stringify(tapped.tasks)).toContain(SCRIPT_TOKENS.join(""));
  const [task] = (await readJson(log)).tasks;
  expect(heard.tasks.map(({ id }: { id: string }) => id)).toEqual([task.id]);
  expect(tapped.tasks.map(({ id }: { id: string }) => id)).not.toContain(task.id);
  const done = tapped.edits.map(
    (edit: { do: string; event: number }) => `${edit.do} ${edit.event}`,
  );
  expect(done.slice(0, 7)).toEqual([
    "answer 0",
    "answer 1",
    "answer 2",
    "answer 3",
    "answer 4",
    "answer 5",
    "edit 6",
  ]);
});

test("clients are let go when the tap is killed while it holds", async () => {
  const agent = await getAgent("0.3");
  const port = await getFreePort();
  const child = await startTap(
    ...["--reverse", `${port}=${new URL(agent.url).port}`, "--json"],
    ...["--break", "state=completed", "-o", newFile()],
  );
  const rpc = new URL(agent.rpcUrl);
  rpc.port = String(port);
  const answer = postRpc("0.3", rpc.href, "stream", createMessageParams("0.3", "stream"))
    .then((response) => response.text())
    .catch((error: unknown) => error);
  for await (const line of createInterface({ input: child.stdout ?? Readable.from([]) })) {
    if (line.includes('"held"')) break;
  }
  child.kill("SIGKILL");
  expect(await answer).toBeInstanceOf(Error);
});
