// Decides whether memory and resources stay at their level.
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
 * Growth of these is reported but does not fail. The engine decides how much code it keeps as it
 * compiles hot functions, and allocators decide how much memory a tab's process keeps in reserve. Code
 * is part of the memory given to the tab, which must stay level and whose parts are reported.
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
/** Counts of single objects may vary by this much at any time. */
const FEW = 5;
/** Measurements include temporary memory, so the lowest of several samples is used. */
const TOGETHER = 3;

/** Compares the last levels with earlier ones, all measured at rest. */
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
