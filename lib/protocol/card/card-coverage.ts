/** Card coverage: the calls that a card applies to, namely those to its resolved interfaces. */

import type { Binding } from "../versions.ts";
import { readCard, resolveEndpoint } from "./card.ts";

export interface CardCoverage {
  readonly interfaces: readonly CoveredInterface[];
  /** The origin of the card. */
  readonly origin: string | null;
}

interface CoveredInterface {
  readonly binding: Binding;
  /** Absolute, as of `trimUrl`. */
  readonly url: string;
}

export function getCardCoverage(raw: unknown, cardUrl: string): CardCoverage {
  const interfaces = (readCard(raw)?.interfaces ?? []).flatMap((one) => {
    const endpoint = resolveEndpoint(one, URL.canParse(cardUrl) ? cardUrl : null, "");
    if (typeof endpoint === "string") return [];
    return [{ binding: endpoint.binding, url: trimUrl(endpoint.url) }];
  });
  return { interfaces, origin: getOrigin(cardUrl) };
}

/**
 * A card that lists only other hosts than its own, as cards behind a proxy do, covers all calls to
 * its own host.
 */
export function isCovered({ interfaces, origin }: CardCoverage, url: string): boolean {
  const isBelow = ({ url: base }: CoveredInterface) =>
    url.startsWith(base) && isSegmentEnd(url, base.length);
  if (interfaces.some(isBelow)) return true;
  const isElsewhere =
    origin !== null && !interfaces.some(({ url: base }) => getOrigin(base) === origin);
  return isElsewhere && getOrigin(url) === origin;
}

/** A URL without query and fragment, and without slashes at its end. */
export function trimUrl(url: string): string {
  return url.replace(/[?#].*$/s, "").replace(/\/+$/, "");
}

function isSegmentEnd(url: string, at: number): boolean {
  return at === url.length || /[/?#]/.test(url.charAt(at));
}

function getOrigin(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null;
}
