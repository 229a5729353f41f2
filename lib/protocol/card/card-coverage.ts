/** Card coverage: the calls that a card applies to, namely those to its resolved interfaces. */

import { readCard, resolveEndpoint } from "./card.ts";

export interface CardCoverage {
  /** The base URLs of its interfaces. */
  readonly urls: readonly string[];
  /** The origin of the card. */
  readonly origin: string | null;
}

export function getCardCoverage(raw: unknown, cardUrl: string): CardCoverage {
  const urls = (readCard(raw)?.interfaces ?? []).flatMap((one) => {
    const endpoint = resolveEndpoint(one, URL.canParse(cardUrl) ? cardUrl : null, "");
    return typeof endpoint === "string" ? [] : [trimUrl(endpoint.url)];
  });
  return { urls, origin: getOrigin(cardUrl) };
}

/**
 * A card that lists only other hosts than its own, as cards behind a proxy do, covers all calls to
 * its own host.
 */
export function isCovered({ urls, origin }: CardCoverage, url: string): boolean {
  if (urls.some((base) => url.startsWith(base) && isSegmentEnd(url, base.length))) return true;
  const isElsewhere = origin !== null && !urls.some((base) => getOrigin(base) === origin);
  return isElsewhere && getOrigin(url) === origin;
}

function trimUrl(url: string): string {
  return url.replace(/[?#].*$/, "").replace(/\/+$/, "");
}

function isSegmentEnd(url: string, at: number): boolean {
  return at === url.length || /[/?#]/.test(url.charAt(at));
}

function getOrigin(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null;
}
