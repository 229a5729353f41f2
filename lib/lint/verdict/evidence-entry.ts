/** Finds the timeline entry of a verdict's evidence. */

import type { Exchange } from "../../timeline/exchange.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import type { VerdictEvidence } from "./verdict-model.ts";

/** The index of the entry; −1 if there is none. */
export function findEvidenceEntry(
  timeline: Timeline,
  { exchange: id, what, event }: VerdictEvidence,
): number {
  if (event !== null) return timeline.events.entry.at(event);
  const exchange = timeline.exchangeById.get(id);
  if (!exchange) return -1;
  // The request is the first entry of an exchange. The end is the last, if it has its own row.
  if (what === "request") return findFirstEntry(timeline, exchange);
  const end = what === "end" ? findEndEntry(timeline, exchange) : -1;
  if (end >= 0) return end;
  return exchange.entry < 0 ? findFirstEntry(timeline, exchange) : exchange.entry;
}

function findFirstEntry({ entries }: Timeline, { index }: Exchange): number {
  return entries.findIndex(({ exchange }) => exchange === index);
}

function findEndEntry({ entries }: Timeline, { index, end }: Exchange): number {
  if (!end) return -1;
  return entries.findLastIndex(
    ({ exchange, kind, firstEvent, time }) =>
      exchange === index &&
      (kind === "http" || kind === "error") &&
      firstEvent >= end.firstEvent &&
      (time === end.time || Number.isNaN(time)),
  );
}
