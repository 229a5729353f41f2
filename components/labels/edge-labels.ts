/** How the edge from a call between agents to the call that it was made for is shown. */

import type { CallEdge } from "../../lib/timeline/hops/tapped-call.ts";

/** The style of its line: never the only sign, a text says the same. */
export const EDGE_LINES: Readonly<Record<CallEdge["kind"], string>> = {
  recorded: "border-line-3",
  inferred: "border-dashed border-fg-3",
  connected: "border-dotted border-fg-2",
  cut: "border-dotted border-fg-2",
};

const BY_HAND = { connected: "connected by hand", cut: "cut by hand" } as const;

/** In a few words; `null` for what is recorded or inferred. */
export const getHandLabel = ({ kind }: CallEdge): string | null =>
  kind === "connected" || kind === "cut" ? BY_HAND[kind] : null;
