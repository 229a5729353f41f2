/**
 * The long test of large inputs: a few megabytes of one expensive construct each, with limits on time
 * and memory. Prints figures as JSON.
 */

import { gzipSync } from "node:zlib";
import { Interpretation } from "../lib/dialects/interpretation.ts";
import { LogOpener, UnreadableLog } from "../lib/log/log-opener.ts";
import { Ingest } from "../lib/timeline/ingest.ts";
import { createFuzzReport } from "./read-input.ts";

/** A large input; `megabytes` is the size to judge it by if it is compressed. */
interface Giant {
  readonly name: string;
  readonly bytes: Buffer;
  readonly megabytes?: number;
}

const MB = 1 << 20;
const times = (text: string, size: number) => text.repeat(Math.ceil(size / text.length));
const sse = (events: readonly string[]) => events.map((json) => `data: ${json}\n\n`).join("");
const many = (count: number, make: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at));
const keys = (count: number) => `{${many(count, (at) => `"k${at}":${at}`).join(",")}}`;
const nested = (depth: number) => `${'{"a":['.repeat(depth / 2)}1${"]}".repeat(depth / 2)}`;

const update = (parts: string, more = "") =>
  `{"kind":"artifact-update","taskId":"t1","contextId":"c1","artifact":{"artifactId":"a1","parts":[${parts}]}${more}}`;
const chunk = (text: string) =>
  update(`{"kind":"text","text":${JSON.stringify(text)}}`, ',"append":true');
const status = (more: string) =>
  `{"kind":"status-update","taskId":"t1","contextId":"c1","status":{"state":"working"}${more}}`;
const STREAMING = "https://extensions.example/ui/streaming/v1";
const patches = (operations: string) =>
  status(`,"metadata":{"${STREAMING}":{"message_id":"m1","message_update":[${operations}]}}`);
const record = (fields: object) => `${JSON.stringify(fields)}\n`;
const HEADER = record({ r: "loupe", version: 1, id: "", at: null, by: "test" });
const open = (x: string) =>
  record({ r: "open", x, t: 0, method: "POST", url: "http://agent.example/", headers: [] });

const TEXTS: Readonly<Record<string, () => string>> = {
  "an endless line of a stream": () =>
    `data: ${update(`{"kind":"text","text":"${times("word ", 4 * MB)}"}`)}`,
  "an endless line of no JSON": () => `data: {}\n\ndata: ${times("x", 4 * MB)}`,
  "an endless line of a log": () => `INFO begun\n${times("[ { ", 4 * MB)}`,
  "an endless line of Loupe's own": () => HEADER + open("x1") + times('{"r":"data"', 4 * MB),
  "an endless header": () => `HTTP/1.1 200 OK\r\nX-Long: ${times("y", 4 * MB)}`,
  "an endless first chunk's length": () =>
    `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${times("f", 4 * MB)}`,
  "an endless line of curl": () => `> POST / HTTP/1.1\n< HTTP/1.1 200 OK\n<\n${times("z", 4 * MB)}`,
  "nothing but line ends": () => `data: {}\n\n${times("\n", 2 * MB)}`,
  "nothing but carriage returns": () => `data: {}\n\n${times("\r", 2 * MB)}`,
  "nothing but comments": () => times(": \n", 2 * MB),
  "nothing but brackets": () => times("[", 2 * MB),
  "nothing but braces": () => times('{"', 2 * MB),
  "brackets in words": () => `INFO begun\n${times("a {[{ b }\n", 2 * MB)}`,
  "200,000 keys in data": () => sse([update(`{"kind":"data","data":${keys(200_000)}}`)]),
  "200,000 keys in metadata": () => sse([status(`,"metadata":${keys(200_000)}`)]),
  "200,000 keys in an event": () => sse([keys(200_000)]),
  "200,000 keys around an event": () =>
    `{"time":"2026-01-01T00:00:00Z","payload":${keys(200_000)}}\n`,
  "5,000 levels in data": () =>
    sse(many(20, () => update(`{"kind":"data","data":${nested(5000)}}`))),
  "5,000 levels in metadata": () => sse(many(20, () => status(`,"metadata":${nested(5000)}`))),
  "100,000 levels": () => sse([update(`{"kind":"data","data":${nested(100_000)}}`)]),
  "5,000 levels in a log's line": () => `INFO begun\n${nested(5000)}\n`.repeat(20),
  "20,000 tokens": () => sse(many(20_000, (at) => chunk(`word ${at} `))),
  "20,000 tasks": () => sse(many(20_000, (at) => status("").replace("t1", `t${at}`))),
  "20,000 artifacts": () => sse(many(20_000, (at) => chunk("x").replace('"a1"', `"a${at}"`))),
  "20,000 messages": () =>
    sse(many(20_000, (at) => `{"kind":"message","role":"agent","messageId":"m${at}","parts":[]}`)),
  "50,000 parts of a message": () =>
    sse([
      `{"kind":"message","role":"agent","parts":[${many(50_000, () => '{"kind":"text","text":"a"}').join(",")}]}`,
    ]),
  "400 snapshots that grow": () =>
    sse(
      many(
        400,
        (at) =>
          `{"kind":"task","id":"t1","contextId":"c1","status":{"state":"working"},"artifacts":[{"artifactId":"a1","parts":[{"kind":"text","text":"${"word ".repeat(at * 5)}"}]}]}`,
      ),
    ),
  "20,000 patches": () =>
    sse(
      many(20_000, () =>
        patches('{"op":"str_ins","path":"/parts/0/text","pos":0,"value":"word "}'),
      ),
    ),
  "20,000 patches in one event": () =>
    sse([
      patches(many(20_000, () => '{"op":"add","path":"/parts/-","value":{"text":"a"}}').join(",")),
    ]),
  "20,000 exchanges": () => HEADER + many(20_000, (at) => open(`x${at}`)).join(""),
  "20,000 reads of one byte": () =>
    HEADER +
    open("x1") +
    many(20_000, (at) => record({ r: "data", x: "x1", t: at, text: "d" })).join(""),
  "20,000 notes": () =>
    HEADER + open("x1") + many(20_000, (t) => record({ r: "note", t, text: "n" })).join(""),
  "20,000 HTTP heads": () => "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".repeat(20_000),
  "20,000 entries of a HAR": () =>
    `{"log":{"entries":[${many(20_000, () => '{"request":{"method":"POST","url":"http://a/","headers":[],"postData":{"text":"{\\"jsonrpc\\":\\"2.0\\",\\"id\\":1,\\"method\\":\\"message/send\\",\\"params\\":{}}"}},"response":{"status":200,"headers":[],"content":{"text":""}}}').join(",")}]}}`,
  "20,000 lines of docker's": () =>
    many(20_000, () =>
      record({ log: 'DEBUG {"kind":', stream: "stdout", time: "2026-01-01T00:00:00Z" }),
    ).join(""),
  "20,000 sources": () =>
    many(20_000, (at) => `agent-${at}  | {"kind":"status-update",\n`).join(""),
};

/** Compressed, so that a small file becomes large. */
function* createBombs(): Generator<Giant> {
  const zeros = gzipSync(Buffer.from(`data: ${times("0", 64 * MB)}`));
  yield { name: "64 MB in 64 KB of gzip", bytes: zeros, megabytes: 32 };
  yield { name: "the same, gzip in gzip", bytes: gzipSync(zeros), megabytes: 32 };
  yield {
    name: "a hundred members of gzip",
    bytes: Buffer.concat(many(100, () => "").map(() => zeros)),
    megabytes: 48,
  };
  const answer = (body: Buffer) =>
    Buffer.concat([
      Buffer.from(
        `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`,
      ),
      body,
    ]);
  yield { name: "64 MB in an answer", bytes: answer(zeros), megabytes: 32 };
}

/** Time limit: the largest of a second per megabyte, a tenth of a ms per exchange or task, and a constant. */
const MS_PER_MB = 1000;
const MS_PER_UNIT = 0.1;
const MIN_MS = 250;
/** Memory limit: the sum of these per byte read, per exchange or task, and a constant. */
const MEMORY_PER_BYTE = 24;
const MEMORY_PER_UNIT = 8192;
const BASE_MEMORY = 24 * MB;

/** Keeps what a screen keeps: the timeline and its interpretation. The report is created and released. */
function readGiant(bytes: Buffer, cuts: readonly number[]): Interpretation {
  const ingest = new Ingest();
  const opener = new LogOpener({
    record: (record) => ingest.push(record),
    skip: (skipped) => ingest.skipped.push(skipped),
  });
  try {
    for (const [at, to] of [...cuts, bytes.length].entries()) {
      opener.push(bytes.subarray(cuts[at - 1] ?? 0, to));
    }
    opener.end();
  } catch (error) {
    if (!(error instanceof UnreadableLog)) throw error;
  }
  ingest.finish();
  const interpretation = new Interpretation(ingest.timeline).update();
  createFuzzReport(ingest);
  return interpretation;
}

function measureGiant({ name, bytes, megabytes }: Giant) {
  const size = megabytes === undefined ? bytes.length : megabytes * MB;
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const cpuBefore = process.cpuUsage();
  const cuts = many(Math.floor(bytes.length / 65_536), () => "").map((_, at) => (at + 1) * 65_536);
  const interpretation = readGiant(bytes, cuts);
  const { user, system } = process.cpuUsage(cpuBefore);
  globalThis.gc?.();
  const held = process.memoryUsage().heapUsed - before;
  const ms = (user + system) / 1000;
  const { exchanges, tasks } = interpretation.timeline;
  const things = exchanges.length + tasks.length;
  const isTimely = ms <= Math.max(MIN_MS, (size / MB) * MS_PER_MB, things * MS_PER_UNIT);
  const isBounded = held <= BASE_MEMORY + size * MEMORY_PER_BYTE + things * MEMORY_PER_UNIT;
  const figures = { name, bytes: bytes.length, ms: Math.round(ms), heldMB: Math.round(held / MB) };
  return { ...figures, kept: isTimely && isBounded };
}

function* createGiants(): Generator<Giant> {
  for (const [name, text] of Object.entries(TEXTS)) yield { name, bytes: Buffer.from(text()) };
  yield* createBombs();
}

const found = [];
for (const giant of createGiants()) {
  const figures = measureGiant(giant);
  process.stderr.write(`${JSON.stringify(figures)}\n`);
  found.push(figures);
}
console.log(JSON.stringify({ test: "giants", giants: found }, null, 2));
process.exitCode = found.every(({ kept }) => kept) ? 0 : 1;
