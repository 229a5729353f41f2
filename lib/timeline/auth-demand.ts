/** What a response that rejects its caller asks for, and what the card of the agent accepts. */

import { parseJson } from "../json/exact-json.ts";
import { readCard } from "../protocol/card/card.ts";
import type { CardSecurity } from "../protocol/card/security.ts";
import { describeRequirements } from "../protocol/card/security-labels.ts";
import { type Challenge, parseChallenges } from "../protocol/challenge.ts";
import { isObject } from "../protocol/json.ts";
import { getHeaderValues } from "../wire/headers.ts";
import { type AuthRejection, findAuthRejection } from "./auth-rejection.ts";
import { getExchangeCard, isExtendedLookup } from "./cards.ts";
import type { Exchange } from "./exchange.ts";
import { getResponseUrl, isDiscovery, isProbe } from "./exchange-queries.ts";
import type { Timeline } from "./timeline.ts";

export interface AuthDemand extends AuthRejection {
  readonly challenges: readonly Challenge[];
  /** The security of the agent's card; `null` if the log has no card of it. */
  readonly security: CardSecurity | null;
}

/** Finds what the responses of a timeline ask for, as of event `n`. The card is read only once. */
export function createAuthDemandFinder(
  timeline: Timeline,
  n = timeline.lastEvent,
): (exchange: Exchange) => AuthDemand | null {
  const found = new Map<string, CardSecurity | null>();
  return (exchange) => {
    // A notification is answered by Loupe, not by the agent.
    const rejection = exchange.open.record.inbound ? null : findAuthRejection(exchange, n);
    if (!rejection) return null;
    // Another card of the host may be another agent's, so it says nothing about one that was denied.
    const place = isPlainLookup(exchange)
      ? getResponseUrl(exchange)
      : getOrigin(exchange.open.record.url);
    if (!found.has(place)) found.set(place, findSecurity(timeline, place, n));
    const security = found.get(place) ?? null;
    const headers = exchange.headAt(n)?.headers ?? [];
    const challenges = parseChallenges(getHeaderValues(headers, "www-authenticate"));
    return { ...rejection, challenges, security };
  };
}

const isPlainLookup = (exchange: Exchange) =>
  isDiscovery(exchange) && !isProbe(exchange) && !isExtendedLookup(exchange);

/** Of the newest card from an origin or with an interface there, or from the URL of a card. */
function findSecurity(timeline: Timeline, place: string, n: number): CardSecurity | null {
  for (const exchange of timeline.exchanges.toReversed()) {
    const card = getExchangeCard(timeline, exchange);
    if (!card || card.event > n) continue;
    const value = parseJson(card.text.replace(/^\ufeff/, ""));
    const read = readCard(isObject(value) && isObject(value.result) ? value.result : value);
    const urls = [card.url, ...(read?.interfaces ?? []).map(({ url }) => url)];
    if (read && urls.some((url) => url === place || getOrigin(url) === place)) return read.security;
  }
  return null;
}

/** The text itself if it is no URL. */
const getOrigin = (url: string) => (URL.canParse(url) ? new URL(url).origin : url);

/** What the card accepts. It quotes the card. */
export const describeAccepted = ({ security }: Pick<AuthDemand, "security">): string =>
  security === null ? "The log has no card of this agent." : describeRequirements(security);
