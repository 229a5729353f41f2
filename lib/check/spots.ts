/** Where a finding shows: the kind of exchange, the event, the member, the line. */

import { formatPath } from "../lint/detail.ts";
import type { Evidence } from "../lint/findings.ts";
import { placesOf } from "../lint/places.ts";
import type { Exchange } from "../timeline/exchange.ts";
import { isDiscovery } from "../timeline/read.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { Spot } from "./finding.ts";
import type { LogLines } from "./lines.ts";

/** An exchange by what was asked, in one word for every version and binding. */
export function kindOf(exchange: Exchange | undefined): string {
  if (!exchange) return "answer";
  if (exchange.open.record.inbound) return "push";
  const request = exchange.request ?? exchange.spoken?.request ?? null;
  if (request?.operation === "extended-card") return "extended-card";
  if (isDiscovery(exchange) && exchange.open.record.method !== "") return "card";
  return request?.operation ?? (exchange.isStream ? "stream" : "answer");
}

export function spotOf(
  timeline: Timeline,
  { event, exchange: id, happening }: Evidence,
  lines: LogLines,
  rule?: string,
): Spot {
  const exchange = timeline.exchangeById.get(id);
  if (happening !== undefined) {
    const line = exchange ? lineOfHappening(exchange, happening, lines) : null;
    return { exchange: id, event: null, happening, path: null, line };
  }
  const line = exchange ? lines.ofPosition(exchange, timeline.events.start.at(event)) : null;
  const [place] = rule === undefined ? [] : placesOf(timeline, rule, event);
  const path = place && place.path.length > 0 ? formatPath(place.path) : null;
  return { exchange: id, event, happening: null, path, line };
}

type HappeningOf = NonNullable<Evidence["happening"]>;

function lineOfHappening(exchange: Exchange, happening: HappeningOf, lines: LogLines) {
  const { open, head, ended } = exchange;
  return lines.of({ open, head, end: ended }[happening]?.record);
}
