/** Runs contestants alternately, so that changes in the machine's speed affect all of them. */

export type Contestant = () => void;

export interface RaceOptions {
  /** Warm-up rounds. */
  warmups?: number;
  /**
   * Collect garbage before each run. Not for short runs: a collection also discards the code that was
   * compiled for the shapes of the collected objects.
   */
  collecting?: boolean;
}

/** Medians in milliseconds. On a busy machine wall time grows more than processor time. */
export interface MeasuredTimes {
  wall: number;
  cpu: number;
}

/** The times of each contestant over several rounds, each in a different order. */
export function race<K extends string>(
  contestants: Readonly<Record<K, Contestant>>,
  rounds: number,
  { warmups = 5, collecting = false }: RaceOptions = {},
): Record<K, MeasuredTimes> {
  const names = Object.keys(contestants) as K[];
  const samples = names.map((name) => ({ name, walls: [] as number[], cpus: [] as number[] }));
  for (let round = -warmups; round < rounds; round++) {
    for (const { name, walls, cpus } of round % 2 === 0 ? samples : samples.toReversed()) {
      if (collecting) collectGarbage();
      const cpuBefore = process.cpuUsage();
      const startedAt = performance.now();
      contestants[name]();
      const wall = performance.now() - startedAt;
      const { user, system } = process.cpuUsage(cpuBefore);
      if (round < 0) continue;
      walls.push(wall);
      cpus.push((user + system) / 1_000);
    }
  }
  return Object.fromEntries(
    samples.map(({ name, walls, cpus }) => [
      name,
      { wall: computeMedian(walls), cpu: computeMedian(cpus) },
    ]),
  ) as Record<K, MeasuredTimes>;
}

export function computeMedian(values: readonly number[]): number {
  return computeQuantile(values, 0.5);
}

export function computeQuantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** Milliseconds on a clock that all threads of this process share. */
export function getNow(): number {
  return performance.timeOrigin + performance.now();
}

/** Collects garbage; needs `--expose-gc`. */
export function collectGarbage(): void {
  const { gc } = globalThis as { gc?: () => void };
  if (!gc) throw new Error("run with --expose-gc: node bench/run.mjs NAME");
  gc();
}

/** Bytes of live objects: the heap and external memory. */
export function getLiveBytes(): number {
  collectGarbage();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

export function round(value: number, digits = 3): number {
  return Number(value.toPrecision(digits));
}

export function printResult(result: object): void {
  const machine = { node: process.version, platform: process.platform, arch: process.arch };
  console.log(JSON.stringify({ ...result, machine }, null, 2));
}
