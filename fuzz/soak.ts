/**
 * The long form of the fuzzer: millions of inputs. Prints figures as JSON. Inputs that break a promise
 * are minimized and saved in `fuzz/corpus`, as are inputs that a thread never finished.
 */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { drawInput } from "./inputs.ts";
import { RandomSource } from "./random-source.ts";
import { readSeeds } from "./seeds.ts";
import type { FoundBrokenPromise, WorkerReport, WorkerTask } from "./worker.ts";

interface FuzzRequest {
  readonly root: string;
  readonly seed: number;
  readonly count: number;
  readonly from: number;
}

/** An input that takes longer hangs, even on a busy machine. */
const HANG_SECONDS = 60;
/** Limit on the growth of memory after a collection. */
const HEAP_LIMIT = 96 * 2 ** 20;
const MAX_BROKEN = 50;

function parseRequest([root = ".", ...argv]: readonly string[]): FuzzRequest {
  const numberOf = (name: string, otherwise: number) => {
    const at = argv.indexOf(name);
    return at < 0 ? otherwise : Number(argv[at + 1]);
  };
  return {
    root,
    seed: numberOf("--seed", 1),
    count: numberOf("--count", 1_000_000),
    from: numberOf("--from", 0),
  };
}

/** Runs inputs until all are done or one hangs; returns the one that hangs. */
function runWorker(
  work: WorkerTask,
  onReport: (report: WorkerReport) => void,
): Promise<number | null> {
  const { pulse } = work;
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./worker.js", import.meta.url), { workerData: work });
    const watch = setInterval(() => {
      const since = Atomics.load(pulse, 1);
      if (since === 0 || Date.now() / 1000 - since < HANG_SECONDS) return;
      clearInterval(watch);
      void worker.terminate().then(() => resolve(Atomics.load(pulse, 0)));
    }, 1000);
    worker.on("message", onReport);
    worker.on("error", reject);
    worker.on("exit", () => {
      clearInterval(watch);
      resolve(null);
    });
  });
}

async function main({ root, seed, count, from }: FuzzRequest): Promise<number> {
  const began = Date.now();
  const to = from + count;
  const all: WorkerReport[] = [];
  const hangs: FoundBrokenPromise[] = [];
  const listBroken = () => [...hangs, ...all.flatMap((report) => report.broken)];
  for (let first = from; first < to && listBroken().length < MAX_BROKEN; ) {
    const pulse = new Int32Array(new SharedArrayBuffer(8));
    const stuck = await runWorker({ root, seed, from: first, to, pulse }, (report) => {
      all.push(report);
      const rate = ((report.next - from) / (Date.now() - began)) * 1000;
      process.stderr.write(`${report.next} inputs, ${rate.toFixed(0)}/s\n`);
      for (const broken of report.broken) process.stderr.write(`${JSON.stringify(broken)}\n`);
    });
    if (stuck === null) break;
    hangs.push(createHang(root, seed, stuck));
    first = stuck + 1;
  }
  const sum = (of: (report: WorkerReport) => number) =>
    all.reduce((total, report) => total + of(report), 0);
  const heaps = all.map(({ heap }) => heap);
  const growth = Math.max(...heaps) - (heaps[0] ?? 0);
  const slowest = all.map((report) => report.slowest).sort((a, b) => b.ms - a.ms)[0];
  const figures = {
    test: "fuzz",
    seed,
    from,
    inputs: count,
    bytes: sum(({ bytes }) => bytes),
    events: sum(({ events }) => events),
    seconds: Math.round((Date.now() - began) / 1000),
    kinds: sumKinds(all),
    slowest: slowest && { ...slowest, ms: Math.round(slowest.ms) },
    heap: { first: heaps[0], growth, bound: HEAP_LIMIT },
    broken: listBroken(),
  };
  console.log(JSON.stringify(figures, null, 2));
  return listBroken().length === 0 && growth <= HEAP_LIMIT ? 0 : 1;
}

function sumKinds(all: readonly WorkerReport[]): Record<string, number> {
  const kinds = new Map<string, number>();
  for (const report of all) {
    for (const [kind, count] of Object.entries(report.kinds)) {
      kinds.set(kind, (kinds.get(kind) ?? 0) + count);
    }
  }
  return Object.fromEntries([...kinds].sort(([, a], [, b]) => b - a));
}

/** Saves an input that a thread did not finish. */
function createHang(root: string, seed: number, index: number): FoundBrokenPromise {
  const file = join("fuzz", "corpus", `${seed}-${index}.bin`);
  const input = drawInput(new RandomSource(seed, index), readSeeds(root));
  writeFileSync(join(root, file), input);
  const detail = `over ${HANG_SECONDS} s for ${input.length} bytes`;
  return { seed, index, file, promise: "nothing hangs", detail };
}

process.exitCode = await main(parseRequest(process.argv.slice(2)));
