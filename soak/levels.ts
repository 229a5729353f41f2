// Whether what is held stays at its level.
import type { MemoryUsage } from "./measure.ts";

export interface Level {
  readonly name: string;
  readonly early: number;
  readonly late: number;
  readonly growth: number;
  readonly holds: boolean;
}

const MAX_GROWTH = 0.1;
/**
 * Of these it is told how they grow. How much code there is is the engine's to say, which compiles
 * what has often been run, and what allocators keep ready theirs: a tab's process. The code counts
 * in what the tab was given, which is bound, and whose parts are told.
 */
const REPORT_ONLY: ReadonlySet<string> = new Set([
  "serverCode",
  "pageCode",
  "pageHeap",
  "tabBuffers",
  "tabHeap",
  "tabMalloc",
  "tabObjects",
  "tabProcess",
  "tabScripts",
]);
/** So many of what comes in ones may come and go at any moment. */
const FEW = 5;
/** What is measured is held at least, and often something besides: the lowest of some tells. */
const TOGETHER = 3;

/** The levels at the end beside those after so many samples; all of them in the same rest. */
export function measureLevels(samples: readonly MemoryUsage[], settled: number): Level[] {
  const early = samples.slice(settled - 1).slice(0, TOGETHER);
  const late = samples.slice(-TOGETHER);
  return Object.keys(samples[0] ?? {}).map((name) => {
    const [before, after] = [findLowest(early, name), findLowest(late, name)];
    const growth = after / before - 1;
    return {
      name,
      early: before,
      late: after,
      growth: Math.round(growth * 1000) / 1000,
      holds: REPORT_ONLY.has(name) || growth <= MAX_GROWTH || after - before <= FEW,
    };
  });
}

function findLowest(samples: readonly MemoryUsage[], name: string): number {
  return Math.min(...samples.map((held) => held[name] ?? Number.POSITIVE_INFINITY));
}
