// What there is to do, and the turns in which it comes.
import { FAULTS } from "../e2e/agents/fault.ts";
import { longLog } from "../e2e/support/logs.ts";

export type Deed = () => Promise<void>;

/** Faults that are over by themselves, and soon. */
export const SHORT_FAULTS = FAULTS.filter(
  (fault) => !["silent", "stall", "big", "endless"].includes(fault),
);
export const LOG = longLog(400);
export const FORMATS = ["Loupe log", "HTML file", "HAR", "Markdown report"];

/** Gives the next of a list each time: of one shared turn, some of a list might never have theirs. */
export function inTurn<T>(list: readonly T[]): () => T {
  let turn = 0;
  return () => {
    const one = list[turn++ % list.length];
    if (one === undefined) throw new Error("There is nothing to choose from.");
    return one;
  };
}
