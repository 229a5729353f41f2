/**
 * Counts the steps that a piece of work takes: how often each block of the project's code runs,
 * which is the same on every machine. What the engine does by itself is not counted, such as a
 * regular expression that goes back and forth: the long test measures the processor's time.
 */

import { type Profiler, Session } from "node:inspector";

export class StepCounter {
  readonly #session = new Session();

  /** Blocks are counted in functions that did not run before. */
  constructor() {
    this.#session.connect();
    this.#session.post("Profiler.enable");
    this.#session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  }

  count(work: () => void): number {
    this.#takeSteps();
    work();
    return this.#takeSteps();
  }

  close(): void {
    this.#session.disconnect();
  }

  /** Those since the last time. */
  #takeSteps(): number {
    let steps = 0;
    this.#session.post("Profiler.takePreciseCoverage", (error, { result }) => {
      if (error) throw error;
      for (const script of result) if (isOurs(script)) steps += sumCounts(script);
    });
    return steps;
  }
}

const isOurs = ({ url }: Profiler.ScriptCoverage) =>
  /[\\/](lib|fuzz)[\\/]/.test(url) && !url.includes("node_modules");

function sumCounts({ functions }: Profiler.ScriptCoverage): number {
  let sum = 0;
  for (const { ranges } of functions) for (const { count } of ranges) sum += count;
  return sum;
}
