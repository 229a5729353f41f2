// Conditions of a long-running server: sleep, a stalled disk, agents that stop without closing the
// connection, and thousands of exchanges.
import { execFileSync, spawn } from "node:child_process";
import { getEventListeners, once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { type FileHandle, mkdtemp, open, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { DataRecord } from "../../wire/record.ts";
import { Library } from "../library.ts";
import { readSettings } from "../settings.ts";
import {
  cleanups,
  OK_HEAD,
  performTestExchange,
  startHttpServer,
  startRawServer,
  stopServers,
} from "./exchange.testkit.ts";
import { MAX_PENDING_BYTES } from "./response-body.ts";

let data = "";
let library: Library;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), "loupe-days-"));
  library = new Library(readSettings({ LOUPE_DATA: data }));
});
afterEach(async () => {
  stopServers();
  await rm(data, { recursive: true, force: true });
});

const SOON = { timeout: 10_000 };
const GET = { method: "GET", headers: [] } as const;

describe("sleep", () => {
  test("data that arrived during sleep is read before the idle timeout", async () => {
    const { url, blockUntilSent } = await startAgentThread();
    const idleTimeoutMs = 200;
    const performed = performTestExchange({ url, idleTimeoutMs });
    await blockUntilSent(idleTimeoutMs);
    const { bytes, end } = await performed;
    expect(end.cause).toBe("complete");
    expect(bytes.toString()).toBe("before, and while you slept");
  });
});

describe("half-open connections", () => {
  test.each([
    ["before it answers", "", GET],
    ["before it answers over HTTP/2", "", { ...GET, method: "POST", framing: "grpc" } as const],
    ["in its answer", `${OK_HEAD}\r\nhalf`, GET],
  ])("an agent that stops %s can be disconnected, and times out", async (_, sentText, ask) => {
    const agent = await agentInItsOwnProcess(sentText);
    const sockets = openSockets();
    const patient = await library.exchanges.start({
      ...ask,
      url: agent.url,
      idleTimeoutMs: 60_000,
    });
    const recorder = await library.recordings.getRecorder(patient.recording);
    await agent.hasSpoken();
    agent.freeze();
    const { recording } = patient;
    const hasty = await library.exchanges.start({
      ...ask,
      url: agent.url,
      recording,
      idleTimeoutMs: 150,
    });
    expect(await hasty.done).toMatchObject({ cause: "timeout", error: { by: "loupe" } });
    expect(library.recordings.isLive(recording)).toBe(true);
    expect(await library.exchanges.abort(recording, patient.exchange)).toBe(true);
    expect(await patient.done).toMatchObject({ cause: "aborted", error: { by: "loupe" } });
    expect(library.recordings.isLive(recording)).toBe(false);
    await expect.poll(openSockets, SOON).toBe(sockets);
    await recorder.waitUntilWritten();
    expect((await readFile(recorder.path, "utf8")).includes('"text":"half"')).toBe(sentText !== "");
  });

  test("an agent that does not read the request can be disconnected", async () => {
    const url = await startRawServer((socket) => socket.pause());
    const body = "x".repeat(16 << 20);
    const { recording, exchange, done } = await library.exchanges.start({
      ...GET,
      method: "POST",
      url,
      body,
    });
    expect(await library.exchanges.abort(recording, exchange)).toBe(true);
    expect((await done).cause).toBe("aborted");
  });
});

test("a stalled disk slows the agent down without an idle timeout or data loss", async () => {
  const bytes = 64 << 20;
  let taken = 0;
  const disk = new Disk(data);
  const url = await startHttpServer(async (_request, response) => {
    const piece = Buffer.alloc(1 << 16, "x");
    const gone = once(response, "close");
    disk.stop();
    while (taken < bytes && !response.destroyed) {
      taken += piece.length;
      if (!response.write(piece)) await Promise.race([once(response, "drain"), gone]);
    }
    response.end();
  });
  const { recording, done } = await library.exchanges.start({ ...GET, url, idleTimeoutMs: 150 });
  const recorder = await library.recordings.getRecorder(recording);
  try {
    await expect.poll(() => recorder.pendingBytes, SOON).toBeGreaterThan(MAX_PENDING_BYTES);
    await standsStill(() => taken);
    expect(recorder.pendingBytes).toBeLessThan(MAX_PENDING_BYTES + (1 << 20));
    expect(taken).toBeLessThan(bytes);
  } finally {
    await disk.goOn();
  }
  expect((await done).cause).toBe("complete");
  await recorder.waitUntilWritten();
  const lines = (await readFile(recorder.path, "utf8")).trimEnd().split("\n");
  const records = lines.map((line) => JSON.parse(line) as DataRecord);
  expect(records.reduce((sum, { r, n = 0 }) => sum + (r === "data" ? n : 0), 0)).toBe(bytes);
});

test("a finished exchange leaves nothing in memory", async () => {
  const url = await startRawServer((socket) => socket.end(`${OK_HEAD}\r\nhi`));
  const { id } = await library.recordings.create();
  const { failureSignal } = await library.recordings.getRecorder(id);
  const left: WeakRef<object>[] = [];
  for (let i = 0; i < 40; i++) {
    const request = { ...GET, url, recording: id };
    const observe = () => void request;
    left.push(new WeakRef(observe));
    await (await library.exchanges.start(request, { observe })).done;
  }
  expect(getEventListeners(failureSignal, "abort").length).toBeLessThanOrEqual(1);
  await expect.poll(() => collected(left), SOON).toBeGreaterThan(35);
});

/** An agent in its own thread, and a way to block this thread until it has sent data. */
async function startAgentThread(): Promise<{
  url: string;
  blockUntilSent(ms: number): Promise<void>;
}> {
  const signal = new Int32Array(new SharedArrayBuffer(4));
  const agent = new Worker(
    `const { parentPort, workerData: signal } = require("node:worker_threads");
    const server = require("node:net").createServer((socket) => socket.once("data", () => {
      socket.write("${OK_HEAD.replaceAll("\r\n", "\\r\\n")}\\r\\nbefore", () => parentPort.postMessage("begun"));
      parentPort.once("message", () => socket.end(", and while you slept", () => {
        Atomics.store(signal, 0, 1);
        Atomics.notify(signal, 0);
      }));
    }));
    server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));`,
    { eval: true, workerData: signal },
  );
  cleanups.push(() => void agent.terminate());
  const [port] = await once(agent, "message");
  return {
    url: `http://127.0.0.1:${port}`,
    async blockUntilSent(ms) {
      await once(agent, "message");
      agent.postMessage("go on");
      Atomics.wait(signal, 0, 0);
      const still = new Int32Array(new SharedArrayBuffer(4));
      Atomics.wait(still, 0, 0, 2 * ms);
    },
  };
}

/** An agent that can be stopped unlike a server in this process: its connections stay open but unserved. */
async function agentInItsOwnProcess(text: string) {
  const agent = spawn(process.execPath, [
    "-e",
    `const server = require("node:net").createServer((socket) => socket.once("data", () => {
      socket.write(${JSON.stringify(text)}, () => console.log("spoken"));
    }));
    server.listen(0, "127.0.0.1", () => console.log(server.address().port));`,
  ]);
  cleanups.push(() => void agent.kill("SIGKILL"));
  const lines = createInterface({ input: agent.stdout })[Symbol.asyncIterator]();
  const { value } = await lines.next();
  return {
    url: `http://127.0.0.1:${value}`,
    hasSpoken: () => lines.next(),
    freeze: () => agent.kill("SIGSTOP"),
  };
}

const openSockets = () =>
  process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length;

/** Blocks every thread that writes files, like a bad disk. */
class Disk {
  readonly #pipes: readonly string[];
  #stuck: readonly Promise<FileHandle>[] = [];

  constructor(folder: string) {
    const threads = Number(process.env.UV_THREADPOOL_SIZE ?? 4);
    this.#pipes = Array.from({ length: threads }, (_, index) => join(folder, `pipe-${index}`));
    execFileSync("mkfifo", this.#pipes);
  }

  stop(): void {
    this.#stuck = this.#pipes.map((pipe) => open(pipe, "r"));
  }

  async goOn(): Promise<void> {
    const ends = this.#pipes.map((pipe) => openSync(pipe, "r+"));
    for (const one of this.#stuck) await (await one).close();
    for (const end of ends) closeSync(end);
  }
}

/** Waits until a growing number is stable. */
async function standsStill(count: () => number): Promise<void> {
  for (let same = 0, before = -1; same < 10; ) {
    same = count() === before ? same + 1 : 0;
    before = count();
    await sleep(20);
  }
}

function collected(left: readonly WeakRef<object>[]): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return left.filter((one) => one.deref() === undefined).length;
}
