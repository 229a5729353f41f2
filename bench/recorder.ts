/**
 * The cost of recording: the same agent read directly, and through the recorder, whose observer gets
 * each record after it is written to the file.
 */

import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { resolveLimits } from "../lib/api/limits.ts";
import { performExchange } from "../lib/server/exchange/exchange.ts";
import { getCallLimits } from "../lib/server/exchange/exchange-limits.ts";
import { createMaskFactory } from "../lib/server/masking/mask-factory.ts";
import { Recorder } from "../lib/server/recording/recorder.ts";
import { computeMedian, computeQuantile, getNow, printResult, round } from "./measure.ts";

const BURST = 50_000;
const PACED = 1_000;
const EVERY_MS = 2;
const ROUNDS = 5;
const TOKEN = "mR3vXq8Zt1Lw5Yb7Nc2Kd9Hf4Jg6Ps0A";
const KEY = "harbour-key-7f3a91c2+5e08/b6d4";

/** The latency of each event. */
type Delays = number[];

/** Reads events from text that is split at arbitrary positions. */
function delaysInto(delays: Delays): (text: string) => void {
  let rest = "";
  return (text) => {
    const arrived = getNow();
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line.startsWith("data: ")) delays.push(arrived - JSON.parse(line.slice(6)).sent);
    }
  };
}

async function direct(url: string): Promise<Delays> {
  const delays: Delays = [];
  const read = delaysInto(delays);
  const request = http.get(url);
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  response.setEncoding("utf8");
  for await (const text of response) read(text);
  return delays;
}

async function recorded(url: string, folder: string, id: string): Promise<Delays> {
  const header = { r: "loupe", version: 1, id, at: new Date().toISOString(), by: "bench" } as const;
  const recorder = await Recorder.create(folder, header);
  const exchange = performExchange(
    // Most agents require credentials, and responses are searched for them to mask them.
    { method: "GET", url, headers: [["authorization", `Bearer ${TOKEN}`]], secrets: [KEY] },
    {
      x: "x1",
      sink: recorder,
      policy: { wide: false, allow: [] },
      createMask: createMaskFactory(Buffer.from("bench")),
      limits: getCallLimits(resolveLimits()),
      signal: new AbortController().signal,
    },
  );
  const delays: Delays = [];
  const read = delaysInto(delays);
  for await (const { bytes } of recorder.tail(0)) {
    const records = bytes
      .toString()
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    for (const record of records) if (record.r === "data") read(record.text ?? "");
    if (records.some(({ r }) => r === "end")) break;
  }
  await exchange;
  await recorder.close();
  return delays;
}

async function timed(read: () => Promise<Delays>): Promise<number> {
  const startedAt = performance.now();
  const { length } = await read();
  if (length !== BURST) throw new Error(`${length} events of ${BURST}`);
  return performance.now() - startedAt;
}

const folder = await mkdtemp(join(tmpdir(), "loupe-bench-"));
const agent = new Worker(new URL("./agent.js", import.meta.url));
const [port] = (await once(agent, "message")) as [number];
const burst = `http://127.0.0.1:${port}/?count=${BURST}`;
const paced = `http://127.0.0.1:${port}/?count=${PACED}&every=${EVERY_MS}`;

const times = { direct: [] as number[], recorded: [] as number[] };
const delays = { direct: [] as number[], recorded: [] as number[] };
for (let i = -1; i < ROUNDS; i++) {
  const a = await timed(() => direct(burst));
  const b = await timed(() => recorded(burst, folder, `burst${i}`));
  if (i < 0) continue;
  times.direct.push(a);
  times.recorded.push(b);
  delays.direct.push(...(await direct(paced)));
  delays.recorded.push(...(await recorded(paced, folder, `paced${i}`)));
}
await agent.terminate();
await rm(folder, { recursive: true });

const added = (part: number) =>
  round(computeQuantile(delays.recorded, part) - computeQuantile(delays.direct, part));
printResult({
  bench: "recorder",
  burst: {
    events: BURST,
    directEventsPerSecond: round((BURST / computeMedian(times.direct)) * 1_000),
    recordedEventsPerSecond: round((BURST / computeMedian(times.recorded)) * 1_000),
    ofDirect: round(computeMedian(times.direct) / computeMedian(times.recorded)),
  },
  latencyMs: {
    everyMs: EVERY_MS,
    directP50: round(computeMedian(delays.direct)),
    directP99: round(computeQuantile(delays.direct, 0.99)),
    addedP50: added(0.5),
    addedP99: added(0.99),
  },
});
