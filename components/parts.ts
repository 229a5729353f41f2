"use client";
// The parts of the screen that need a server behind the page. They are given to the panes from
// without, so that a page that stands alone does not even carry them.
import { type ComponentType, createContext, useContext } from "react";

export interface Parts {
  /** Under the rows: what is wrong with the connection, and what is said to the agent. */
  readonly Talk: ComponentType;
  /** Under the exchanges: the recordings to go back to. */
  readonly SavedLogs: ComponentType;
}

export const PartsContext = createContext<Parts | null>(null);

/** `null` where the page stands alone. */
export function useParts(): Parts | null {
  return useContext(PartsContext);
}
