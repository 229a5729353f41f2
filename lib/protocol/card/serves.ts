/** Which calls a card speaks for: those to the places it names, as they are seen from where it lay. */

import { endpointAt, readCard } from "./card.ts";

export interface Served {
  /** Where its interfaces begin. */
  readonly places: readonly string[];
  /** Where the card came from. */
  readonly origin: string | null;
}

export function servedBy(raw: unknown, cardUrl: string): Served {
  const places = (readCard(raw)?.interfaces ?? []).flatMap((one) => {
    const endpoint = endpointAt(one, URL.canParse(cardUrl) ? cardUrl : null, "");
    return typeof endpoint === "string" ? [] : [trimmed(endpoint.url)];
  });
  return { places, origin: originOf(cardUrl) };
}

/**
 * A card that names other hosts than the one it came from, as those behind a proxy do, speaks for
 * all that is called there.
 */
export function isServed({ places, origin }: Served, url: string): boolean {
  if (places.some((place) => url.startsWith(place) && isBorder(url, place.length))) return true;
  const isElsewhere = origin !== null && !places.some((place) => originOf(place) === origin);
  return isElsewhere && originOf(url) === origin;
}

function trimmed(url: string): string {
  return url.replace(/[?#].*$/, "").replace(/\/+$/, "");
}

function isBorder(url: string, at: number): boolean {
  return at === url.length || /[/?#]/.test(url.charAt(at));
}

function originOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null;
}
