/**
 * Counts the steps of a piece of work: how often each block of the project's code runs, which is the
 * same on every machine. Work inside the engine is not counted, such as backtracking in regular
 * expressions; the long test measures processor time for that.
 */

import { type Profiler, Session } from "node:inspector";

export class StepCounter {
  readonly #session = new Session();

  /** Block coverage applies only to functions that have not run before. */
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

  /** Steps since the last call. */
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
