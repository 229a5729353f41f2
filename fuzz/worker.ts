/** Runs the inputs of a run in sequence, in a thread that may hang. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { type BrokenPromise, findBrokenPromise, isBroken } from "./find-broken-promise.ts";
import { drawInput } from "./inputs.ts";
import { minimiseInput } from "./minimise-input.ts";
import { createCase } from "./promises.ts";
import { RandomSource } from "./random-source.ts";
import { readSeeds } from "./seeds.ts";

export interface WorkerTask {
  readonly root: string;
  readonly seed: number;
  readonly from: number;
  readonly to: number;
  /** The current input, and since when in seconds; 0 if there is none. */
  readonly pulse: Int32Array;
}

/** The result of a range of inputs. */
export interface WorkerReport {
  readonly next: number;
  readonly bytes: number;
  readonly events: number;
  readonly kinds: Readonly<Record<string, number>>;
  readonly slowest: { readonly index: number; readonly ms: number; readonly bytes: number };
  /** Measured after a collection. */
  readonly heap: number;
  readonly broken: readonly FoundBrokenPromise[];
}

export interface FoundBrokenPromise extends BrokenPromise {
  readonly seed: number;
  readonly index: number;
  /** `null` if enough failures of this kind were saved already. */
  readonly file: string | null;
}

/** More than a second per megabyte is a hang; small inputs get a quarter second. */
const MS_PER_BYTE = 1000 / 2 ** 20;
const MIN_MS = 250;
const REPORT_EVERY = 5000;
const MINIMISE_MS = 20_000;
/** Failures of one kind may have two causes; more are unlikely. */
const MAX_KEPT_PER_KIND = 3;

const { root, seed, from, to, pulse }: WorkerTask = workerData;
const seeds = readSeeds(root);
const keptByKind = new Map<string, number>();

/** The least processor time of five runs: wall time on a busy machine includes other work. */
function getTimeLimit(bytes: Uint8Array): number {
  const times = [1, 2, 3, 4, 5].map(() => {
    const before = process.cpuUsage();
    createCase(bytes);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

function createSlowInput(bytes: Uint8Array, ms: number): BrokenPromise | null {
  const limit = Math.max(MIN_MS, bytes.length * MS_PER_BYTE);
  if (ms <= limit) return null;
  const fastest = getTimeLimit(bytes);
  const detail = `${fastest.toFixed(0)} ms for ${bytes.length} bytes`;
  return fastest <= limit ? null : { promise: "nothing hangs", detail };
}

/** Failures of one kind likely have the same cause. */
function getBrokenKind({ promise, detail }: BrokenPromise): string {
  const words = detail.replace(/"(?:[^"\\]|\\.)*"/g, "").replace(/[\d\s,]+/g, " ");
  return `${promise} ${words.slice(0, 300)}`;
}

/** Minimizes a failing input and saves it in the corpus; a few of each kind. */
function saveInput(index: number, input: Buffer, broken: BrokenPromise): FoundBrokenPromise {
  const sort = getBrokenKind(broken);
  const before = keptByKind.get(sort) ?? 0;
  if (before === MAX_KEPT_PER_KIND) return { seed, index, file: null, ...broken };
  keptByKind.set(sort, before + 1);
  const file = join("fuzz", "corpus", `${seed}-${index}.bin`);
  const fails = (bytes: Buffer) => isBroken(bytes, broken);
  const until = performance.now() + MINIMISE_MS;
  const isLate = () => performance.now() > until;
  writeFileSync(join(root, file), fails(input) ? minimiseInput(input, { fails, isLate }) : input);
  return { seed, index, file, ...broken };
}

function runStretch(first: number, end: number): WorkerReport {
  const kinds: Record<string, number> = {};
  const found: FoundBrokenPromise[] = [];
  let bytes = 0;
  let events = 0;
  let slowest: WorkerReport["slowest"] = { index: -1, ms: 0, bytes: 0 };
  for (let index = first; index < end; index++) {
    const draw = new RandomSource(seed, index);
    const input = drawInput(draw, seeds);
    bytes += input.length;
    Atomics.store(pulse, 0, index);
    Atomics.store(pulse, 1, Math.floor(Date.now() / 1000));
    const began = performance.now();
    let ms = 0;
    let broken = findBrokenPromise(input, draw, ({ opened, ingest }) => {
      ms = performance.now() - began;
      const kind = opened.unreadableReason === null ? opened.kind.replace(/\+.*/, "+…") : "refused";
      kinds[kind] = (kinds[kind] ?? 0) + 1;
      events += ingest.timeline.lastEvent + 1;
    });
    broken ??= createSlowInput(input, ms);
    Atomics.store(pulse, 1, 0);
    if (ms > slowest.ms) slowest = { index, ms, bytes: input.length };
    if (broken) found.push(saveInput(index, input, broken));
  }
  globalThis.gc?.();
  const heap = process.memoryUsage().heapUsed;
  return { next: end, bytes, events, kinds, slowest, heap, broken: found };
}

for (let first = from; first < to; first += REPORT_EVERY) {
  parentPort?.postMessage(runStretch(first, Math.min(to, first + REPORT_EVERY)));
}
