/** Maps the addresses in a card of an agent to those of the tap that stands for it. */

import { isThisMachine } from "../ssrf-guard/resolve-target.ts";
import {
  formatAddress,
  type HostAndPort,
  isSamePlace,
  type TapProxy,
  type TapRoute,
  type TapTarget,
} from "./tap-route.ts";

/** Scheme, authority and the rest. gRPC interfaces are often only `host:port`. */
const URL_PARTS = /^(?:([a-z][a-z\d+.-]*):\/\/)?([^/?#\s]+)([/?#].*)?$/i;
const AUTHORITY = /^(\[[\da-f:.]+\]|[^:@]+)(?::(\d{1,5}))?$/i;
const SECURE_SCHEME = "https";
const PLAIN_SCHEMES: ReadonlySet<string> = new Set(["http", "grpc", "h2c"]);

interface UrlPlace extends HostAndPort {
  readonly isSecure: boolean;
  readonly scheme: string | undefined;
  /** The path and what follows it. */
  readonly rest: string;
}

/**
 * `host` is the `Host` header of the caller: the name by which it reaches the tap. Addresses of
 * others stay.
 */
export function mapCardUrl(
  url: string,
  routes: readonly TapRoute[],
  own: TapRoute,
  host: string | null,
): string | null {
  const place = parsePlace(url);
  if (!place) return null;
  const [route] = routes
    .filter(({ via, target }) => via === "reverse" && isInTarget(place, target))
    .toSorted((a, b) => b.target.prefix.length - a.target.prefix.length);
  if (!route) return null;
  const { listen, target } = route;
  const name = parseAuthority(host ?? "", "http")?.host ?? listen.host;
  const isOwn = route === own && host !== null && host !== "";
  const authority = isOwn ? host : formatAddress({ host: name, port: listen.port });
  // The tap itself speaks no TLS.
  const scheme = place.isSecure ? "http" : place.scheme;
  const path = place.rest.slice(target.prefix.length);
  return `${scheme === undefined ? "" : `${scheme}://`}${authority}${path}`;
}

/** Is the URL of this origin, and its path below the prefix, segment by segment? */
function isInTarget(place: UrlPlace, target: TapTarget): boolean {
  if (place.isSecure !== target.isSecure || !isSamePlace(place, target)) return false;
  const { prefix } = target;
  return place.rest.startsWith(prefix) && /^(?:[/?#]|$)/.test(place.rest.slice(prefix.length));
}

/**
 * Does a client that follows this URL call the agent without the tap? One that uses the tap as its
 * proxy reaches `targets` through it.
 */
export function bypassesTap(
  url: string,
  routes: readonly TapRoute[],
  targets: TapProxy["targets"] = [],
): boolean {
  const place = parsePlace(url);
  if (place === null) return false;
  if (!place.isSecure && routes.some(({ listen }) => isSamePlace(listen, place))) return false;
  if (targets === "loopback") return !isThisMachine(place.host);
  return !targets.some((target) => isInTarget(place, target));
}

function parsePlace(url: string): UrlPlace | null {
  const [, scheme, authority = "", rest = ""] = URL_PARTS.exec(url) ?? [];
  const place = parseAuthority(authority, scheme);
  return place && { ...place, scheme, rest };
}

function parseAuthority(
  authority: string,
  scheme: string | undefined,
): (HostAndPort & Pick<UrlPlace, "isSecure">) | null {
  const [, host, digits] = AUTHORITY.exec(authority) ?? [];
  const name = scheme?.toLowerCase() ?? "grpc";
  const isSecure = name === SECURE_SCHEME;
  if (host === undefined || (digits === undefined && scheme === undefined)) return null;
  if (!isSecure && !PLAIN_SCHEMES.has(name)) return null;
  const port = Number(digits ?? (isSecure ? 443 : 80));
  return { host: host.replace(/^\[|\]$/g, "").toLowerCase(), port, isSecure };
}
