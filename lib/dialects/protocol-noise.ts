/**
 * Protocol noise: rows of every exchange that say only that the protocol works. These are the first
 * states of a task, HTTP facts, keep-alives and lookups.
 */

import { getForeignState } from "../protocol/state-names.ts";
import { isLookup } from "../timeline/exchange-queries.ts";
import type { EntryOf, Timeline } from "../timeline/timeline.ts";
import type { Item } from "./item.ts";

/** Whether an item is noise, unless it shows a problem. */
export function isProtocolNoise(timeline: Timeline, { kind, entry, isNested }: Item): boolean {
  if (kind !== entry.kind || isNested) return false;
  switch (entry.kind) {
    case "state":
      return isFirstState(entry);
    case "http":
      return isHttpNoise(timeline, entry);
    case "other":
      return isInLookup(timeline, entry.exchange);
    default:
      return false;
  }
}

function isFirstState({ transition }: EntryOf<"state">): boolean {
  const { state, legal } = transition;
  const isFirst = state === "submitted" || state === "working";
  return isFirst && legal && getForeignState(transition) === null;
}

/** A notification stands for its content, and a request without a message for what the user did. */
function isHttpNoise(timeline: Timeline, { httpKind, exchange }: EntryOf<"http">): boolean {
  if (httpKind === "notification") return false;
  return httpKind !== "request" || isInLookup(timeline, exchange);
}

function isInLookup({ exchanges }: Timeline, index: number): boolean {
  const exchange = exchanges[index];
  return exchange !== undefined && isLookup(exchange);
}
