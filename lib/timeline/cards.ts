/** The cards in a recording: each answer that was one, with its text and how it came. */

import { EVENT_KINDS } from "../protocol/model.ts";
import { headerValue } from "../wire/headers.ts";
import type { Exchange } from "./exchange.ts";
import { frameText, isDiscovery } from "./read.ts";
import type { Scope } from "./scope.ts";
import type { Timeline } from "./timeline.ts";

export interface FetchedCard {
  readonly exchange: Exchange;
  /** The event that is the card. */
  readonly event: number;
  /** Where it came from in the end. */
  readonly url: string;
  readonly text: string;
  readonly contentType: string | null;
  /** Milliseconds; NaN where the log has no times. */
  readonly took: number;
  readonly bytes: number;
}

const CARD = EVENT_KINDS.indexOf("card");

/** The card of the exchange, if its answer was one. */
export function cardOfExchange(timeline: Timeline, exchange: Exchange): FetchedCard | null {
  const { events, body, head, ended, open, redirects } = exchange;
  if (events.count === 0) return null;
  const last = events.at(events.count - 1);
  if (timeline.events.kind.at(last) !== CARD) return null;
  const moved = redirects[redirects.length - 1]?.record.location;
  return {
    exchange,
    event: last,
    url: moved ? new URL(moved, open.record.url).href : open.record.url,
    // A call's answer has an envelope around the card.
    text: isDiscovery(exchange) ? body.slice(0, body.length) : frameText(timeline, last),
    contentType: head && headerValue(head.record.headers, "content-type"),
    took: (ended?.time ?? Number.NaN) - open.time,
    bytes: body.bytes,
  };
}

/** The newest card that was looked up. */
export function newestCard(timeline: Timeline): FetchedCard | null {
  for (const exchange of timeline.exchanges.filter(isDiscovery).toReversed()) {
    const card = cardOfExchange(timeline, exchange);
    if (card) return card;
  }
  return null;
}

/** The card that is meant where this is looked at: its own, or the newest. */
export function cardInScope(timeline: Timeline, scope: Scope): FetchedCard | null {
  const chosen = scope === "all" ? undefined : timeline.exchanges[scope];
  return (chosen && cardOfExchange(timeline, chosen)) ?? newestCard(timeline);
}

/** Did the agent answer any call with a stream? */
export function hasStreamed({ exchanges }: Timeline): boolean {
  return exchanges.some(({ request, head }) => {
    if (request?.operation !== "stream" || !head) return false;
    return /^text\/event-stream\b/i.test(headerValue(head.record.headers, "content-type") ?? "");
  });
}
