/**
 * The cost of the tap: an agent through a plain pipe of sockets, and through a tap that records and
 * checks, each in its own thread. The same client reads both, in turn; also through mitmproxy, if
 * `mitmdump` is installed.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import http from "node:http";
import net from "node:net";
import { dirname } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { computeMedian, computeQuantile, getNow, printResult, round } from "./measure.ts";
import type { RelayOptions } from "./relay.ts";

const BURST = 50_000;
const ROUNDS = 5;
/** Many streams at once, each with an event every so often. */
const STREAMS = 50;
const EVERY_MS = 2;
const EVENTS = 2_500;
const SINGLE_EVENTS = 1_000;

interface Reading {
  readonly delays: number[];
  /** Events that were missing, doubled, out of order or of another stream. */
  faults: number;
}

async function readStream(port: number, stream: string, query: string): Promise<Reading> {
  const reading: Reading = { delays: [], faults: 0 };
  const agent = new http.Agent({ keepAlive: false });
  const request = http.get({ host: "127.0.0.1", port, path: `/?stream=${stream}&${query}`, agent });
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  let rest = "";
  for await (const text of response.setEncoding("utf8")) {
    const arrived = getNow();
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (!line.startsWith("data: ")) continue;
      const { metadata } = JSON.parse(line.slice(6)).result.artifactUpdate;
      if (metadata.stream !== stream || metadata.n !== reading.delays.length) reading.faults += 1;
      reading.delays.push(arrived - metadata.sent);
    }
  }
  return reading;
}

async function startRelay(options: RelayOptions): Promise<{ worker: Worker; port: number }> {
  const worker = new Worker(new URL("./relay.js", import.meta.url), { workerData: options });
  const [port] = (await once(worker, "message")) as [number];
  return { worker, port };
}

const agent = new Worker(new URL("./agent.js", import.meta.url));
const [target] = (await once(agent, "message")) as [number];
const relays = {
  pipe: await startRelay({ kind: "pipe", target }),
  tap: await startRelay({ kind: "tap", target }),
};
const KINDS = ["pipe", "tap"] as const;

const bursts = { pipe: [] as number[], tap: [] as number[] };
const single = { pipe: [] as number[], tap: [] as number[] };
const many = { pipe: [] as number[], tap: [] as number[] };
let faults = 0;
let expected = 0;
let received = 0;

for (let i = -1; i < ROUNDS; i++) {
  for (const kind of i % 2 === 0 ? KINDS : KINDS.toReversed()) {
    const { port } = relays[kind];
    const startedAt = performance.now();
    const burst = await readStream(port, "burst", `count=${BURST}`);
    if (burst.delays.length !== BURST) throw new Error(`${burst.delays.length} of ${BURST}`);
    if (i < 0) continue;
    bursts[kind].push(performance.now() - startedAt);
    const one = await readStream(port, "one", `count=${SINGLE_EVENTS}&every=${EVERY_MS}`);
    single[kind].push(...one.delays);
  }
}
for (const kind of KINDS) {
  const { port } = relays[kind];
  const readings = await Promise.all(
    Array.from({ length: STREAMS }, (_, n) =>
      readStream(port, `s${n}`, `count=${EVENTS}&every=${EVERY_MS}`),
    ),
  );
  for (const { delays, faults: own } of readings) {
    many[kind].push(...delays);
    if (kind === "pipe") continue;
    faults += own;
    received += delays.length;
    expected += EVENTS;
  }
}

const mitmproxy = [
  await measureMitmproxy("buffered", []),
  await measureMitmproxy("streamed", ["--set", "stream_large_bodies=1"]),
];

relays.tap.worker.postMessage("close");
const [path] = (await once(relays.tap.worker, "message")) as [string];
const recorded = await countRecordedEvents(path);
await Promise.all([agent, relays.pipe.worker, relays.tap.worker].map((one) => one.terminate()));
await rm(dirname(path), { recursive: true });

/** The same streams through mitmproxy as a reverse proxy; `null` if it is not installed. */
async function measureMitmproxy(mode: string, options: readonly string[]) {
  const port = await getFreePort();
  const place = ["--mode", `reverse:http://127.0.0.1:${target}`, "--listen-host", "127.0.0.1"];
  const child = spawn("mitmdump", [...place, "-p", String(port), "-q", ...options]);
  const isInstalled = await once(child, "spawn").then(
    () => true,
    () => false,
  );
  if (!isInstalled) return null;
  await waitForPort(port);
  const startedAt = performance.now();
  await readStream(port, "burst", `count=${BURST}`);
  const burstMs = performance.now() - startedAt;
  const one = await readStream(port, "one", `count=${SINGLE_EVENTS}&every=${EVERY_MS}`);
  child.kill();
  return {
    mode,
    ofPipe: round(computeMedian(bursts.pipe) / burstMs),
    addedP50: round(computeMedian(one.delays) - computeMedian(single.pipe)),
    addedP99: round(computeQuantile(one.delays, 0.99) - computeQuantile(single.pipe, 0.99)),
    faults: one.faults,
  };
}

async function getFreePort(): Promise<number> {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address !== null ? address.port : 0;
}

async function waitForPort(port: number): Promise<void> {
  for (;;) {
    const socket = net.connect(port, "127.0.0.1");
    const isOpen = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await sleep(100);
  }
}

/** The events of the many streams that are in the log, each once and in its order. */
async function countRecordedEvents(log: string): Promise<number> {
  const streams = new Map<string, { name: string; text: string }>();
  for await (const line of createInterface({ input: createReadStream(log) })) {
    const record = JSON.parse(line);
    const name = /[?&]stream=(s\d+)&/.exec(record.url ?? "")?.[1];
    if (record.r === "open" && name !== undefined) streams.set(record.x, { name, text: "" });
    const stream = record.r === "data" ? streams.get(record.x) : undefined;
    if (stream) stream.text += record.text;
  }
  return [...streams.values()].reduce((sum, { name, text }) => {
    const found = [...text.matchAll(/"stream":"(s\d+)","n":(\d+)/g)];
    return sum + found.filter(([, of, n], i) => of === name && Number(n) === i).length;
  }, 0);
}

const describe = (delays: typeof single) => ({
  pipeP50: round(computeMedian(delays.pipe)),
  pipeP99: round(computeQuantile(delays.pipe, 0.99)),
  addedP50: round(computeMedian(delays.tap) - computeMedian(delays.pipe)),
  addedP99: round(computeQuantile(delays.tap, 0.99) - computeQuantile(delays.pipe, 0.99)),
});

printResult({
  bench: "tap",
  burst: {
    events: BURST,
    pipeEventsPerSecond: round((BURST / computeMedian(bursts.pipe)) * 1_000),
    tapEventsPerSecond: round((BURST / computeMedian(bursts.tap)) * 1_000),
    ofPipe: round(computeMedian(bursts.pipe) / computeMedian(bursts.tap)),
  },
  oneStreamMs: { everyMs: EVERY_MS, ...describe(single) },
  manyStreamsMs: { streams: STREAMS, everyMs: EVERY_MS, ...describe(many) },
  manyStreamsEvents: { expected, received, faults, recorded },
  mitmproxy,
});
