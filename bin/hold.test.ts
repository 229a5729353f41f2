// `loupe hold` reaches the taps of other processes: breakpoints, what is held, and what becomes of it.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { createAgentPool } from "../e2e/agents/agents-by-version.ts";
import { getFreePort } from "../fixtures/free-port.ts";
import { newFile, readTimeline, send, startCommand } from "../fixtures/tap-command.ts";
import { runInTerminal } from "../fixtures/terminal.ts";
import { stopServers } from "../lib/server/exchange/exchange.testkit.ts";
import { readSettings } from "../lib/server/settings.ts";
import { main as hold } from "./hold.ts";
import { main as tap } from "./tap.ts";

const getAgent = createAgentPool();
afterEach(stopServers);

const run = (...argv: string[]) => runInTerminal((terminal) => hold(argv, terminal));

async function runJson(...argv: string[]) {
  const { code, out, err } = await run(...argv, "--json");
  return { code, err, answer: out === "" ? null : JSON.parse(out) };
}

async function startTap(...options: string[]) {
  const agent = await getAgent("0.3");
  const port = await getFreePort();
  const log = newFile();
  const argv = ["--reverse", `${port}=${new URL(agent.url).port}`, "-o", log, ...options];
  const running = await startCommand(tap, argv, "Recording");
  return { ...running, url: `http://127.0.0.1:${port}`, log };
}

test("a breakpoint is set, waited for, and what is held is edited", async () => {
  const { url, log, stop } = await startTap("--hold");
  expect((await run("list")).out).toContain("1 tap, nothing held.");
  expect((await run("wait", "--timeout", "0.01")).code).toBe(1);

  const set = await run("set", "state=completed,once");
  expect([set.code, set.out]).toEqual([0, expect.stringContaining("Set as b1")]);
  const sending = send(url, "-m", "stream");
  const waited = await runJson("wait");
  expect(waited.code).toBe(0);
  const [held] = waited.answer.held;
  expect(held).toMatchObject({ id: "h1", title: "state completed", waiting: 0 });
  expect(JSON.parse(held.object)).toMatchObject({ status: { state: "completed" } });

  // A wrong command loses nothing.
  const wrong = await run("edit", "h1", '{"set":{"/statuss/state":"failed"}}');
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining("no /statuss/state")]);
  expect((await run("list")).out).toContain("h1: event");

  const done = await run("edit", "h1", '{"set":{"/status/state":"failed"}}');
  expect([done.code, done.out]).toEqual([0, expect.stringContaining("Done with 1 stream")]);
  await sending;
  expect((await run("remove", "b1")).code).toBe(0);
  expect((await run("remove", "b1")).code).toBe(2);
  await stop();
  const { edits } = await readTimeline(log);
  expect(edits.map(({ record }) => record.do)).toEqual(["hold", "continue", "edit"]);
});

test("steps and everything at once", async () => {
  const { url, log, stop } = await startTap("--break", "event=1,once");
  const sending = send(url, "-m", "stream");
  await run("wait");
  await run("step", "h1", "state");
  const { answer } = await runJson("wait");
  expect(answer.held[0].id).toBe("h2");
  expect((await run("drop")).err).toContain("Name what is held");
  expect((await run("continue")).out).toContain("Done with 1 stream");
  await sending;
  await stop();
  const { edits } = await readTimeline(log);
  expect(edits.filter(({ record }) => record.do === "hold")).toHaveLength(2);
});

test("several taps: one must be named", async () => {
  const taps = [await startTap("--hold"), await startTap("--hold")];
  expect((await run("set", "state=working")).err).toContain("name the tap");
  const { answer } = await runJson("list");
  const [first] = answer.taps;
  expect(answer.taps).toHaveLength(2);
  const step = JSON.stringify({ do: "drop", when: { event: 2 } });
  expect((await run("set", step, "--tap", first.tap)).code).toBe(0);
  const after = await runJson("list");
  const [set] = after.answer.taps.filter(({ tap: id }: { tap: string }) => id === first.tap);
  expect(JSON.parse(set.breakpoints[0].step)).toEqual(JSON.parse(step));
  for (const one of taps) await one.stop();
  expect((await run("set", "state=working")).err).toContain("No tap is running");
});

test("the file of a process that was killed is removed, and one of another machine is left", async () => {
  const folder = join(readSettings().dataFolder, "taps");
  mkdirSync(folder, { recursive: true });
  const url = `http://127.0.0.1:${await getFreePort()}/`;
  const write = (name: string, host: string) =>
    writeFileSync(join(folder, name), JSON.stringify({ url, token: "t", host }));
  write("killed.tap", hostname());
  write("elsewhere.tap", "another-machine");
  expect((await run("list")).out).toContain("0 taps, nothing held.");
  expect(existsSync(join(folder, "killed.tap"))).toBe(false);
  expect(readdirSync(folder)).toContain("elsewhere.tap");
});

test.each([
  [["jump"], "hold takes list, wait, set, remove, or one of continue"],
  [["set"], "hold set needs a step"],
  [["set", "{"], "not a JSON object"],
  [["set", "word"], 'hold set needs conditions such as state=working, not "word"'],
  [["remove"], "hold remove needs the ID"],
  [["list", "h1"], 'unexpected "h1"'],
  [["wait", "--timeout", "soon"], "--timeout needs seconds"],
  [["drop", "h9"], "It is not held any more"],
])("%j is refused", async (argv, message) => {
  const { code, err } = await run(...argv);
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
});
