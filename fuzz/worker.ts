/** The inputs of a run, one after the other, in a thread that may hang. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { Draw } from "./draw.ts";
import { type Breach, examined, isBroken } from "./examine.ts";
import { inputOf } from "./inputs.ts";
import { minimised } from "./minimise.ts";
import { caseOf } from "./promises.ts";
import { readSeeds } from "./seeds.ts";

export interface Work {
  readonly root: string;
  readonly seed: number;
  readonly from: number;
  readonly to: number;
  /** Which input is being looked at, and since when in seconds; 0 where none is. */
  readonly pulse: Int32Array;
}

/** What is told of a stretch of inputs. */
export interface Told {
  readonly next: number;
  readonly bytes: number;
  readonly events: number;
  readonly kinds: Readonly<Record<string, number>>;
  readonly slowest: { readonly index: number; readonly ms: number; readonly bytes: number };
  /** After a collection. */
  readonly heap: number;
  readonly breaches: readonly Found[];
}

export interface Found extends Breach {
  readonly seed: number;
  readonly index: number;
  /** `null` where enough of its sort were kept already. */
  readonly file: string | null;
}

/** Over a second a megabyte is a hang; what is small gets the time of a quarter. */
const MS_A_BYTE = 1000 / 2 ** 20;
const LEAST_MS = 250;
const STRETCH = 5000;
const MINIMISE_MS = 20_000;
/** What looks like one defect may be two; more than these are hardly a third. */
const KEPT_OF_A_SORT = 3;

const { root, seed, from, to, pulse }: Work = workerData;
const seeds = readSeeds(root);
const keptOfSort = new Map<string, number>();

/** The processor's time, the least of five: on a busy machine the wall's clock counts the others. */
function timeOf(bytes: Uint8Array): number {
  const times = [1, 2, 3, 4, 5].map(() => {
    const before = process.cpuUsage();
    caseOf(bytes);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

function hang(bytes: Uint8Array, ms: number): Breach | null {
  const limit = Math.max(LEAST_MS, bytes.length * MS_A_BYTE);
  if (ms <= limit) return null;
  const fastest = timeOf(bytes);
  const detail = `${fastest.toFixed(0)} ms for ${bytes.length} bytes`;
  return fastest <= limit ? null : { promise: "nothing hangs", detail };
}

/** Breaches of one sort are likely one defect. */
function sortOf({ promise, detail }: Breach): string {
  const words = detail.replace(/"(?:[^"\\]|\\.)*"/g, "").replace(/[\d\s,]+/g, " ");
  return `${promise} ${words.slice(0, 300)}`;
}

/** A breach, made small, in the corpus; of each sort a few. */
function kept(index: number, input: Buffer, breach: Breach): Found {
  const sort = sortOf(breach);
  const before = keptOfSort.get(sort) ?? 0;
  if (before === KEPT_OF_A_SORT) return { seed, index, file: null, ...breach };
  keptOfSort.set(sort, before + 1);
  const file = join("fuzz", "corpus", `${seed}-${index}.bin`);
  const fails = (bytes: Buffer) => isBroken(bytes, breach);
  const until = performance.now() + MINIMISE_MS;
  const isLate = () => performance.now() > until;
  writeFileSync(join(root, file), fails(input) ? minimised(input, { fails, isLate }) : input);
  return { seed, index, file, ...breach };
}

function stretch(first: number, end: number): Told {
  const kinds: Record<string, number> = {};
  const breaches: Found[] = [];
  let bytes = 0;
  let events = 0;
  let slowest: Told["slowest"] = { index: -1, ms: 0, bytes: 0 };
  for (let index = first; index < end; index++) {
    const draw = new Draw(seed, index);
    const input = inputOf(draw, seeds);
    bytes += input.length;
    Atomics.store(pulse, 0, index);
    Atomics.store(pulse, 1, Math.floor(Date.now() / 1000));
    const began = performance.now();
    let ms = 0;
    let breach = examined(input, draw, ({ opened, ingest }) => {
      ms = performance.now() - began;
      const kind = opened.refusal === null ? opened.kind.replace(/\+.*/, "+…") : "refused";
      kinds[kind] = (kinds[kind] ?? 0) + 1;
      events += ingest.timeline.lastEvent + 1;
    });
    breach ??= hang(input, ms);
    Atomics.store(pulse, 1, 0);
    if (ms > slowest.ms) slowest = { index, ms, bytes: input.length };
    if (breach) breaches.push(kept(index, input, breach));
  }
  globalThis.gc?.();
  const heap = process.memoryUsage().heapUsed;
  return { next: end, bytes, events, kinds, slowest, heap, breaches };
}

for (let first = from; first < to; first += STRETCH) {
  parentPort?.postMessage(stretch(first, Math.min(to, first + STRETCH)));
}
