/** Prints what clients made of a run for a terminal: the verdict on each, then its differences. */

import { toPrintable, toPrintableLine } from "../report/printable.ts";
import { formatPlural } from "../text/plural.ts";
import type { ClientResult, ExchangeResult } from "./client-result.ts";
import { formatDifference } from "./sentence.ts";

const SIGNS = { same: "✓", differs: "✗", failed: "E" } as const;

const LINE_LENGTH = 400;
/** A client that breaks a stream breaks every event behind. */
const MAX_SHOWN = 20;

/** `listsEvents`: also what became of the events that were handed over as they are. */
export function* formatClientText(
  { verdict, sentence, exchanges }: ClientResult,
  listsEvents: boolean,
): Generator<string> {
  yield `${SIGNS[verdict]} ${toPrintableLine(sentence, LINE_LENGTH)}`;
  const shown = exchanges.filter((one) => listsEvents || one.verdict !== "same");
  for (const one of shown) {
    if (exchanges.length > 1 || listsEvents) yield `    ${formatExchangeLine(one)}`;
    if (listsEvents) {
      for (const { event, outcome, title } of one.events) {
        yield `      ${String(event).padStart(4)}  ${outcome.padEnd(9)}  ${toPrintable(title)}`;
      }
    }
    for (const difference of one.differences.slice(0, MAX_SHOWN)) {
      yield `      ${toPrintableLine(formatDifference(difference), LINE_LENGTH)}`;
    }
    const hidden = one.differences.length - MAX_SHOWN;
    if (hidden > 0) yield `      and ${formatPlural(hidden, "more difference")}`;
  }
}

function formatExchangeLine({ exchange, verdict, wire, received, edits }: ExchangeResult): string {
  const sent = edits.length > 0 ? "delivered" : "sent";
  const counts =
    wire === received ? formatPlural(wire, "event") : `${wire} ${sent}, ${received} handed over`;
  return `${SIGNS[verdict]} exchange ${exchange}: ${counts}`;
}
