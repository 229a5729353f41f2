// What there is to do, and the turns in which it comes.
import { FAULTS } from "../e2e/agents/fault-agent.ts";
import { createLongLog } from "../e2e/support/logs.ts";

export type SoakAction = () => Promise<void>;

/** Faults that are over by themselves, and soon. */
export const SHORT_FAULTS = FAULTS.filter(
  (fault) => !["silent", "stall", "big", "endless"].includes(fault),
);
export const LONG_LOG = createLongLog(400);
export const EXPORT_FORMATS = ["Loupe log", "HTML file", "HAR", "Markdown report"];

/** Gives the next of a list each time: of one shared turn, some of a list might never have theirs. */
export function createRoundRobin<T>(list: readonly T[]): () => T {
  let turn = 0;
  return () => {
    const one = list[turn++ % list.length];
    if (one === undefined) throw new Error("There is nothing to choose from.");
    return one;
  };
}
