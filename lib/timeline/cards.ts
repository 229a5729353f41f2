/**
 * The agent cards in a recording: each response that was a card, with its text and how it was
 * fetched.
 */

import { looksLikeCardText } from "../protocol/card/detect-card.ts";
import { EVENT_KINDS } from "../protocol/model.ts";
import { getHeaderValue } from "../wire/headers.ts";
import type { Exchange } from "./exchange.ts";
import { getResponseUrl, isDiscovery, isProbe } from "./exchange-queries.ts";
import type { Scope } from "./scope.ts";
import type { Timeline } from "./timeline.ts";
import { getFrameText } from "./timeline-queries.ts";

export interface FetchedCard {
  readonly exchange: Exchange;
  /** The event that holds the card. */
  readonly event: number;
  /** The URL after redirects. */
  readonly url: string;
  readonly text: string;
  readonly contentType: string | null;
  /** Milliseconds; NaN where the log has no times. */
  readonly durationMs: number;
  readonly bytes: number;
}

const CARD = EVENT_KINDS.indexOf("card");

/** The card of an exchange, if its response was one. */
export function getExchangeCard(timeline: Timeline, exchange: Exchange): FetchedCard | null {
  const { events, open } = exchange;
  if (events.count === 0) return null;
  const last = events.at(events.count - 1);
  if (timeline.events.kind.at(last) !== CARD) return null;
  // Only the response to an RPC call wraps the card in an envelope.
  const isWhole = open.record.method === "GET";
  return createFetchedCard(
    exchange,
    last,
    isWhole ? getBodyText(exchange) : getFrameText(timeline, last),
  );
}

function createFetchedCard(exchange: Exchange, event: number, text: string): FetchedCard {
  const { body, head, end, open } = exchange;
  return {
    exchange,
    event,
    url: getResponseUrl(exchange),
    text,
    contentType: head && getHeaderValue(head.record.headers, "content-type"),
    durationMs: (end?.time ?? Number.NaN) - open.time,
    bytes: body.bytes,
  };
}

/**
 * The newest card that was looked up. An extended card is used only if there is no other. Cards that
 * agents looked up for their own calls are used only if there are no others.
 */
export function findNewestCard(timeline: Timeline): FetchedCard | null {
  const all = timeline.exchanges.filter(isLookup);
  const roots = timeline.callTree.listUserCalls(all, timeline.lastEvent);
  const lookups = (roots.length > 0 ? roots : all).toReversed();
  const plain = lookups.filter((exchange) => !isExtendedLookup(exchange));
  for (const exchange of [...plain, ...lookups]) {
    const card = getExchangeCard(timeline, exchange);
    if (card) return card;
  }
  const broken = lookups.find(isBrokenCard);
  return broken ? createFetchedCard(broken, broken.events.last, getBodyText(broken)) : null;
}

/** Is the response a card that could not be decoded? */
function isBrokenCard(exchange: Exchange): boolean {
  const status = exchange.head?.record.status ?? 0;
  return status >= 200 && status < 300 && looksLikeCardText(getBodyText(exchange));
}

function getBodyText({ body }: Exchange): string {
  return body.slice(0, body.length);
}

/** The newest request for the extended card, whatever its response. */
export function findNewestExtendedLookup(
  timeline: Timeline,
  exceptFor: Exchange | null,
): Exchange | null {
  return (
    timeline.exchanges.findLast(
      (exchange) => exchange !== exceptFor && isExtendedLookup(exchange),
    ) ?? null
  );
}

/** All card lookups at this origin, up to the one that found the card. */
export function findCardLookups(timeline: Timeline, { exchange: found }: FetchedCard): Exchange[] {
  const { origin } = new URL(found.open.record.url);
  return timeline.exchanges.filter(
    (exchange) =>
      exchange.index <= found.index &&
      isLookup(exchange) &&
      new URL(exchange.open.record.url).origin === origin,
  );
}

function isLookup(exchange: Exchange): boolean {
  const { request, open } = exchange;
  const isGet = open.record.method === "GET" && URL.canParse(open.record.url);
  if (!isGet || isProbe(exchange)) return false;
  return isDiscovery(exchange) || request?.operation === "extended-card";
}

/** Does the exchange ask for the card that only callers with credentials get? */
export function isExtendedLookup({ request, open: { record } }: Exchange): boolean {
  if (request?.operation === "extended-card") return true;
  return record.method === "GET" && /\/v1\/card(?:[?#]|$)/.test(record.url);
}

/** The card for a scope: the one of its exchange, or the newest. */
export function findCardInScope(timeline: Timeline, scope: Scope): FetchedCard | null {
  const chosen = scope === "all" ? undefined : timeline.exchanges[scope];
  return (chosen && getExchangeCard(timeline, chosen)) ?? findNewestCard(timeline);
}

/** Did the agent respond to any call with a stream? */
export function hasStreamed({ exchanges }: Timeline): boolean {
  return exchanges.some(({ request, head }) => {
    if (request?.operation !== "stream" || !head) return false;
    return /^text\/event-stream\b/i.test(getHeaderValue(head.record.headers, "content-type") ?? "");
  });
}
