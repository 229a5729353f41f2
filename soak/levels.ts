// Whether what is held stays at its level.
import type { Held } from "./measure.ts";

export interface Level {
  readonly name: string;
  readonly early: number;
  readonly late: number;
  readonly growth: number;
  readonly holds: boolean;
}

const MOST_GROWTH = 0.1;
/**
 * Of these it is told how they grow. How much code there is is the engine's to say, which compiles
 * what has often been run, and what allocators keep ready theirs: a tab's process. The code counts
 * in what the tab was given, which is bound, and whose parts are told.
 */
const TOLD: ReadonlySet<string> = new Set([
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
export function levels(samples: readonly Held[], settled: number): Level[] {
  const early = samples.slice(settled - 1).slice(0, TOGETHER);
  const late = samples.slice(-TOGETHER);
  return Object.keys(samples[0] ?? {}).map((name) => {
    const [before, after] = [lowest(early, name), lowest(late, name)];
    const growth = after / before - 1;
    return {
      name,
      early: before,
      late: after,
      growth: Math.round(growth * 1000) / 1000,
      holds: TOLD.has(name) || growth <= MOST_GROWTH || after - before <= FEW,
    };
  });
}

function lowest(samples: readonly Held[], name: string): number {
  return Math.min(...samples.map((held) => held[name] ?? Number.POSITIVE_INFINITY));
}
