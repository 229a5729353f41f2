// Streams millions of events through `loupe tap`: the memory of its process must stay at the level it
// had while the first tenth passed, and every event must arrive and be in its recording.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const DEFAULT_EVENTS = 10_000_000;
const SAMPLES = 40;
const STREAMS_AT_ONCE = 4;
const EVENTS_PER_STREAM = 250_000;
/** Above the level of the first samples: what a garbage collector may hold for a while. */
const MAX_GROWTH_BYTES = 48e6;

/** Once in each event. */
const MARK = '"artifactUpdate"';

/** A token of a 1.0 agent over JSON-RPC, which no other token repeats. */
function createToken(stream: string, n: number): string {
  const artifact = `{"artifactId":"a","parts":[{"text":"word ${n} "}]}`;
  const update = `{"taskId":"${stream}","contextId":"c","artifact":${artifact},"append":true}`;
  return `data: {"jsonrpc":"2.0","id":1,"result":{"artifactUpdate":${update}}}\n\n`;
}

async function startAgent(): Promise<number> {
  const server = http.createServer((request, response) => {
    const stream = request.url?.slice(1) ?? "";
    response.writeHead(200, { "content-type": "text/event-stream" });
    let sent = 0;
    const burst = () => {
      while (sent < EVENTS_PER_STREAM) {
        if (!response.write(createToken(stream, sent++))) return void response.once("drain", burst);
      }
      response.end();
    };
    burst();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

async function getFreePort(): Promise<number> {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function startTap(root: string, route: string, file: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(root, "bin", "loupe.mjs"), "tap", route, "-o", file]);
  child.stdout.resume();
  for await (const line of createInterface({ input: child.stderr })) {
    if (line.startsWith("Recording")) break;
  }
  child.stderr.resume();
  return child;
}

/** The events that arrived in their order. */
async function readStream(port: number, stream: string, onEvent: () => void): Promise<void> {
  const request = http.get({ host: "127.0.0.1", port, path: `/${stream}`, agent: false });
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  let n = 0;
  for await (const line of createInterface({ input: response })) {
    if (!line.startsWith("data: ")) continue;
    if (!line.includes(`"${stream}"`) || !line.includes(`"word ${n} "`)) {
      throw new Error(`Event ${n} of ${stream} is missing.`);
    }
    n += 1;
    onEvent();
  }
  if (n !== EVENTS_PER_STREAM) throw new Error(`${stream} ended after ${n} events.`);
}

const readResidentBytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024;

const [root = ".", ...args] = process.argv.slice(2);
const at = args.indexOf("--count");
const events = at < 0 ? DEFAULT_EVENTS : Number(args[at + 1]);
const folder = mkdtempSync(join(tmpdir(), "loupe-soak-tap-"));
const file = join(folder, "tap.jsonl");
const [target, port] = [await startAgent(), await getFreePort()];
const tap = await startTap(root, `127.0.0.1:${port}=127.0.0.1:${target}`, file);
const samples: number[] = [];
let received = 0;
const onEvent = () => {
  received += 1;
  if (received % Math.floor(events / SAMPLES) === 0) samples.push(readResidentBytes(tap.pid ?? 0));
};
const streams = Math.ceil(events / EVENTS_PER_STREAM);
const startedAt = performance.now();
let begun = 0;
const work = async () => {
  while (begun < streams) await readStream(port, `stream-${begun++}`, onEvent);
};
await Promise.all(Array.from({ length: STREAMS_AT_ONCE }, work));
const seconds = Math.round((performance.now() - startedAt) / 1000);
tap.kill("SIGINT");
await once(tap, "exit");
const bytes = statSync(file).size;
const found = await countRecordedEvents(file);
rmSync(folder, { recursive: true });
const tenth = SAMPLES / 10;
const early = Math.max(...samples.slice(0, tenth));
const late = Math.max(...samples.slice(-tenth));
const holds = late - early <= MAX_GROWTH_BYTES && found === received;
const megabytes = (value: number) => Math.round(value / 1e6);
console.log(
  JSON.stringify({
    test: "tap",
    events: received,
    recorded: found,
    seconds,
    logMegabytes: megabytes(bytes),
    residentMegabytes: {
      early: megabytes(early),
      late: megabytes(late),
      all: samples.map(megabytes),
    },
    holds,
  }),
);
process.exit(holds ? 0 : 1);

/** The events in the recording. A read may end anywhere in one. */
async function countRecordedEvents(path: string): Promise<number> {
  const ends = new Map<string, string>();
  let count = 0;
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const { r, x, text } = JSON.parse(line);
    if (r !== "data") continue;
    const read = (ends.get(x) ?? "") + text;
    count += read.split(MARK).length - 1;
    ends.set(x, read.slice(1 - MARK.length));
  }
  return count;
}
