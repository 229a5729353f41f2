/** The verdict on a client in one sentence. */

import { stringifyJson } from "../json/json-stringify.ts";
import { shorten } from "../text/graphemes.ts";
import { formatPlural } from "../text/plural.ts";
import type { ClientDifference, ExchangeResult } from "./client-result.ts";

export function formatClientSentence(
  name: string,
  exchanges: readonly ExchangeResult[],
  differences: readonly ClientDifference[],
): string {
  const failed = exchanges.find(({ failure }) => failure !== null);
  if (failed) return `${name} ${failed.failure}.`;
  const [first, ...rest] = differences;
  const isOne = exchanges.length === 1;
  if (!first) return `${name} hands over ${formatAll(exchanges)}.`;
  const more = rest.length === 0 ? "" : ` It has ${formatPlural(rest.length, "more difference")}.`;
  return `${name} ${formatDifference(first, isOne)}.${more}`;
}

function formatAll(exchanges: readonly ExchangeResult[]): string {
  const events = exchanges.reduce((sum, { wire }) => sum + wire, 0);
  const where = exchanges.length === 1 ? "" : ` of ${exchanges.length} responses`;
  if (events === 0) return `no event${where}, as there is none`;
  const all = events === 1 ? "the event" : `all ${events} events`;
  const it = events === 1 ? "it" : "them";
  const edited = exchanges.filter(({ edits }) => edits.length > 0).length;
  if (edited === 0) return `${all}${where} as the agent sent ${it}`;
  if (edited === exchanges.length) return `${all}${where} as the tap delivered ${it}`;
  return `${all}${where} as ${events === 1 ? "it was" : "they were"} delivered`;
}

/** `drops the status working (frame 3)`: what follows the name of a client. */
export function formatDifference(difference: ClientDifference, isOnlyExchange = true): string {
  const { kind, title, frame, event, exchange, reason, member, error, missing } = difference;
  const place = [
    ...(event === null ? [] : [`event ${event}`]),
    ...(frame === null || frame === event ? [] : [`frame ${frame}`]),
    ...(isOnlyExchange ? [] : [`exchange ${exchange}`]),
  ].join(", ");
  const at = place === "" ? title : `${title} (${place})`;
  const why = reason === undefined ? "" : `: ${reason}`;
  switch (kind) {
    case "lost":
      return `drops ${at}${why}`;
    case "doubled":
      return `hands over ${at} more than once`;
    case "reordered":
      return `hands over ${at} out of order`;
    case "thrown": {
      const cause = `throws “${shorten(error ?? "", 200)}”`;
      if (event === null) return `${cause} after the last event${place && ` (${place})`}`;
      const lost = missing === 1 ? "it does" : `${missing} events do`;
      return `${cause} at ${at}, so that ${lost} not arrive${why}`;
    }
    case "changed":
      if (event === null) return `hands over an event that was never sent (${place || "extra"})`;
      if (member === "kind") {
        const other =
          difference.new === "other" ? "no event of A2A" : `another kind, ${difference.new},`;
        return `hands over ${other} in place of ${at}`;
      }
      return `changes ${member} of ${at} from ${formatValue(difference.old)} to ${formatValue(difference.new)}`;
  }
}

const VALUE_LENGTH = 80;

/** A value of JSON in a sentence; what is absent is “nothing”. */
export const formatValue = (value: unknown, length = VALUE_LENGTH): string =>
  value === undefined ? "nothing" : shorten(stringifyJson(value), length);
