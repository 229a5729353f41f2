// The type of an action, and helpers that choose what it uses.
import { FAULTS } from "../e2e/agents/fault-agent.ts";
import { createLongLog } from "../e2e/support/logs.ts";

export type SoakAction = () => Promise<void>;

/** Faults that end by themselves within a short time. */
export const SHORT_FAULTS = FAULTS.filter(
  (fault) => !["silent", "stall", "big", "endless"].includes(fault),
);
export const LONG_LOG = createLongLog(400);
export const EXPORT_FORMATS = ["Loupe log", "HTML file", "HAR", "Markdown report"];

/** Returns the items in turn. Each list has its own turn: with a shared one, some items could be skipped. */
export function createRoundRobin<T>(list: readonly T[]): () => T {
  let turn = 0;
  return () => {
    const one = list[turn++ % list.length];
    if (one === undefined) throw new Error("There is nothing to choose from.");
    return one;
  };
}
