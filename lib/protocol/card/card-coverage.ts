/** Which calls a card speaks for: those to the places it names, as they are seen from where it lay. */

import { readCard, resolveEndpoint } from "./card.ts";

export interface CardCoverage {
  /** Where its interfaces begin. */
  readonly urls: readonly string[];
  /** Where the card came from. */
  readonly origin: string | null;
}

export function getCardCoverage(raw: unknown, cardUrl: string): CardCoverage {
  const places = (readCard(raw)?.interfaces ?? []).flatMap((one) => {
    const endpoint = resolveEndpoint(one, URL.canParse(cardUrl) ? cardUrl : null, "");
    return typeof endpoint === "string" ? [] : [trimUrl(endpoint.url)];
  });
  return { urls: places, origin: getOrigin(cardUrl) };
}

/**
 * A card that names other hosts than the one it came from, as those behind a proxy do, speaks for
 * all that is called there.
 */
export function isCovered({ urls, origin }: CardCoverage, url: string): boolean {
  if (urls.some((place) => url.startsWith(place) && isSegmentEnd(url, place.length))) return true;
  const isElsewhere = origin !== null && !urls.some((place) => getOrigin(place) === origin);
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
